#include "runtime/stress/run_cuts.hpp"

#include <algorithm>
#include <limits>

#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// Computes a hash of a sequence of numbers.
class NumberSequenceHash {
 public:
  template <class... Number>
  void add(Number... numbers) noexcept {
    ((hash_ = split_seed(hash_, static_cast<std::uint64_t>(numbers))), ...);
  }
  std::uint64_t value() const noexcept { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

std::uint64_t hash_of_choice(const LoggedChoice& choice) noexcept {
  NumberSequenceHash hash;
  hash.add(index(choice.node), choice.name.number, choice.taken);
  return hash.value();
}

std::uint64_t hash_of_message(const OrderedMessage& message) noexcept {
  const LoggedRequest& send = *message.send;
  NumberSequenceHash hash;
  hash.add(index(send.peer), send.context, static_cast<std::uint32_t>(send.tag), send.bytes, send.data_hash, send.mode,
           send.is_copy);
  return hash.value();
}

/// Finds the quiet meetings: the meetings of all nodes (collectives that no node leaves before all have entered them)
/// at which no message is under way, no receive is open and no choice is undecided.
class ConsistentCutFinderAtCollectives {
 public:
  ConsistentCutFinderAtCollectives(const ProgramLog& log, const PartiallyOrderedRun& order)
      : program_log_(log), run_order_(order) {
    std::size_t count = std::numeric_limits<std::size_t>::max();
    for (const CausalHistoryOfNode& node : order.causal_history_by_node)
      count = std::min(count, node.clocks_after_synchronising_collectives.size());
    can_cut_run_at_collective_.assign(order.causal_history_by_node.empty() ? 0 : count, true);
  }

  void add_consistent_cuts_to_list(std::vector<ConsistentRunCut>& cuts, const StatesByNode& states) {
    if (can_cut_run_at_collective_.empty()) return;
    for (std::size_t i = 0; i < can_cut_run_at_collective_.size(); ++i)
      can_cut_run_at_collective_[i] = does_collective_order_all_earlier_calls(i);
    for (const OrderedMessage& message : run_order_.messages) forbid_run_cuts_during_message_transit(message);
    std::vector<std::uint64_t> hashes(can_cut_run_at_collective_.size() +
                                      1);  // sums of the hashes of the choices that are made before
                                           // each meeting of all nodes and after the one before it,
                                           // and behind the last meeting
    for (const ChoiceWithVectorClock& each : run_order_.choices) {
      forbid_run_cuts_between_choice_and_result(*each.choice);
      hashes[count_collectives_left_before_call(each.choice->node, each.choice->choosing_call)] +=
          hash_of_choice(*each.choice);
    }
    std::uint64_t choices = 0;
    for (std::size_t i = 0; i < can_cut_run_at_collective_.size(); ++i) {
      choices += hashes[i];
      const auto state = can_cut_run_at_collective_[i] ? hash_of_states(i, states) : std::nullopt;
      if (!state) continue;
      ConsistentRunCut& cut = cuts.emplace_back(ConsistentRunCut{.hash_of_choices = choices, .hash_of_state = *state});
      for (std::uint32_t node = 0; node < node_count(); ++node)
        cut.first_calls_after_consistent_cut.push_back(synchronising_collective_of_node(node, i).end);
    }
  }

 private:
  std::uint32_t node_count() const noexcept { return program_log_.node_count(); }
  const NodeLog::SynchronisingCollective& synchronising_collective_of_node(std::uint32_t node,
                                                                           std::size_t number) const {
    return program_log_[NodeId{node}].synchronising_collectives()[number];
  }

  /// Returns whether each node knows, at the end of meeting `number`, of all calls that any node made before this
  /// meeting, and no node has changed unrecorded state in a way that may depend on choices.
  bool does_collective_order_all_earlier_calls(std::size_t number) const {
    for (std::uint32_t node = 0; node < node_count(); ++node) {
      const CausalHistoryOfNode& own = run_order_.causal_history_by_node[node];
      if (own.first_call_after_unrecorded_change <= synchronising_collective_of_node(node, number).begin) return false;
      for (std::uint32_t other = 0; other < node_count(); ++other) {
        if (other != node && own.clocks_after_synchronising_collectives[number][other] <
                                 synchronising_collective_of_node(other, number).begin)
          return false;
      }
    }
    return true;
  }

  /// Returns how many of the meetings of all nodes `node` has left before it makes its call with the number `call`.
  std::size_t count_collectives_left_before_call(NodeId node, std::uint32_t call) const {
    const auto synchronising_collectives =
        std::span(program_log_[node].synchronising_collectives()).first(can_cut_run_at_collective_.size());
    return static_cast<std::size_t>(
        std::ranges::upper_bound(synchronising_collectives, call, {}, &NodeLog::SynchronisingCollective::end) -
        synchronising_collectives.begin());
  }

  void forbid_run_cuts_at_collectives(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) can_cut_run_at_collective_[i] = false;
  }
  void forbid_run_cuts_during_message_transit(const OrderedMessage& message) {
    const std::size_t sent = count_collectives_left_before_call(message.send->owner, message.send->posting_call);
    if (message.receive == nullptr) return forbid_run_cuts_at_collectives(sent, can_cut_run_at_collective_.size());
    const std::size_t posted =
        count_collectives_left_before_call(message.receive->owner, message.receive->posting_call);
    const std::size_t received =
        count_collectives_left_before_call(message.receive->owner, message.receive->waiting_call);
    forbid_run_cuts_at_collectives(std::min({sent, posted, received}), std::max({sent, posted, received}));
  }
  /// Excludes the meetings of all nodes that lie between the call that makes a choice and the call that gets its
  /// result, and a meeting during which a choice is made.
  void forbid_run_cuts_between_choice_and_result(const LoggedChoice& choice) {
    const std::size_t before = count_collectives_left_before_call(choice.node, choice.choosing_call);
    forbid_run_cuts_at_collectives(
        before, choice.has_no_result_yet()
                    ? can_cut_run_at_collective_.size()
                    : count_collectives_left_before_call(choice.node, choice.call_that_gets_result()));
    if (before < can_cut_run_at_collective_.size() &&
        synchronising_collective_of_node(index(choice.node), before).begin <= choice.choosing_call)
      can_cut_run_at_collective_[before] = false;
  }

  /// Returns a hash of the states in which all nodes leave meeting `number`, or nothing if one of these states is not
  /// known.
  std::optional<std::uint64_t> hash_of_states(std::size_t number, const StatesByNode& states) const {
    NumberSequenceHash hash;
    hash.add(0);
    for (std::uint32_t node = 0; node < node_count(); ++node) {
      const std::size_t place = synchronising_collective_of_node(node, number).state_at_end;
      if (place >= states[node].size() || !states[node][place]) return std::nullopt;
      hash.add(*states[node][place]);
    }
    return hash.value();
  }

  const ProgramLog& program_log_;
  const PartiallyOrderedRun& run_order_;
  std::vector<bool> can_cut_run_at_collective_;
};

/// Finds the places where a run can be cut, before choices, in a run in which only one node makes choices.
class ConsistentCutFinderBeforeChoices {
 public:
  ConsistentCutFinderBeforeChoices(const ProgramLog& log, const PartiallyOrderedRun& order, const StatesByNode& states)
      : program_log_(log),
        run_order_(order),
        recorded_states_(states),
        choosing_node_(*order.only_choosing_node),
        causal_history_by_node_(causal_histories_of_all_events(log, order)),
        received_by_node_(log.node_count()),
        sent_by_node_(log.node_count()) {
    for (const OrderedMessage& message : order.messages) {
      sent_by_node_[index(message.send->owner)].push_back(&message);
      if (message.receive != nullptr) received_by_node_[index(message.receive->owner)].push_back(&message);
    }
    for (auto& messages : received_by_node_)
      std::ranges::sort(messages, {}, [](const OrderedMessage* each) { return each->receive->waiting_call; });
  }

