#include "runtime/stress/choices.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>

#include "runtime/matching.hpp"

namespace switchyard {
namespace detail {

/// The largest number of different sets of choices (results of receives from any node, for example) for which all sets
/// are run, even those believed to lead to the same result.
constexpr double kMostChoiceSetsToRunExhaustively = 1000;

/// One possible result of a choice (such as which message a receive from any node gets), with the message that makes
/// the result possible. The message is null for results that need none: the end of a send, or finding nothing.
struct PossibleChoiceResult {
  std::uint32_t taken;
  const OrderedMessage* message;
};

/// An unsuccessful poll (UnsuccessfulPollPolicy): a test or probe that found nothing and was repeated until it found
/// something. If the poll had not been made, the node's program would have continued in the same way.
struct UnsuccessfulPoll {
  std::size_t choice_index;   ///< index, among the choices made in the run, of the test or probe that found nothing
  std::uint32_t last_result;  ///< what the last repetition of the test or probe found, encoded as the result of a
                              ///< choice
};

/// The two calls of a node's program that belong to a choice, such as which message a receive from any node gets: the
/// call that makes the choice, and the call after which the program knows the result. Calls of a node are numbered in
/// program order.
struct CallNumbersOfChoice {
  NodeId node;
  std::uint32_t choosing_call;          ///< number of the call that makes the choice
  std::uint32_t call_that_gets_result;  ///< number of the call after which the program knows the result
  explicit CallNumbersOfChoice(const LoggedChoice& choice)
      : node(choice.node), choosing_call(choice.choosing_call), call_that_gets_result(choice.call_that_gets_result()) {}
};

/// A choice of a program, such as which message a receive from any node gets, that had a result in the run.
struct MadeChoice {
  const ChoiceWithVectorClock* ordered_choice;
  /// The messages that the program got or found by the choice. A test of all of several requests, or of a posted
  /// collective, may have found several messages.
  boost::container::small_vector<const OrderedMessage*, 1> messages;
  CallNumbersOfChoice call_numbers_of_choice;
};

/// The messages from one sender to one node in one context, in the order in which they are sent.
struct ArrivingStream {
  NodeId sender{};
  Context context{};
  std::vector<const OrderedMessage*> messages = {};
  /// For each message, the place (the number of a call of the receiving node) of the latest call that posted the
  /// receive of this message or of an earlier message of the stream. The entry is kNever if one of these messages is
  /// not received. The places are ascending.
  std::vector<std::uint32_t> latest_receive_calls = {};

  void add(const OrderedMessage& message) {
    const std::uint32_t posted = message.receive == nullptr ? LoggedRequest::kNever : message.receive->posting_call;
    messages.push_back(&message);
    latest_receive_calls.push_back(latest_receive_calls.empty() ? posted
                                                                : std::max(latest_receive_calls.back(), posted));
  }
};

class ExplorationBranchFinder {
 public:
  explicit ExplorationBranchFinder(const PartiallyOrderedRun& order)
      : run_order_(order),
        arriving_streams_by_node_(order.nodes),
        received_messages_by_node_(arriving_streams_by_node_.size()),
        synchronous_messages_by_node_(arriving_streams_by_node_.size()) {
    for (const OrderedMessage& message : order.messages) {
      arriving_stream_of_send(*message.send).add(message);
      if (message.receive == nullptr) continue;
      received_messages_by_node_[index(message.send->peer)].push_back(&message);
      if (message.send->is_synchronous_send())
        synchronous_messages_by_node_[index(message.send->peer)].push_back(&message);
      received_messages_.emplace_back(message.receive, &message);
      if (message.receive->partner_request != nullptr)
        received_messages_.emplace_back(message.receive->partner_request, &message);
    }
    std::ranges::sort(received_messages_);
    for (auto& messages : received_messages_by_node_) std::ranges::sort(messages, {}, posting_call_index_of_receive);
    for (const OrderedMessage& message : order.messages)
      follows_synchronous_message_.push_back(is_sent_after_some_synchronous_message(message));
  }