  /// Adds the cuts before the choices of the run. There is no cut while the result of an earlier choice is still open,
  /// nor between a poll that finds nothing and its repetition, because a search may leave out such a poll
  /// (UnsuccessfulPollPolicy).
  void add_consistent_cuts_to_list(std::vector<ConsistentRunCut>& cuts) const {
    std::uint64_t choices = 0;
    std::uint32_t known_results = 0;  // number of the first call of the choosing node that is made when the results of
                                      // all earlier choices are known
    bool is_in_poll = false;
    for (const ChoiceWithVectorClock& each : run_order_.choices) {
      const LoggedChoice& choice = *each.choice;
      if (choice.has_no_result_yet()) return;
      if (choice.choosing_call >= known_results && !is_in_poll) add_consistent_cut_before_choice(choice, choices, cuts);
      choices += hash_of_choice(choice);
      known_results = std::max(known_results, choice.call_that_gets_result() + 1);
      is_in_poll = choice.is_nonblocking_test_or_probe() && choice.taken == 0;
    }
  }

 private:
  /// Returns on which calls of the only node that makes choices (such as which message a receive from any node gets)
  /// the calls of the other nodes depend. PartiallyOrderedRun::causal_history_by_node counts only what the programs of
  /// the nodes learn; this result also counts what the message-passing library of a node learns, such as that a send is
  /// complete.
  static std::vector<CausalHistoryOfNode> causal_histories_of_all_events(const ProgramLog& log,
                                                                         const PartiallyOrderedRun& order) {
    const auto is_synchronous = [](const OrderedMessage& each) { return each.send->is_synchronous_send(); };
    if (std::ranges::none_of(order.messages, is_synchronous) && !log.has_posted_collectives())
      return order.causal_history_by_node;
    return partial_order_of(log, SynchronousSends::confirm_posted_receive, PostedCollectives::with_clock_of_program)
        .partially_ordered_run.causal_history_by_node;
  }