  /// Adds branches, which are sets of choices for new runs: one branch for each other possible result of each choice
  /// that the programs made, and one for each race between two messages to a service.
  void add_exploration_branches(UnsuccessfulPollPolicy looks, CallSitesThatCompletedSeveralRequests* varied,
                                const ConsistentRunCut* end, const ServedMessages& takes,
                                const std::vector<ServedMessageRace>& races, std::vector<StoredBranch>& result) {
    find_choices_and_possible_results();
    note_accesses_to_remove(looks);
    const std::vector<UnsuccessfulPoll> vain = unsuccessful_polls_to_remove(looks);
    const auto& options = possible_results_;
    const bool are_few = has_few_choice_sets_;
    for (std::size_t i = 0; i < options.size(); ++i) {
      const ChoiceWithVectorClock& open = run_order_.choices[i];
      if (is_clock_after_removed_memory_access(open.node_clock)) continue;
      if (end != nullptr &&
          open.choice->choosing_call >= end->first_calls_after_consistent_cut[index(open.choice->node)])
        continue;
      if (open.choice->finds_further_request && !are_few && varied != nullptr &&
          !is_first_choice_at_source_line(*open.choice, *varied))
        continue;
      std::optional<PartOfRunKeptByBranch> kept;  // the part of the run that the last branch keeps
      for (const PossibleChoiceResult& option : options[i]) {
        if (option.taken == open.choice->taken || changes_only_poll_count(*open.choice, option)) continue;
        if (option.message != nullptr && is_clock_after_removed_memory_access(option.message->sender_clock)) continue;
        find_part_of_run_kept_by_branch(open, option, kept);
        StoredBranch changed = exploration_branch_with_changed_result(open, option, *kept, takes);
        if (!keeps_unsuccessful_poll(vain, changed)) result.push_back(std::move(changed));
      }
    }
    for (const ServedMessageRace& race : races) {
      if (!is_clock_after_removed_memory_access(run_order_.served_messages[race.second_message_position].sender_clock))
        result.push_back(branch_reversing_race(race, takes));
    }
  }
  bool has_unsuccessful_poll_before(const ConsistentRunCut& cut, UnsuccessfulPollPolicy looks) {
    find_choices_and_possible_results();
    note_accesses_to_remove(looks);
    const auto is_before = [&](const MessageTakenByNodeService* each) {
      return each->send->posting_call < cut.first_calls_after_consistent_cut[index(each->send->owner)];
    };
    if (accesses_to_remove_ && std::ranges::any_of(accesses_to_remove_->messages(), is_before)) return true;
    return std::ranges::any_of(unsuccessful_polls_to_remove(looks), [&](const UnsuccessfulPoll& poll) {
      const CallNumbersOfChoice& place = made_choices_[poll.choice_index].call_numbers_of_choice;
      return place.choosing_call < cut.first_calls_after_consistent_cut[index(place.node)];
    });
  }
  /// Returns whether the prescribed choices contradict each other: a receive from any node got a message that is sent
  /// only after a later receive got another message, which the first receive should have got instead.
  bool has_contradictory_choices() const {
    return std::ranges::any_of(run_order_.choices, [&](const ChoiceWithVectorClock& each) {
      const LoggedChoice& choice = *each.choice;
      if (choice.has_no_result_yet() || choice.kind == LoggedChoice::Kind::wait ||
          choice.is_nonblocking_test_or_probe())
        return false;
      const OrderedMessage* const message = message_taken_by(choice);
      return message != nullptr && message_comes_too_late_for(*message, request_as_program_posted(choice),
                                                              *choice.candidate_requests.front());
    });
  }
  /// Returns whether `choice` is the first choice at its source line in the program. Notes the source line in `varied`.
  static bool is_first_choice_at_source_line(const LoggedChoice& choice,
                                             CallSitesThatCompletedSeveralRequests& varied) {
    return varied.emplace(choice.node, choice.site.file(), choice.site.line()).second;
  }
  double count_choice_sets() const { return count_choice_sets(possible_results_of_all_choices()); }

 private:
  std::vector<std::vector<PossibleChoiceResult>> possible_results_of_all_choices() const {
    std::vector<std::vector<PossibleChoiceResult>> results;
    results.reserve(run_order_.choices.size());
    for (const ChoiceWithVectorClock& open : run_order_.choices)
      results.push_back(possible_results_of_choice(*open.choice));
    return results;
  }
  static double count_choice_sets(const std::vector<std::vector<PossibleChoiceResult>>& options) {
    double product = 1;
    for (const auto& each : options) product *= std::max(1.0, static_cast<double>(each.size()));
    return product;
  }

  /// Finds the choices that the programs made in the run, and their possible results, unless this was done before.
  void find_choices_and_possible_results() {
    if (are_choices_and_results_known_) return;
    are_choices_and_results_known_ = true;
    note_made_choices();
    possible_results_ = possible_results_of_all_choices();
    has_few_choice_sets_ = count_choice_sets(possible_results_) <= kMostChoiceSetsToRunExhaustively;
  }
  void note_accesses_to_remove(UnsuccessfulPollPolicy looks) {
    if (looks == UnsuccessfulPollPolicy::remove_unsuccessful_polls_and_accesses && !accesses_to_remove_)
      accesses_to_remove_.emplace(run_order_);
  }
  bool is_clock_after_removed_memory_access(const VectorClock& clock) const noexcept {
    return accesses_to_remove_ && accesses_to_remove_->does_any_access_precede_clock(clock);
  }
  std::vector<UnsuccessfulPoll> unsuccessful_polls_to_remove(UnsuccessfulPollPolicy looks) const {
    if (looks == UnsuccessfulPollPolicy::keep_unsuccessful_polls || has_few_choice_sets_) return {};
    return unsuccessful_tests_and_probes(possible_results_);
  }

  /// Stores the places of all choices of the run. Also stores the choices that have results, sorted by name, each with
  /// the messages that it has got or found.
  void note_made_choices() {
    for (const ChoiceWithVectorClock& each : run_order_.choices) {
      call_numbers_of_choices_.emplace_back(*each.choice);
      if (std::ranges::find(choosing_nodes_, each.choice->node) == choosing_nodes_.end())
        choosing_nodes_.push_back(each.choice->node);
      if (!each.choice->has_no_result_yet())
        made_choices_.push_back({&each, messages_taken_by(*each.choice), call_numbers_of_choices_.back()});
    }
    std::ranges::sort(made_choices_, {}, name_of_choice_with_result);
    auto choices = std::make_shared<Choices>();
    choices->reserve(made_choices_.size());
    for (const MadeChoice& each : made_choices_)
      choices->emplace_back(name_of_choice_with_result(each), each.ordered_choice->choice->taken);
    names_and_results_of_choices_ = std::move(choices);
  }
  static ChoiceName name_of_choice_with_result(const MadeChoice& made) noexcept {
    return made.ordered_choice->choice->name;
  }

  /// Returns a record of kept choices, for a new branch, in which none of the choices made in the run is marked as kept
  /// yet.
  std::shared_ptr<ChoicesKeptFromEarlierRun> make_empty_kept_choices() const {
    auto result = std::make_shared<ChoicesKeptFromEarlierRun>();
    result->earlier_run_choices = names_and_results_of_choices_;
    result->bit_set_of_kept_choices.resize((made_choices_.size() + 63) / 64);
    return result;
  }
  /// Adds to a branch (a set of choices for a new run) those messages taken by services for which `is_kept` returns
  /// true (ServedMessages::add_selected_messages_to_choice_set).
  void add_selected_service_messages_to_branch(const ServedMessages& takes,
                                               const std::function<bool(const MessageTakenByNodeService&)>& is_kept,
                                               const ServedMessageRace* race, StoredBranch& branch) const {
    if (run_order_.served_messages.empty()) return;
    auto kept = std::make_unique<ChoiceSet>();
    takes.add_selected_messages_to_choice_set(is_kept, race, *kept);
    branch.unindexed_choices = std::move(kept);
  }

  /// Returns a branch, a set of choices for a new run, in which a service takes the two messages of a race in the other
  /// order.
  StoredBranch branch_reversing_race(const ServedMessageRace& race, const ServedMessages& takes) const {
    const MessageTakenByNodeService &first = run_order_.served_messages[race.first_message_position],
                                    &second = run_order_.served_messages[race.second_message_position];
    const auto depends = [&](const VectorClock& known) {
      return is_clock_after_removed_memory_access(known) ||
             clock_component_at(known, first.clock_component) >= first.number ||
             clock_component_at(known, second.clock_component) >= second.number;
    };
    const auto kept = make_empty_kept_choices();
    for (std::size_t i = 0; i < made_choices_.size(); ++i) {
      const auto& [each, messages, place] = made_choices_[i];
      const auto is_dependent = [&](const OrderedMessage* message) { return depends(message->sender_clock); };
      if (!depends(each->node_clock) && std::ranges::none_of(messages, is_dependent)) kept->mark_choice_as_kept(i);
    }
    StoredBranch result{.choices_kept_from_earlier_run = kept};
    add_selected_service_messages_to_branch(
        takes, [&](const MessageTakenByNodeService& take) { return !depends(take.service_clock); }, &race, result);
    return result;
  }

  static std::uint32_t posting_call_index_of_receive(const OrderedMessage* message) noexcept {
    return message->receive->posting_call;
  }

  ArrivingStream& arriving_stream_of_send(const LoggedRequest& send) {
    std::vector<ArrivingStream>& streams = arriving_streams_by_node_[index(send.peer)];
    const auto found = std::ranges::find_if(
        streams, [&](const ArrivingStream& each) { return each.sender == send.owner && each.context == send.context; });
    return found == streams.end() ? streams.emplace_back(ArrivingStream{send.owner, send.context}) : *found;
  }

  /// Returns whether the result `option` of a choice differs from the present result only in how many times in a row
  /// the same test or probe finds nothing. The program then behaves as before.
  static bool changes_only_poll_count(const LoggedChoice& choice, const PossibleChoiceResult& option) noexcept {
    return choice.repeats_unsuccessful_poll && (choice.taken == 0 || option.taken == 0);
  }

  /// Returns the unsuccessful tests and probes of the run, sorted by name: those that found nothing, were repeated
  /// until they found something, and could have found the same the first time. `options` has the possible results of
  /// each choice.
  std::vector<UnsuccessfulPoll> unsuccessful_tests_and_probes(
      const std::vector<std::vector<PossibleChoiceResult>>& options) const {
    std::vector<UnsuccessfulPoll> result;
    std::vector<std::vector<const ChoiceWithVectorClock*>> by_node(
        arriving_streams_by_node_.size());  // by node: the tests and probes that found nothing
    for (const ChoiceWithVectorClock& each : run_order_.choices) {
      const LoggedChoice& choice = *each.choice;
      std::vector<const ChoiceWithVectorClock*>& looks = by_node[index(choice.node)];
      if (choice.is_nonblocking_test_or_probe() && choice.taken == 0) {
        if (!choice.repeats_unsuccessful_poll && !choice.finds_further_request) looks.push_back(&each);
        continue;
      }
      const auto first = std::ranges::find_if(looks.rbegin(), looks.rend(), [&](const ChoiceWithVectorClock* look) {
        return are_equivalent_polls(*look->choice, choice);
      });
      if (choice.repeats_unsuccessful_poll && !choice.has_no_result_yet() && first != looks.rend()) {
        const auto& found = options[static_cast<std::size_t>(*first - run_order_.choices.data())];
        if (std::ranges::find(found, choice.taken, &PossibleChoiceResult::taken) != found.end())
          result.push_back({index_among_made_choices((*first)->choice->name), choice.taken});
      }
      looks.clear();
    }
    std::ranges::sort(result, {}, &UnsuccessfulPoll::choice_index);
    return result;
  }