  void add_consistent_cut_before_choice(const LoggedChoice& choice, std::uint64_t choices,
                                        std::vector<ConsistentRunCut>& cuts) const {
    ConsistentRunCut cut{.first_calls_after_consistent_cut = first_calls_that_depend_on(choice.choosing_call),
                         .hash_of_choices = choices};
    NumberSequenceHash hash;
    hash.add(1, index(choosing_node_));
    for (std::uint32_t node = 0; node < program_log_.node_count(); ++node) {
      const auto state = hash_of_node_state(NodeId{node}, cut);
      if (!state) return;
      hash.add(*state);
    }
    cut.hash_of_state = hash.value();
    cuts.push_back(std::move(cut));
  }

  /// Returns, for each node, the number of its first call that depends on call `place` of the choosing node.
  std::vector<std::uint32_t> first_calls_that_depend_on(std::uint32_t place) const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t node = 0; node < program_log_.node_count(); ++node) {
      if (NodeId{node} == choosing_node_) {
        result.push_back(place);
        continue;
      }
      const auto& known = causal_history_by_node_[node].known_calls_of_choosing_node;
      const auto first = std::ranges::upper_bound(known, place, {}, &std::pair<std::uint32_t, std::uint32_t>::second);
      result.push_back(first == known.end() ? program_log_[NodeId{node}].size() : first->first);
    }
    return result;
  }

  bool is_before(const LoggedRequest& request, std::uint32_t call, const ConsistentRunCut& cut) const noexcept {
    return call < cut.first_calls_after_consistent_cut[index(request.owner)];
  }
  bool is_received_before(const OrderedMessage& message, const ConsistentRunCut& cut) const noexcept {
    return message.receive != nullptr && is_before(*message.receive, message.receive->waiting_call, cut);
  }

  struct RecordedState {
    std::uint64_t hash = 0;
    std::uint32_t next_call_number =
        0;  ///< number of the first call that the node makes after it has recorded this state
  };
  /// Returns the last state that the node has recorded before its call number `place`, or nothing if that state is not
  /// known.
  std::optional<RecordedState> last_state_before(NodeId node, std::uint32_t place) const {
    const auto& places = program_log_[node].next_calls_after_recorded_states();
    const auto& states = recorded_states_[index(node)];
    const auto count = static_cast<std::size_t>(std::ranges::upper_bound(places, place) - places.begin());
    if (count == 0 || count > states.size() || !states[count - 1]) return std::nullopt;
    return RecordedState{*states[count - 1], places[count - 1]};
  }

  enum class HashedStatePart : std::uint8_t { received_message, pending_receive, message_under_way };

  /// Returns a hash of the state of a node at the cut: its last recorded state, all that it has got since then, the
  /// receives that it has open, and the messages that it has sent and that are still under way. Returns nothing if the
  /// known state does not determine how the node goes on.
  std::optional<std::uint64_t> hash_of_node_state(NodeId node, const ConsistentRunCut& cut) const {
    const std::uint32_t end = cut.first_calls_after_consistent_cut[index(node)];
    if (run_order_.causal_history_by_node[index(node)].first_call_after_unrecorded_change <= end) return std::nullopt;
    const auto state = last_state_before(node, end);
    if (!state) return std::nullopt;
    NumberSequenceHash hash;
    hash.add(state->hash);
    if (!add_received_messages_to_hash(node, state->next_call_number, end, hash)) return std::nullopt;
    if (!add_open_receives(node, state->next_call_number, cut, hash) || !add_messages_under_way(node, cut, hash))
      return std::nullopt;
    return hash.value();
  }

  /// Adds to the hash what the node gets in its calls with the numbers `begin` to `end` - 1. Returns false if the log
  /// does not say what it gets.
  bool add_received_messages_to_hash(NodeId node, std::uint32_t begin, std::uint32_t end,
                                     NumberSequenceHash& hash) const {
    for (std::uint32_t place = begin; place < end; ++place) {
      const LoggedCall call = program_log_[node][place];
      if (call.kind == LoggedCall::Kind::machine_collective || call.kind == LoggedCall::Kind::test_or_probe ||
          call.choice != nullptr)
        return false;
    }
    const auto& received = received_by_node_[index(node)];
    const auto waiting_call = [](const OrderedMessage* each) { return each->receive->waiting_call; };
    for (auto each = std::ranges::lower_bound(received, begin, {}, waiting_call);
         each != received.end() && waiting_call(*each) < end; ++each)
      hash.add(HashedStatePart::received_message, index((*each)->send->owner), hash_of_message(**each));
    return true;
  }

  /// Adds to the hash the receives that the node has posted before it recorded its state in front of call `recorded`,
  /// and that get their messages behind the cut, each with the state in which the node posted it. Receives that the
  /// node has posted later follow from the recorded state. Returns false if one of the states is not known.
  bool add_open_receives(NodeId node, std::uint32_t recorded, const ConsistentRunCut& cut,
                         NumberSequenceHash& hash) const {
    for (std::uint32_t place = 0; place < recorded; ++place) {
      const LoggedCall call = program_log_[node][place];
      if (call.kind != LoggedCall::Kind::post || call.requests.front()->kind != Request::Kind::receive) continue;
      const LoggedRequest& receive = *call.requests.front();
      if (is_before(receive, receive.waiting_call, cut)) continue;
      const auto state = last_state_before(node, place);
      if (!state) return false;
      hash.add(HashedStatePart::pending_receive, receive.is_from_any_source ? index(kAnyNode) : index(receive.peer),
               receive.context, static_cast<std::uint32_t>(receive.tag), receive.mask, receive.bytes, state->hash);
    }
    return true;
  }

  /// Adds to the hash the messages that the node has sent and that are not received before the cut, each with the state
  /// in which the node sent it: this state decides what the log does not contain, such as the datatype of the values.
  /// Returns false if such a state is not known. Also returns false if it is up to the machine whether the send of such
  /// a message waits for its receive, and the node has sent or received anything after it.
  bool add_messages_under_way(NodeId node, const ConsistentRunCut& cut, NumberSequenceHash& hash) const {
    std::optional<std::uint32_t> waiting_since;
    for (const OrderedMessage* message : sent_by_node_[index(node)]) {
      const LoggedRequest& send = *message->send;
      if (!is_before(send, send.posting_call, cut)) break;
      if (waiting_since) return false;
      if (is_received_before(*message, cut)) continue;
      const auto state = last_state_before(node, send.posting_call);
      if (!state) return false;
      hash.add(HashedStatePart::message_under_way, hash_of_message(*message), state->hash);
      if (!is_buffered(send) && !send.is_synchronous_send()) waiting_since = send.posting_call;
    }
    return !waiting_since || std::ranges::none_of(received_by_node_[index(node)], [&](const OrderedMessage* each) {
      return each->receive->waiting_call > *waiting_since && is_received_before(*each, cut);
    });
  }

  const ProgramLog& program_log_;
  const PartiallyOrderedRun& run_order_;
  const StatesByNode& recorded_states_;
  const NodeId choosing_node_;
  const std::vector<CausalHistoryOfNode> causal_history_by_node_;  ///< for each node, what it knows at which call, as
                                                                   ///< causal_histories_of_all_events() returns it

  /// For each node, the messages that it receives, in the order in which it waits for them.
  std::vector<std::vector<const OrderedMessage*>> received_by_node_;
  std::vector<std::vector<const OrderedMessage*>> sent_by_node_;  ///< for each node, the messages that it sends, in
                                                                  ///< program order
};

}  // namespace