  /// Returns whether a branch (a changed set of choices for a new run) still contains an unsuccessful test or probe
  /// (UnsuccessfulPollPolicy), so that a run without this test or probe leads to the same result. A branch that removes
  /// one unsuccessful test or probe counts as containing none if it contains only later ones; repeated branching then
  /// removes all of them.
  bool keeps_unsuccessful_poll(const std::vector<UnsuccessfulPoll>& vain, const StoredBranch& branch) const {
    for (const UnsuccessfulPoll& look : vain) {
      if (name_of_choice_with_result(made_choices_[look.choice_index]) == branch.changed_choice->first) {
        if (look.last_result == branch.changed_choice->second) return false;
      } else if (branch.choices_kept_from_earlier_run->is_choice_kept(look.choice_index)) {
        return true;
      }
    }
    return false;
  }
  std::size_t index_among_made_choices(ChoiceName name) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(made_choices_, name, {}, name_of_choice_with_result) -
                                    made_choices_.begin());
  }

  std::vector<PossibleChoiceResult> possible_results_of_choice(const LoggedChoice& choice) const {
    switch (choice.kind) {
      case LoggedChoice::Kind::receive:
      case LoggedChoice::Kind::probe:
        return possible_messages_for(choice);
      case LoggedChoice::Kind::wait:
        return requests_possibly_completing_first(choice);
      case LoggedChoice::Kind::test:
        return add_result_of_finding_nothing(requests_possibly_completing_first(choice));
      case LoggedChoice::Kind::test_all:
        return add_result_of_finding_nothing(possible_results_of_successful_test_all(choice));
      case LoggedChoice::Kind::try_probe:
        return results_of_try_probe(choice);
    }
    return {};
  }

  /// Returns the possible results of a test or probe that may find nothing. The result 0 stands for finding nothing,
  /// and 1 + r for finding the result r of the list `found`.
  static std::vector<PossibleChoiceResult> add_result_of_finding_nothing(std::vector<PossibleChoiceResult> found) {
    for (PossibleChoiceResult& option : found) ++option.taken;
    found.push_back({0, nullptr});
    return found;
  }
  /// Returns the possible results of a probe that does not wait. If the probe can find a message from the node to
  /// itself, finding nothing is impossible, because such a message arrives as soon as it is sent.
  std::vector<PossibleChoiceResult> results_of_try_probe(const LoggedChoice& choice) const {
    std::vector<PossibleChoiceResult> options = add_result_of_finding_nothing(possible_messages_for(choice));
    if (std::ranges::find(options, 1 + index(choice.node), &PossibleChoiceResult::taken) != options.end())
      options.pop_back();
    return options;
  }
  /// Returns what a successful receive, probe, wait or test has found: the source of the message, or the index of the
  /// completed request.
  static std::uint32_t source_or_request_index_found(const LoggedChoice& choice) noexcept {
    return choice.is_nonblocking_test_or_probe() ? choice.taken - 1 : choice.taken;
  }
  /// Returns the receive or probe that made a choice, in the form in which the program posted it: with kAnyNode as its
  /// source if the program named no source.
  static Request request_as_program_posted(const LoggedChoice& choice) {
    return request_as_program_posted(*choice.candidate_requests.front());
  }
  static Request request_as_program_posted(const LoggedRequest& receive) {
    Request open = receive;
    if (receive.is_from_any_source) open.peer = kAnyNode;
    return open;
  }

  /// Returns the one result of a test that means that all of its requests are done; an empty list if this cannot
  /// happen. The message that makes the result possible is the last one that these requests receive.
  std::vector<PossibleChoiceResult> possible_results_of_successful_test_all(const LoggedChoice& choice) const {
    const OrderedMessage* last = nullptr;
    for (const LoggedRequest* request : choice.candidate_requests) {
      if (lacks_receive_for_self_send(*request, choice)) return {};
      const auto message = last_message_of(*request);
      if (!message ||
          (*message != nullptr && choice.taken == 0 && is_message_sent_after_choice_result(**message, choice)))
        return {};
      last = later_message(last, *message);
    }
    return {{0, last}};
  }

  /// Returns that one of two messages to a node before whose sending more calls of this node must be done. Both
  /// messages may be null.
  static const OrderedMessage* later_message(const OrderedMessage* one, const OrderedMessage* other) noexcept {
    if (one == nullptr || other == nullptr) return one == nullptr ? other : one;
    return one->calls_done_at_destination_before_send < other->calls_done_at_destination_before_send ? other : one;
  }

  /// Returns the message that makes it possible that a request is complete. If the request needs several messages, this
  /// is the one before whose sending most calls of the receiving node must be done. Returns null if the request needs
  /// no message, and nothing if a message that it needs is missing in this run.
  std::optional<const OrderedMessage*> last_message_of(const LoggedRequest& request) const {
    if (request.kind != Request::Kind::collective) {
      if (!request.needs_incoming_message()) return nullptr;
      const OrderedMessage* const message = message_received_by(&request);
      return message == nullptr ? std::nullopt : std::optional(message);
    }
    if (!request.is_posted_collective_complete) return std::nullopt;
    const OrderedMessage* last = nullptr;
    for (const LoggedRequest* each = request.previous_message; each != nullptr; each = each->previous_message) {
      if (each->needs_incoming_message()) last = later_message(last, message_received_by(each));
    }
    return last;
  }

  /// Returns, for each sender, the first message that the receive or probe of `choice` could get and that no earlier
  /// receive has taken.
  std::vector<PossibleChoiceResult> possible_messages_for(const LoggedChoice& choice) const {
    const LoggedRequest& receive = *choice.candidate_requests.front();
    const Request open = request_as_program_posted(choice);
    std::vector<PossibleChoiceResult> result;
    for (const ArrivingStream& stream : arriving_streams_by_node_[index(choice.node)]) {
      if (const OrderedMessage* const message = first_message_for(open, receive, stream))
        result.push_back({index(stream.sender), message});
    }
    std::ranges::sort(result, {}, &PossibleChoiceResult::message);
    std::erase_if(result, [&](const PossibleChoiceResult& option) {
      if (option.taken == source_or_request_index_found(choice)) return false;
      return is_message_sent_after_choice_result(*option.message, choice) ||
             message_comes_too_late_for(*option.message, open, receive);
    });
    return result;
  }
  static bool is_received_before(const OrderedMessage& message, const LoggedRequest& receive) noexcept {
    return message.receive != nullptr && message.receive->posting_call < receive.posting_call;
  }
  /// Returns the first message of a stream that matches `open` and that no receive posted before `receive` has taken,
  /// or null if there is none.
  static const OrderedMessage* first_message_for(const Request& open, const LoggedRequest& receive,
                                                 const ArrivingStream& stream) {
    const auto first = std::ranges::lower_bound(stream.latest_receive_calls, receive.posting_call) -
                       stream.latest_receive_calls.begin();
    const auto found = std::find_if(stream.messages.begin() + first, stream.messages.end(), [&](const auto* message) {
      return !is_received_before(*message, receive) && matches(open, label_of(*message->send));
    });
    return found == stream.messages.end() ? nullptr : *found;
  }
  /// Returns whether the message `late` comes too late for `receive`: another message that matches `receive` must be
  /// received before `late` can be sent, so that `receive` would have got that other message if it had still been
  /// waiting. `open` is the receive in the form in which the program posted it, perhaps from any node.
  bool message_comes_too_late_for(const OrderedMessage& late, const Request& open, const LoggedRequest& receive) const {
    const bool follows_synchronous_send =
        follows_synchronous_message_[static_cast<std::size_t>(&late - run_order_.messages.data())] &&
        std::ranges::any_of(synchronous_messages_by_node_[index(receive.owner)], [&](const OrderedMessage* other) {
          return other != &late && other->receive->posting_call >= receive.posting_call &&
                 is_sent_after_synchronous_message(late, *other) && matches(open, label_of(*other->send));
        });
    if (follows_synchronous_send) return true;
    if (late.calls_done_at_destination_before_send <= receive.posting_call)
      return false;  // no receive posted later than `receive` has to be complete before `late` can be sent
    const std::vector<const OrderedMessage*>& received = received_messages_by_node_[index(receive.owner)];
    const auto first = std::ranges::upper_bound(received, receive.posting_call, {}, posting_call_index_of_receive);
    const auto last = std::ranges::lower_bound(first, received.end(), late.calls_done_at_destination_before_send, {},
                                               posting_call_index_of_receive);
    return std::any_of(first, last, [&](const OrderedMessage* other) {
      return other->receive->waiting_call < late.calls_done_at_destination_before_send &&
             matches(open, label_of(*other->send));
    });
  }

  /// Returns whether the sender of the message `late` knows, when it sends `late`, that the synchronous send of the
  /// message `other` is complete.
  static bool is_sent_after_synchronous_message(const OrderedMessage& late, const OrderedMessage& other) noexcept {
    return late.sender_clock[index(other.send->owner)] > other.send->waiting_call;
  }
  bool is_sent_after_some_synchronous_message(const OrderedMessage& late) const {
    return std::ranges::any_of(synchronous_messages_by_node_[index(late.send->peer)], [&](const OrderedMessage* other) {
      return is_sent_after_synchronous_message(late, *other);
    });
  }

  /// Returns those requests that may be the first to complete in a wait or test for any of several requests.
  std::vector<PossibleChoiceResult> requests_possibly_completing_first(const LoggedChoice& choice) const {
    std::vector<PossibleChoiceResult> result;
    for (std::uint32_t i = 0; i < choice.candidate_requests.size(); ++i) {
      const LoggedRequest& request = *choice.candidate_requests[i];
      const auto message = last_message_of(request);
      if (!message || lacks_receive_for_self_send(request, choice)) continue;
      if (*message == nullptr || i == source_or_request_index_found(choice) ||
          !is_message_sent_after_choice_result(**message, choice))
        result.push_back({i, *message});
    }
    return result;
  }