std::vector<ConsistentRunCut> consistent_cuts_of_run(const ProgramLog& log, const PartiallyOrderedRun& order,
                                                     const StatesByNode& states) {
  constexpr std::size_t kMostWork = 100'000;
  std::vector<ConsistentRunCut> cuts;
  if (!order.served_messages.empty() || !order.undecided_service_choices.empty() || order.choices.empty() ||
      states.size() != log.node_count())
    return cuts;
  ConsistentCutFinderAtCollectives(log, order).add_consistent_cuts_to_list(cuts, states);
  if (!order.only_choosing_node || !order.covers_whole_run || order.choices.size() * order.messages.size() > kMostWork)
    return cuts;
  ConsistentCutFinderBeforeChoices(log, order, states).add_consistent_cuts_to_list(cuts);
  std::ranges::stable_sort(cuts, {}, [at = index(*order.only_choosing_node)](const ConsistentRunCut& cut) {
    return cut.first_calls_after_consistent_cut[at];
  });
  return cuts;
}

const ConsistentRunCut* ExploredStates::first_consistent_cut_already_explored(
    std::span<const ConsistentRunCut> cuts, const std::function<bool(const ConsistentRunCut&)>& can_be_first) {
  for (const ConsistentRunCut& cut : cuts) {
    const auto first = first_choices_by_state_.find(cut.hash_of_state);
    if (first == first_choices_by_state_.end()) {
      if (can_be_first(cut)) first_choices_by_state_.emplace(cut.hash_of_state, cut.hash_of_choices);
    } else if (first->second != cut.hash_of_choices) {
      return &cut;
    }
  }
  return nullptr;
}

}  // namespace switchyard