  /// Returns whether `request` is a synchronous send of a node to itself that cannot be done before the choice: until
  /// then the program has posted no receive that could take the message.
  bool lacks_receive_for_self_send(const LoggedRequest& request, const LoggedChoice& choice) const {
    if (request.kind != Request::Kind::send || request.peer != request.owner || !request.is_synchronous_send())
      return false;
    return std::ranges::none_of(received_messages_by_node_[index(request.owner)], [&](const OrderedMessage* message) {
      const LoggedRequest& receive = *message->receive;
      if (receive.posting_call > choice.choosing_call) return false;
      return receive.partner_request != nullptr || matches(request_as_program_posted(receive), label_of(request));
    });
  }

  /// Returns whether the message is certain to be sent only after its destination has got the result of the choice,
  /// such as the source of a receive.
  static bool is_message_sent_after_choice_result(const OrderedMessage& message, const LoggedChoice& choice) noexcept {
    return message.calls_done_at_destination_before_send > choice.call_that_gets_result();
  }

  /// Returns all messages on which the result of a choice, such as the end of a wait, depends.
  boost::container::small_vector<const OrderedMessage*, 1> messages_taken_by(const LoggedChoice& choice) const {
    boost::container::small_vector<const OrderedMessage*, 1> result;
    const auto add = [&](const OrderedMessage* message) {
      if (message != nullptr) result.push_back(message);
    };
    const auto add_messages_of = [&](const LoggedRequest& request) {
      if (request.kind != Request::Kind::collective) return add(message_received_by(&request));
      for (const LoggedRequest* each = request.previous_message; each != nullptr; each = each->previous_message)
        add(message_received_by(each));
    };
    if (choice.has_no_result_yet() || (choice.is_nonblocking_test_or_probe() && choice.taken == 0)) return result;
    if (choice.kind == LoggedChoice::Kind::test_all) {
      for (const LoggedRequest* request : choice.candidate_requests) add_messages_of(*request);
    } else if (choice.kind == LoggedChoice::Kind::wait || choice.kind == LoggedChoice::Kind::test) {
      add_messages_of(*choice.candidate_requests[source_or_request_index_found(choice)]);
    } else {
      add(message_taken_by(choice));
    }
    return result;
  }

  /// Returns the message that the receive or probe of a choice has got, or null if there is none.
  const OrderedMessage* message_taken_by(const LoggedChoice& choice) const {
    if (choice.has_no_result_yet() || (choice.is_nonblocking_test_or_probe() && choice.taken == 0)) return nullptr;
    const LoggedRequest* const request = choice.candidate_requests.front();
    if (request->kind == Request::Kind::probe && !request->has_taken_message) return message_found_by_probe(*request);
    return message_received_by(request);
  }
  /// Returns the message that a receive has got, or that a matched probe has taken for a later receive; null if there
  /// is none.
  const OrderedMessage* message_received_by(const LoggedRequest* request) const {
    const auto found = std::ranges::lower_bound(received_messages_, request, {}, &ReceivedMessage::first);
    return found == received_messages_.end() || found->first != request ? nullptr : found->second;
  }
  /// Returns the message that a probe has found: of the messages that it matches, the first one sent by its source that
  /// no earlier receive has taken.
  const OrderedMessage* message_found_by_probe(const LoggedRequest& probe) const {
    const OrderedMessage* found = nullptr;
    for (const ArrivingStream& stream : arriving_streams_by_node_[index(probe.owner)]) {
      const OrderedMessage* const message = first_message_for(probe, probe, stream);
      if (message != nullptr && (found == nullptr || message < found)) found = message;
    }
    return found;
  }

  /// Returns, for each choice made in the run, how many calls of `node` are done before the choice and the messages
  /// that it got, in all orders of events with these choices.
  const std::vector<std::uint32_t>& call_counts_preceding_each_choice(NodeId node) {
    if (node_with_cached_call_counts_ == node) return known_call_counts_;
    node_with_cached_call_counts_ = node;
    known_call_counts_.clear();
    for (const auto& [choice, messages, place] : made_choices_) {
      std::uint32_t known = choice->node_clock[index(node)];
      for (const OrderedMessage* message : messages) known = std::max(known, message->sender_clock[index(node)]);
      known_call_counts_.push_back(known);
    }
    return known_call_counts_;
  }

  /// The part of a run that a branch (a set of choices for a new run) keeps. Branches that change the same choice
  /// mostly keep the same part, because their messages depend on the same calls of the nodes that make choices.
  struct PartOfRunKeptByBranch {
    /// For each node that makes choices, how many of its calls are done before the changed choice or before the message
    /// of the choice's new result is sent.
    std::vector<std::uint32_t> needed_call_counts;
    /// A number of calls of the node that makes the changed choice: nothing is kept that can happen only after more
    /// than this number of the node's calls.
    std::uint32_t limit = LoggedRequest::kNever;
    std::shared_ptr<const ChoicesKeptFromEarlierRun> choices;
  };

  /// Returns how many calls of `node` are done before the choice `open` is made, or before the message of its result
  /// `option` is sent, whichever number is greater.
  static std::uint32_t needed_call_count(NodeId node, const ChoiceWithVectorClock& open,
                                         const PossibleChoiceResult& option) {
    const std::uint32_t needed = open.node_clock[index(node)];
    return option.message == nullptr ? needed : std::max(needed, option.message->sender_clock[index(node)]);
  }

  /// Sets `kept` to the part of the run that the branch keeps in which the choice `open` has the result `option`. When
  /// the function is called, `kept` is empty or has the part that another branch keeps that changes the same choice.
  void find_part_of_run_kept_by_branch(const ChoiceWithVectorClock& open, const PossibleChoiceResult& option,
                                       std::optional<PartOfRunKeptByBranch>& kept) {
    const auto is_same_for = [&](NodeId node) {
      return kept->needed_call_counts[index(node)] == needed_call_count(node, open, option);
    };
    if (kept && std::ranges::all_of(choosing_nodes_, is_same_for)) return;
    std::vector<std::uint32_t> needed(run_order_.nodes);
    for (const NodeId node : choosing_nodes_) needed[index(node)] = needed_call_count(node, open, option);
    kept = part_of_run_kept_when_choice_changes(open, std::move(needed));
  }

  /// Returns the part of the run to keep when the choice `open` is changed: all choices of the present run that do not
  /// depend on `open`, and those that are made in the first `needed` calls of their nodes.
  PartOfRunKeptByBranch part_of_run_kept_when_choice_changes(const ChoiceWithVectorClock& open,
                                                             std::vector<std::uint32_t> needed) {
    const auto is_needed = [&](const CallNumbersOfChoice& choice) {
      return needed[index(choice.node)] > choice.call_that_gets_result;
    };
    const auto is_dropped = [&](const CallNumbersOfChoice& choice) {
      return choice.node == open.choice->node && choice.choosing_call >= open.choice->choosing_call &&
             !is_needed(choice);
    };
    // The new run need not make the dropped choices. A choice or message depends on one of the dropped choices if its
    // vector clock shows that more than `limit` calls of the changed choice's node are done.
    std::uint32_t limit = LoggedRequest::kNever;
    for (const CallNumbersOfChoice& other : call_numbers_of_choices_) {
      if (is_dropped(other)) limit = std::min(limit, other.call_that_gets_result);
    }
    const auto choices = make_empty_kept_choices();
    const std::vector<std::uint32_t>& calls_known = call_counts_preceding_each_choice(open.choice->node);
    for (std::size_t i = 0; i < made_choices_.size(); ++i) {
      const CallNumbersOfChoice& place = made_choices_[i].call_numbers_of_choice;
      const auto is_removed = [&](const OrderedMessage* message) {
        return is_clock_after_removed_memory_access(message->sender_clock);
      };
      if (is_clock_after_removed_memory_access(made_choices_[i].ordered_choice->node_clock) ||
          std::ranges::any_of(made_choices_[i].messages, is_removed))
        continue;
      if (is_needed(place) || (calls_known[i] <= limit && !is_dropped(place))) choices->mark_choice_as_kept(i);
    }
    return {std::move(needed), limit, choices};
  }

  /// Returns a branch, a set of choices for a new run, in which the choice `open` has the result `option` instead of
  /// its present one. The branch contains this choice, and the choices in `kept`.
  StoredBranch exploration_branch_with_changed_result(const ChoiceWithVectorClock& open,
                                                      const PossibleChoiceResult& option,
                                                      const PartOfRunKeptByBranch& kept,
                                                      const ServedMessages& takes) const {
    StoredBranch result{.choices_kept_from_earlier_run = kept.choices};
    result.changed_choice.emplace(open.choice->name, option.taken);
    add_selected_service_messages_to_branch(
        takes,
        [&](const MessageTakenByNodeService& take) {
          if (is_clock_after_removed_memory_access(take.service_clock)) return false;
          const bool needs = option.message != nullptr &&
                             clock_component_at(option.message->sender_clock, take.clock_component) >= take.number;
          return needs || take.service_clock[index(open.choice->node)] <= kept.limit;
        },
        nullptr, result);
    return result;
  }

  using ReceivedMessage = std::pair<const LoggedRequest*, const OrderedMessage*>;  // a posted receive or probe, and the
                                                                                   // message that it has got

  const PartiallyOrderedRun& run_order_;
  std::vector<std::vector<ArrivingStream>> arriving_streams_by_node_;  ///< for each receiving node, the streams of
                                                                       ///< messages to it, one stream for each sender
                                                                       ///< and context

  /// For each receiving node, its received messages in the order in which their receives were posted.
  std::vector<std::vector<const OrderedMessage*>> received_messages_by_node_;
  /// For each receiving node, the messages of synchronous sends, which are complete only once a receive has taken them.
  std::vector<std::vector<const OrderedMessage*>> synchronous_messages_by_node_;
  /// For each message of the run, whether the sender knows, when it sends the message, that a synchronous send to the
  /// same node is complete.
  std::vector<bool> follows_synchronous_message_;
  std::vector<ReceivedMessage> received_messages_;  ///< receives and the messages that they have got, sorted by the
                                                    ///< address of the receive
  std::vector<CallNumbersOfChoice> call_numbers_of_choices_;  ///< the places (numbers of calls) of the choices in
                                                              ///< `run_order_.choices`, in the same order
  std::vector<NodeId> choosing_nodes_;                        ///< the nodes that make choices in the run
  std::vector<MadeChoice> made_choices_;        ///< the choices of the run that have results, sorted by name
  bool are_choices_and_results_known_ = false;  ///< whether find_choices_and_possible_results() has found the choices
                                                ///< of the run and their possible results
  std::vector<std::vector<PossibleChoiceResult>> possible_results_;  ///< for each choice of the run, its possible
                                                                     ///< results
  std::optional<UnsuccessfulAccesses> accesses_to_remove_;  ///< the unsuccessful accesses of the run; empty if branches
                                                            ///< keep such accesses
  bool has_few_choice_sets_ = false;  ///< whether the programs can make so few different sets of choices that all sets
                                      ///< are run (kMostChoiceSetsToRunExhaustively)
  std::shared_ptr<const Choices>
      names_and_results_of_choices_;  ///< names and results of the choices in `made_choices_`

  /// The result of the last computation in call_counts_preceding_each_choice(), kept for reuse;
  /// node_with_cached_call_counts_ is the node to which it belongs.
  std::vector<std::uint32_t> known_call_counts_;
  std::optional<NodeId> node_with_cached_call_counts_;
};

}  // namespace detail

namespace {

void sort_choices_by_name(ChoiceSet& branch) {
  std::ranges::sort(branch.arbiter_choices);
  std::ranges::sort(branch.order_independent_choices);
}

}  // namespace

ChoiceSet StoredBranch::choice_set_changing_one_node(const Choices& usual) const {
  const NodeId node = changed_choice->first.node;
  Choices choices = to_choice_set().arbiter_choices;
  std::erase_if(choices, [&](const auto& choice) { return choice.first.node != node; });
  std::ranges::copy_if(usual, std::back_inserter(choices), [&](const auto& each) { return each.first.node != node; });
  std::ranges::sort(choices);
  return {.arbiter_choices = choices, .order_independent_choices = choices};
}

ChoiceSet StoredBranch::to_choice_set() const {
  ChoiceSet result;
  Choices& choices = result.arbiter_choices;
  if (choices_kept_from_earlier_run != nullptr) {
    const Choices& made = *choices_kept_from_earlier_run->earlier_run_choices;
    choices.reserve(made.size() + 1);
    for (std::size_t i = 0; i < made.size(); ++i) {
      if (choices_kept_from_earlier_run->is_choice_kept(i)) choices.push_back(made[i]);
    }
  }
  if (changed_choice) choices.insert(std::ranges::upper_bound(choices, *changed_choice), *changed_choice);
  result.order_independent_choices = choices;
  if (unindexed_choices != nullptr) {
    result.arbiter_choices.insert(result.arbiter_choices.end(), unindexed_choices->arbiter_choices.begin(),
                                  unindexed_choices->arbiter_choices.end());
    result.order_independent_choices.insert(result.order_independent_choices.end(),
                                            unindexed_choices->order_independent_choices.begin(),
                                            unindexed_choices->order_independent_choices.end());
    sort_choices_by_name(result);
  }
  return result;
}

ChoiceSet all_choices_of_run(const PartiallyOrderedRun& order, MessageSetNumbering& earlier) {
  ChoiceSet result;
  for (const ChoiceWithVectorClock& each : order.choices) {
    if (!each.choice->has_no_result_yet()) result.arbiter_choices.emplace_back(each.choice->name, each.choice->taken);
  }
  result.order_independent_choices = result.arbiter_choices;
  ServedMessages(order, earlier)
      .add_selected_messages_to_choice_set([](const MessageTakenByNodeService& /*each*/) { return true; }, nullptr,
                                           result);
  sort_choices_by_name(result);
  return result;
}

RunChoices::RunChoices(const PartiallyOrderedRun& order, MessageSetNumbering& earlier)
    : run_order_(order),
      message_set_numbers_(earlier),
      exploration_branch_finder_(order.choices.empty() ? nullptr
                                                       : std::make_unique<detail::ExplorationBranchFinder>(order)) {}
RunChoices::~RunChoices() = default;

bool RunChoices::are_contradictory() const {
  return exploration_branch_finder_ && exploration_branch_finder_->has_contradictory_choices();
}

detail::ExplorationBranchFinder& RunChoices::branch_finder() {
  if (!exploration_branch_finder_)
    exploration_branch_finder_ = std::make_unique<detail::ExplorationBranchFinder>(run_order_);
  return *exploration_branch_finder_;
}

bool RunChoices::has_unsuccessful_poll_before(const ConsistentRunCut& cut, UnsuccessfulPollPolicy looks) {
  return branch_finder().has_unsuccessful_poll_before(cut, looks);
}

void RunChoices::add_exploration_branches_to(std::vector<StoredBranch>& branches, UnsuccessfulPollPolicy looks,
                                             CallSitesThatCompletedSeveralRequests* varied,
                                             const ConsistentRunCut* end) {
  if (run_order_.choices.empty() && run_order_.served_messages.empty()) return;
  const ServedMessages takes(run_order_, message_set_numbers_);
  const std::vector<ServedMessageRace> races = takes.races();
  if (run_order_.choices.empty() && races.empty()) return;
  branch_finder().add_exploration_branches(looks, varied, end, takes, races, branches);
}

double estimated_choice_set_count(const PartiallyOrderedRun& order) {
  return order.choices.empty() ? 1 : detail::ExplorationBranchFinder(order).count_choice_sets();
}

}  // namespace switchyard
