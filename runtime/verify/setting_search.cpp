#include "runtime/verify/setting_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/random.hpp"
#include "runtime/stress/choices.hpp"
#include "runtime/stress/choices_of_finished_runs.hpp"
#include "runtime/stress/exhaustive.hpp"
#include "runtime/stress/one_order.hpp"
#include "runtime/stress/run_cuts.hpp"
#include "runtime/stress/served_choices.hpp"
#include "runtime/stress/undisturbed_order.hpp"
#include "runtime/stress/visible_calls.hpp"
#include "runtime/verify/decided_run.hpp"
#include "runtime/verify/deciding_choice.hpp"
#include "runtime/verify/early_ready_message.hpp"
#include "runtime/verify/run_story.hpp"
#include "runtime/verify/undisturbed_check.hpp"

namespace switchyard {

class EventOrderSearchInSetting::EventOrderSearchImplementation {
 public:
  EventOrderSearchImplementation(const VerifySetting& setting, const VerifyLimits& limits,
                                 const RunBeginCallback& note_run)
      : setting_(setting), verify_limits_(limits), on_run_begin_(note_run), verified_trial_(setting) {
    search_result_.explored_orders_summary.name = setting.name;
  }

  bool run_default_event_order(const std::set<std::uint64_t>& known, HostTime deadline) {
    set_deadline(deadline);
    return examine_default_event_order(known);
  }
  void explore_orders(HostTime deadline) {
    set_deadline(deadline);
    if (!is_log_insufficient_ && !explore_choices()) is_log_insufficient_ = true;
    if (is_log_insufficient_ && !is_verdict_decided()) explore_all_orders_of_events();
    if (!search_result_.explored_orders_summary.complete && !is_verdict_decided()) try_random_orders();
  }
  const SearchResult& result() const noexcept { return search_result_; }

 private:
  using Clock = std::chrono::steady_clock;

  void set_deadline(HostTime deadline) {
    begin_time_ = Clock::now();
    deadline_ = deadline;
  }
  bool is_verdict_decided() const noexcept {
    return search_result_.first_wrong_run.has_value() || !search_result_.undecided_reason.empty();
  }
  bool has_host_deadline_passed(HostTime limit) const { return Clock::now() >= limit; }
  /// Returns the host time until which orders of events are explored systematically. After this time, random orders are
  /// tried.
  HostTime end_of_systematic_search() const { return begin_time_ + (deadline_ - begin_time_) * 3 / 4; }

  LoggedProgramRun run_with_prescribed_choices(const Choices& settled) {
    if (on_run_begin_) on_run_begin_();
    return run_with_choices(verified_trial_, settled, verify_limits_, verify_limits_.run_time,
                            std::move(reusable_log_));
  }

  // --- running the undisturbed order of events -----------------------------------------------------------------------

  /// Checks the undisturbed order of events. Returns false if the verdict on the program is decided by this check, or
  /// if no verdict is possible because two runs in this order differ and are not both wrong.
  bool examine_default_event_order(const std::set<std::uint64_t>& known) {
    using CheckFinding = DefaultEventOrderCheckResult::DefaultEventOrderConclusion;
    DefaultEventOrderCheckResult check =
        check_default_event_order(setting_, verified_trial_, verify_limits_, on_run_begin_, known);
    search_result_.first_run_end_state = check.first_run.end_state;
    search_result_.first_run_calls_hash = check.first_run_calls_hash;
    search_result_.undecided_reason = std::move(check.undecided_reason);
    search_result_.does_printed_text_depend_on_date = check.does_printed_text_depend_on_date;
    search_result_.explored_orders_summary.orders = check.order_count;
    record_sends_of_first_run(check.first_run.log());
    if (check.finding == CheckFinding::run_unfinished_with_defect) note_wrong_run(check.first_run, {});
    if (check.finding == CheckFinding::ready_for_search) examine_first_run(std::move(check.first_run));
    return check.finding == CheckFinding::ready_for_search && !is_verdict_decided();
  }

  void examine_first_run(LoggedProgramRun first) {
    const ProgramLog& log = first.log();
    is_log_insufficient_ = log.text_of_first_logging_obstacle().has_value();
    if (is_log_insufficient_) search_result_.explored_orders_summary.reason = *log.text_of_first_logging_obstacle();
    const bool is_examined = !is_log_insufficient_ && sends_in_ready_mode(log);
    if (is_examined && note_early_ready_message(first, partial_order_of(log).partially_ordered_run, {})) return;
    if (log.defect()) {
      note_defect_in_log(first, {});
    } else if (!first.end_state.is_completed_without_defects()) {
      note_wrong_first_run(first);
    } else {
      first_run_to_examine_ = std::move(first);
    }
  }

  void record_sends_of_first_run(const ProgramLog& log) {
    search_result_.does_first_run_depend_on_event_order = log.has_choices();
    search_result_.sends_waiting_by_node.assign(log.node_count(), {});
    for (std::uint32_t i = 0; i < log.node_count(); ++i) {
      const NodeLog& node = log[NodeId{i}];
      std::vector<bool>& waiting = search_result_.sends_waiting_by_node[i];
      bool is_last_a_named_send = false;
      for (std::uint32_t place = 0; place < node.size(); ++place) {
        const LoggedCall call = node[place];
        if (call.kind != LoggedCall::Kind::post) continue;
        const LoggedRequest& request = *call.requests.front();
        if (request.kind != Request::Kind::send) continue;
        is_last_a_named_send = false;
        if (request.protocol != Protocol::automatic) continue;
        search_result_.shortest_send_bytes = std::min(search_result_.shortest_send_bytes, request.bytes);
        search_result_.longest_send_bytes = std::max(search_result_.longest_send_bytes, request.bytes);
        is_last_a_named_send = request.context != Context::collectives &&
                               static_cast<std::uint16_t>(request.context) < kBackgroundContextOffset;
        if (is_last_a_named_send) waiting.push_back(request.is_synchronous_send());
      }
      if (is_last_a_named_send) waiting.pop_back();
    }
  }

  // --- running one order of events for each set of choices -----------------------------------------------------------

  /// Runs one order of events for each set of choices that programs can make (such as which message a receive from any
  /// node gets). Returns false if a program does something for which one order of events for each set of choices is not
  /// enough, such as cancelling a request.
  bool explore_choices() {
    search_result_.explored_orders_summary.orders = 0;
    set_recorded_states(verify_limits_.searches_equal_states_once ? RecordedStates::at_synchronising_collectives
                                                                  : RecordedStates::none);
    std::vector<StoredBranch> to_do(1);
    UnorderedChoiceSets tried;
    bool is_proof = true;
    while (!to_do.empty() && !is_verdict_decided()) {
      if (are_orders_with_unsuccessful_accesses_too_many()) {
        poll_policy_ = UnsuccessfulPollPolicy::remove_unsuccessful_polls_and_accesses;
        forget_runs();
        tried.clear();
        to_do = std::vector<StoredBranch>(1);
      }
      StoredBranch& last = to_do.back();
      const bool is_alone = last.is_first_tried_with_one_changed_node;
      const auto [settled, meaning] =
          is_alone ? last.choice_set_changing_one_node(first_run_choices_.arbiter_choices) : last.to_choice_set();
      if (is_alone &&
          (runs_that_look_like_first_.has_run_with_choices(meaning) || impossible_choices_.contains(meaning))) {
        to_do.pop_back();
        continue;
      }
      const bool is_known = tried.contains(meaning) || (search_result_.explored_orders_summary.orders > 0 &&
                                                        choices_of_finished_runs_.has_run_with_choices(meaning));
      if (!is_known && (search_result_.explored_orders_summary.orders >= verify_limits_.orders ||
                        has_host_deadline_passed(end_of_systematic_search())))
        break;
      const std::optional<Choices::value_type> changed = last.changed_choice;
      if (is_alone) {
        last.is_first_tried_with_one_changed_node =
            !is_known;  // the next try also includes the changed choices of the other nodes
      } else {
        to_do.pop_back();
      }
      if (is_known) continue;
      tried.insert(meaning);
      LoggedProgramRun next = first_run_to_examine_ ? *std::exchange(first_run_to_examine_, std::nullopt)
                                                    : run_with_prescribed_choices(settled);
      // A run that does not end may have made so many calls that looking for other orders of these calls would take too
      // long.
      if (next.end_state.has_reached_host_time_limit && next.end_state.defects_before_end.empty()) {
        search_result_.explored_orders_summary.reason = next.end_state.error_report;
        is_proof = false;
        continue;
      }
      if (next.log().text_of_first_logging_obstacle() && !next.log().defect()) {
        search_result_.explored_orders_summary.reason = *next.log().text_of_first_logging_obstacle();
        return false;
      }
      const PartialOrder partial = partial_order_of(next.log());
      if (auto cancel = text_of_undecided_cancel(next.log(), partial.partially_ordered_run)) {
        search_result_.explored_orders_summary.reason = std::move(*cancel);
        return false;
      }
      RunChoices choices(partial.partially_ordered_run, message_set_numbers_);
      const bool is_shown = !partial.is_stuck_in_prescribed_wait &&
                            has_made_all_choices(partial.partially_ordered_run, settled) &&
                            !choices.are_contradictory();
      is_proof = add_outcome_of_run(next, partial.partially_ordered_run, settled, is_shown) && is_proof;
      if (is_verdict_decided()) break;
      if (!is_shown) plan_run_without_unmet_service_choices(partial.partially_ordered_run, settled, to_do);
      if (is_alone && !is_shown && is_stuck_at_choice(changed->first, next.log())) impossible_choices_.insert(meaning);
      const bool is_quiet = is_shown && is_indistinguishable_from_first_run(next, partial.partially_ordered_run);
      if (is_quiet)
        runs_that_look_like_first_.add(
            all_choices_of_run(partial.partially_ordered_run, message_set_numbers_).order_independent_choices);
      const std::vector<ConsistentRunCut> cuts =
          consistent_cuts_of_run(next.log(), partial.partially_ordered_run, next.end_state.program_states);
      const ConsistentRunCut* const end = is_shown ? first_consistent_cut_already_explored(cuts, choices) : nullptr;
      add_branches(partial.partially_ordered_run, choices, to_do, is_quiet, end);
      choose_recorded_states(partial.partially_ordered_run, end != nullptr);
      is_proof = try_tests_that_find_nothing(partial.partially_ordered_run, settled, to_do) && is_proof;
      reusable_log_ = std::move(next.program_log);
    }
    record_whether_all_orders_ran(to_do.empty(), is_proof);
    return true;
  }

  /// Returns whether the search is to begin again and leave out unsuccessful accesses to the memory of other nodes
  /// (UnsuccessfulPollPolicy), because the orders with such accesses are many.
  bool are_orders_with_unsuccessful_accesses_too_many() const {
    constexpr std::uint64_t kMostOrdersWithUnsuccessfulAccesses = 1000;
    return has_unsuccessful_accesses_ && poll_policy_ == UnsuccessfulPollPolicy::remove_unsuccessful_polls &&
           search_result_.explored_orders_summary.orders >= kMostOrdersWithUnsuccessfulAccesses;
  }
  void forget_runs() {
    choices_of_finished_runs_ = {};
    runs_that_look_like_first_ = {};
    explored_states_ = {};
  }

  /// A program may give up after a number of tests or probes in a row that find nothing, and a run in which a test is
  /// repeated only once does not show this. So for each source line with such a test, this function tries a run in
  /// which the test finds nothing at all. If the program then does something else, the function adds the branches of
  /// that run to `to_do`, the runs still to be made. Returns false if such a run does not prove how all orders with the
  /// same choices end.
  bool try_tests_that_find_nothing(const PartiallyOrderedRun& order, const Choices& settled,
                                   std::vector<StoredBranch>& to_do) {
    bool is_proof = true;
    for (const ChoiceWithVectorClock& each : order.choices) {
      const LoggedChoice& look = *each.choice;
      if (look.has_no_result_yet() || !look.is_nonblocking_test_or_probe() || look.finds_further_request) continue;
      const bool probes_itself = look.kind == LoggedChoice::Kind::try_probe && look.taken == 1 + index(look.node);
      if (probes_itself) continue;  // a message from the node to itself is there as soon as it is sent
      if (is_verdict_decided() ||
          !tests_forced_to_find_nothing_.emplace(look.node, look.site.file(), look.site.line()).second)
        continue;
      LoggedProgramRun given_up(verified_trial_.machine().node_count());
      DefaultEventOrderArbiter arbiter(given_up.log(), settled);
      arbiter.withhold_results_from(look.name);
      if (on_run_begin_) on_run_begin_();
      run_and_log(arbiter, verified_trial_, given_up, verify_limits_, verify_limits_.run_time);
      if (arbiter.does_program_repeat_poll_until_success() || given_up.log().has_logging_obstacle()) continue;
      const PartialOrder partial = partial_order_of(given_up.log());
      RunChoices choices(partial.partially_ordered_run, message_set_numbers_);
      if (partial.is_stuck_in_prescribed_wait || choices.are_contradictory()) continue;
      const Choices made = all_choices_of_run(partial.partially_ordered_run, message_set_numbers_).arbiter_choices;
      is_proof = add_outcome_of_run(given_up, partial.partially_ordered_run, made, true) && is_proof;
      add_branches(partial.partially_ordered_run, choices, to_do);
    }
    return is_proof;
  }

  void record_whether_all_orders_ran(bool is_complete, bool is_proof) {
    search_result_.explored_orders_summary.complete = is_complete && is_proof && !is_verdict_decided();
    if (!is_complete && !is_verdict_decided()) search_result_.explored_orders_summary.reason = text_of_reached_limit();
  }
  std::string text_of_reached_limit() const {
    return search_result_.explored_orders_summary.orders >= verify_limits_.orders
               ? fmt::format("the limit of {} orders", verify_limits_.orders)
               : std::string("the limit of the host's time");
  }

  /// Returns whether the run has made all choices that `settled` prescribes, with none of them still waiting for its
  /// prescribed result.
  static bool has_made_all_choices(const PartiallyOrderedRun& order, const Choices& settled) {
    const auto is_missing = [&](const LoggedChoice& choice) {
      return choice.has_no_result_yet() &&
             std::ranges::binary_search(settled, choice.name, {}, &Choices::value_type::first);
    };
    return std::ranges::none_of(order.choices,
                                [&](const ChoiceWithVectorClock& each) { return is_missing(*each.choice); }) &&
           std::ranges::none_of(order.undecided_service_choices,
                                [&](const LoggedChoice* each) { return is_missing(*each); });
  }

  /// Adds to `to_do`, the runs still to be made, the choices in `settled` without those for which the run has waited in
  /// vain. (A run may wait in vain for messages that its prescribed choices of services demand. Such choices come from
  /// another run, in which the message's sender could send it only because its previous, unbuffered send was done.
  /// Vector clocks do not show this dependence; see message_order.hpp.)
  static void plan_run_without_unmet_service_choices(const PartiallyOrderedRun& order, const Choices& settled,
                                                     std::vector<StoredBranch>& to_do) {
    ChoiceSet rest{.arbiter_choices = settled};
    for (const LoggedChoice* open : order.undecided_service_choices) {
      std::erase_if(rest.arbiter_choices, [&](const auto& each) {
        return each.first >= open->name && each.first.belongs_to_service() &&
               each.first.has_same_service_as_choice(open->name);
      });
    }
    if (rest.arbiter_choices.size() == settled.size()) return;
    rest.order_independent_choices = rest.arbiter_choices;
    to_do.push_back({.unindexed_choices = std::make_unique<ChoiceSet>(std::move(rest))});
  }

  /// Adds the outcome of a run to the result of the search. Returns false if the run does not prove how all orders of
  /// events with the same choices end.
  bool add_outcome_of_run(const LoggedProgramRun& run, const PartiallyOrderedRun& order, const Choices& settled,
                          bool is_shown) {
    const bool is_first = search_result_.explored_orders_summary.orders == 0;
    if (is_first) {
      first_run_choices_ = all_choices_of_run(order, message_set_numbers_);
      first_run_choice_results_by_node_ = choice_results_by_node(order);
    }
    const bool is_whole =
        run.end_state.outcome == RunOutcome::completed || run.end_state.outcome == RunOutcome::deadlock;
    if (is_shown && is_whole)
      choices_of_finished_runs_.add(all_choices_of_run(order, message_set_numbers_).order_independent_choices);
    if (!is_shown) return true;
    ++search_result_.explored_orders_summary.orders;
    note_race_sources(order);
    if (note_early_ready_message(run, order, settled)) return true;
    if (run.end_state.outcome == RunOutcome::unfinished && run.end_state.defects_before_end.empty()) {
      search_result_.explored_orders_summary.reason = run.end_state.error_report;
      return false;
    }
    if (run.log().defect()) {
      note_defect_in_log(run, settled);
      return true;
    }
    const bool ends_alike = run.end_state.ends_in_same_way_as(search_result_.first_run_end_state);
    const bool prints_polls = !ends_alike && order.served_messages.empty() &&
                              run.end_state.differs_only_in_print(search_result_.first_run_end_state) &&
                              choice_results_by_node(order) == first_run_choice_results_by_node_;
    if (!run.end_state.is_completed_without_defects() || (!ends_alike && !prints_polls)) {
      note_wrong_run(run, settled);
      return true;
    }
    search_result_.does_printed_text_depend_on_poll_count |= prints_polls;
    return proves_that_all_orders_end(run.log(), order);
  }

  /// For each node, the results of its choices in program order. Each result comes with the source file and line of its
  /// call, and with whether the call had found another request before. Tests and probes that find nothing are left out.
  /// The file and line stand for the call, because the address of a node's program may differ between two runs.
  using ChoiceResultsByNode =
      std::map<NodeId, std::vector<std::tuple<std::string, std::uint32_t, bool, std::uint32_t>>>;
  static ChoiceResultsByNode choice_results_by_node(const PartiallyOrderedRun& order) {
    ChoiceResultsByNode results;
    for (const ChoiceWithVectorClock& each : order.choices) {
      const LoggedChoice& choice = *each.choice;
      if (!choice.is_nonblocking_test_or_probe() || choice.taken != 0)
        results[choice.node].emplace_back(choice.site.file(), choice.site.line(), choice.finds_further_request,
                                          choice.taken);
    }
    return results;
  }

  bool proves_that_all_orders_end(const ProgramLog& log, const PartiallyOrderedRun& order) {
    const ReadyModeMessageCheck ready = check_ready_mode_messages(log, order);
    const ProofThatOneOrderSuffices one = check_that_one_order_suffices(
        log, ready.order_with_synchronous_sends ? &*ready.order_with_synchronous_sends : &order,
        verified_trial_.machine().model());
    if (!one.is_one_order_proven_sufficient) search_result_.explored_orders_summary.reason = one.explanation;
    return one.is_one_order_proven_sufficient;
  }

  /// Adds the branches of a run (sets of choices for new runs) to `to_do`, the runs still to be made. `is_quiet` says
  /// whether other nodes notice none of the run's choices. If `end` is given, another run shows all that can follow
  /// behind this cut.
  void add_branches(const PartiallyOrderedRun& order, RunChoices& choices, std::vector<StoredBranch>& to_do,
                    bool is_quiet = false, const ConsistentRunCut* end = nullptr) {
    for (const ChoiceWithVectorClock& each : order.choices)
      search_result_.does_program_poll |=
          each.choice->is_nonblocking_test_or_probe() && !each.choice->finds_further_request;
    for (const MessageTakenByNodeService& each : order.served_messages)
      search_result_.does_program_poll |= each.position_of_access_being_repeated.has_value();
    has_unsuccessful_accesses_ = has_unsuccessful_accesses_ || !UnsuccessfulAccesses(order).messages().empty();
    const std::size_t earlier = to_do.size();
    choices.add_exploration_branches_to(to_do, poll_policy_, &call_sites_completing_several_requests_, end);
    for (StoredBranch& each : std::span(to_do).subspan(earlier))
      each.is_first_tried_with_one_changed_node = is_quiet && each.changed_choice && each.unindexed_choices == nullptr;
  }

  const ConsistentRunCut* first_consistent_cut_already_explored(std::span<const ConsistentRunCut> cuts,
                                                                RunChoices& choices) {
    return explored_states_.first_consistent_cut_already_explored(
        cuts, [&](const ConsistentRunCut& cut) { return !choices.has_unsuccessful_poll_before(cut, poll_policy_); });
  }
  void set_recorded_states(RecordedStates which) {
    if (which == recorded_states_ || !setting_.set_recorded_states) return;
    setting_.set_recorded_states(which);
    recorded_states_ = which;
    run_count_with_recorded_states_ = run_count_reaching_known_state_ = 0;
  }
  /// Decides which states the programs record in the next run. Recording a state may take as long as many calls. So the
  /// states in which programs make calls are recorded only if a single node makes choices and there are many orders. No
  /// states are recorded any more if few of the runs so far came to a state of another run.
  void choose_recorded_states(const PartiallyOrderedRun& order, bool is_cut) {
    constexpr std::uint64_t kFewOrders = 32, kEnoughRuns = 200, kRunsPerUsefulCut = 10;
    constexpr double kFewChoiceSets = 200;
    if (recorded_states_ == RecordedStates::none) return;
    ++run_count_with_recorded_states_;
    run_count_reaching_known_state_ += is_cut ? 1 : 0;
    const bool is_first = search_result_.explored_orders_summary.orders <= 1;
    const bool are_many = is_first ? estimated_choice_set_count(order) > kFewChoiceSets
                                   : search_result_.explored_orders_summary.orders >= kFewOrders;
    if (order.only_choosing_node && are_many)
      set_recorded_states(RecordedStates::at_synchronising_collectives_and_calls);
    if (run_count_with_recorded_states_ >= kEnoughRuns &&
        run_count_reaching_known_state_ * kRunsPerUsefulCut < run_count_with_recorded_states_)
      set_recorded_states(RecordedStates::none);
  }

  /// Returns whether all nodes let each other notice the same in this run as in the first run (visible_calls.hpp).
  /// Returns false if only one node makes choices, because then it makes no difference to search the choices of each
  /// node alone.
  bool is_indistinguishable_from_first_run(const LoggedProgramRun& run, const PartiallyOrderedRun& order) {
    if (run.end_state.outcome != RunOutcome::completed || !order.served_messages.empty() ||
        !order.undecided_service_choices.empty())
      return false;
    const auto is_of_first_chooser = [&](const ChoiceWithVectorClock& each) {
      return each.choice->node == order.choices.front().choice->node;
    };
    if (std::ranges::all_of(order.choices, is_of_first_chooser)) return false;
    const auto shown = hashes_of_visible_calls(run.log());
    if (search_result_.explored_orders_summary.orders == 1) first_run_visible_calls_ = shown;
    return shown && shown == first_run_visible_calls_;
  }
  /// Returns whether the last choice that a node has made in the logged run is the one with this name.
  static bool is_stuck_at_choice(const ChoiceName& name, const ProgramLog& log) {
    const LoggedChoice* const last = log[name.node].last_choice();
    return last != nullptr && last->name == name;
  }

  void note_race_sources(const PartiallyOrderedRun& order) {
    for (const ChoiceWithVectorClock& each : order.choices) {
      const LoggedChoice& choice = *each.choice;
      const bool takes_any = choice.kind == LoggedChoice::Kind::receive || choice.kind == LoggedChoice::Kind::probe;
      if (!takes_any || choice.has_no_result_yet()) continue;
      std::vector<std::uint32_t>& taken = message_sources_seen_by_choice(choice);
      if (std::ranges::find(taken, choice.taken) == taken.end()) note_race_source(choice, taken);
    }
  }
  /// Returns the list of nodes from which `choice`, a receive or probe from any source, has got messages in the runs so
  /// far. The caller may add sources to the list.
  std::vector<std::uint32_t>& message_sources_seen_by_choice(const LoggedChoice& choice) {
    return sources_taken_by_choice_[{choice.node, choice.index_among_choices_of_node}];
  }
  void note_race_source(const LoggedChoice& choice, std::vector<std::uint32_t>& taken) {
    taken.push_back(choice.taken);
    if (taken.size() < 2) return;
    auto& sources = search_result_.benign_races[{index(choice.node), call_text("receive", choice.site)}];
    sources.insert(taken.begin(), taken.end());
  }

  // --- running all orders of events, or random orders ----------------------------------------------------------------

  /// The trial that a search of all or of random orders runs: passes each run on to the trial of the verified program,
  /// and examines the end of each run for the verdict.
  class TrialThatExaminesRunEnds final : public StressTrial {
   public:
    explicit TrialThatExaminesRunEnds(EventOrderSearchImplementation& search) : setting_search_(search) {}
    const Machine& machine() const override { return setting_search_.verified_trial_.machine(); }
    RunReport run(const Machine& machine, const RunOptions& options) override {
      if (setting_search_.on_run_begin_) setting_search_.on_run_begin_();
      const struct RunEndExaminer {
        EventOrderSearchImplementation& search;
        const RunOptions& options;
        ~RunEndExaminer() { search.examine_run_end(options); }
      } look{setting_search_, options};
      return setting_search_.verified_trial_.run(machine, options);
    }

   private:
    EventOrderSearchImplementation& setting_search_;
  };

  /// Examines the end of a run whose order of events was chosen by an arbiter. If the run is wrong, stores it in the
  /// result of the search. Stops the search of all orders after a wrong run, or at a limit.
  void examine_run_end(const RunOptions& options) {
    const RunEndState& end = verified_trial_.end_state();
    if (++watched_run_count_ >= verify_limits_.orders || has_host_deadline_passed(search_deadline_))
      stop_source_.request_stop();
    if (is_verdict_decided() || end.outcome == RunOutcome::unfinished ||
        (end.is_completed_without_defects() && end.ends_in_same_way_as(search_result_.first_run_end_state)))
      return;
    WrongRun wrong{.end_state = end};
    wrong.replay = {.setting = setting_.name, .seed = options.seed};
    if (const auto* recording = dynamic_cast<const RecordingArbiter*>(options.arbiter))
      wrong.replay.arbiter_decisions = recording->arbiter_decisions();
    note_matches_of_run(wrong);
    search_result_.first_wrong_run = std::move(wrong);
    stop_source_.request_stop();
  }

  void note_matches_of_run(WrongRun& wrong) const {
    const WrongRun again = repeat_run_of_replay(setting_, wrong.replay, verify_limits_);
    wrong.matches = again.matches;
    wrong.match_count_omitted_from_report = again.match_count_omitted_from_report;
  }

  RunLimits run_limits() const {
    RunLimits limits = verify_limits_.runs;
    limits.host_limit = verify_limits_.run_time;
    return limits;
  }

  void explore_all_orders_of_events() {
    search_deadline_ = end_of_systematic_search();
    TrialThatExaminesRunEnds watched(*this);
    ExhaustiveOptions options{
        .seed = verify_limits_.seed, .limits = run_limits(), .tries_one_order_per_choice_set_first = false};
    watched_run_count_ = 0;
    const ExhaustiveSearchReport report = explore_all_orders(watched, options, stop_source_.get_token());
    search_result_.explored_orders_summary.orders = report.order_count;
    search_result_.does_program_poll |= report.orders_with_truncated_polling > 0;
    search_result_.explored_orders_summary.complete = report.has_run_all_orders && !is_verdict_decided() &&
                                                      !report.orders_by_outcome.contains(RunOutcome::unfinished);
    if (!search_result_.explored_orders_summary.complete && !is_verdict_decided())
      search_result_.explored_orders_summary.reason += fmt::format(
          ", so that all orders of events were to be run: {}",
          watched_run_count_ >= verify_limits_.orders ? "the limit of orders" : "the limit of the host's time");
  }

  void try_random_orders() {
    constexpr std::array kTried{StressStrategy::random, StressStrategy::pct, StressStrategy::starve};
    search_deadline_ = deadline_;
    stop_source_ = {};
    TrialThatExaminesRunEnds watched(*this);
    const RunLimits limits = run_limits();
    std::uint64_t steps = 1;
    for (std::uint64_t i = 0;
         !is_verdict_decided() && !has_host_deadline_passed(deadline_) && i < verify_limits_.orders; ++i) {
      const StressedRun run = carry_out_disturbed_run(watched, kTried[i % kTried.size()],
                                                      split_seed(verify_limits_.seed, i), steps, limits);
      steps = std::max(steps, run.steps);
      ++search_result_.explored_orders_summary.orders;
    }
  }

  // --- describing a run that ends wrongly ----------------------------------------------------------------------------

  WrongRun describe_wrong_run(const LoggedProgramRun& run, const Choices& settled) {
    WrongRun wrong{.end_state = run.end_state, .is_default_order_wrong_without_known_cause = settled.empty()};
    const PartialOrder partial = partial_order_of(run.log());
    wrong.replay = {.setting = setting_.name,
                    .choices = all_choices_of_run(partial.partially_ordered_run, message_set_numbers_).arbiter_choices,
                    .seed = verify_limits_.seed};
    MatchesOfRun matches = matches_in_run(partial.partially_ordered_run);
    wrong.matches = std::move(matches.last_matches);
    wrong.match_count_omitted_from_report = matches.left_out_count;
    if (!settled.empty())
      note_deciding_choice(wrong, partial.partially_ordered_run, first_run_choices_, message_set_numbers_);
    return wrong;
  }
  /// Records that the first run ends wrongly. If this may follow from a message race, and a run with other choices ends
  /// well, the choice in which the two runs differ is recorded as the cause.
  void note_wrong_first_run(const LoggedProgramRun& first) {
    constexpr std::uint64_t kMostRuns = 1000;  // limited, because the first run has shown a defect, which is to be
                                               // reported soon
    note_wrong_run(first, {});
    const RunEndState& end = first.end_state;
    if (end.wait_graph && !has_no_wait_cycle(*end.wait_graph)) return;
    if (end.defect_class_of_run_error && !can_message_race_cause_defect(*end.defect_class_of_run_error)) return;
    const auto is_by_itself = [](const Defect& each) { return !can_message_race_cause_defect(each.kind); };
    if (std::ranges::any_of(end.defects_before_end, is_by_itself)) return;
    if (const auto usual = find_choices_of_run_that_ends_well(first, std::min(kMostRuns, verify_limits_.orders))) {
      search_result_.first_wrong_run->is_default_order_wrong_without_known_cause = false;
      note_deciding_choice(*search_result_.first_wrong_run, partial_order_of(first.log()).partially_ordered_run, *usual,
                           message_set_numbers_);
    }
  }
  /// Returns whether a run ends well. If the first run fails a check of the program's own, any other run already counts
  /// as ending well if it comes to its end without failing, even if it leaves messages behind.
  static bool does_run_end_well(const LoggedProgramRun& run, bool first_fails_own_check) {
    if (run.log().defect()) return false;
    const bool comes_to_end =
        run.end_state.outcome == RunOutcome::completed || run.end_state.outcome == RunOutcome::data_lost;
    return run.end_state.is_completed_without_defects() || (first_fails_own_check && comes_to_end);
  }
  /// Searches for an order of events that ends well, beginning with those that differ least from the first order.
  /// Returns the choices of that order, or nothing if none was found in `most` runs.
  std::optional<ChoiceSet> find_choices_of_run_that_ends_well(const LoggedProgramRun& first, std::uint64_t most) {
    const PartiallyOrderedRun first_order = partial_order_of(first.log()).partially_ordered_run;
    std::vector<StoredBranch> to_do;
    RunChoices(first_order, message_set_numbers_)
        .add_exploration_branches_to(to_do, UnsuccessfulPollPolicy::keep_unsuccessful_polls);
    UnorderedChoiceSets tried;
    const bool fails_own_check =
        first.end_state.outcome == RunOutcome::program_error && !first.end_state.defect_class_of_run_error;
    for (std::size_t next = 0; next < to_do.size(); ++next) {
      if (tried.size() >= most || has_host_deadline_passed(end_of_systematic_search())) break;
      const auto [settled, meaning] = to_do[next].to_choice_set();
      if (!tried.insert(meaning).second) continue;
      const LoggedProgramRun other = run_with_prescribed_choices(settled);
      const PartialOrder partial = partial_order_of(other.log());
      RunChoices choices(partial.partially_ordered_run, message_set_numbers_);
      if (partial.is_stuck_in_prescribed_wait || !has_made_all_choices(partial.partially_ordered_run, settled) ||
          choices.are_contradictory())
        continue;
      if (does_run_end_well(other, fails_own_check))
        return all_choices_of_run(partial.partially_ordered_run, message_set_numbers_);
      choices.add_exploration_branches_to(to_do, UnsuccessfulPollPolicy::keep_unsuccessful_polls);
    }
    return std::nullopt;
  }
  void note_wrong_run(const LoggedProgramRun& run, const Choices& settled) {
    search_result_.first_wrong_run = describe_wrong_run(run, settled);
  }
  /// Records the defect that the log of a run has shown, as the first of the run's defects. It becomes the last one if
  /// the call with the defect has no name: the runtime itself has then waited for requests that the program left
  /// behind, whose memory is gone. It also becomes the last one if nodes access the same memory without an order,
  /// because another node may then have changed the data.
  void note_defect_in_log(const LoggedProgramRun& run, const Choices& settled) {
    search_result_.first_wrong_run = describe_wrong_run(run, settled);
    std::vector<Defect>& defects = search_result_.first_wrong_run->end_state.defects_before_end;
    const bool may_be_other_node =
        std::ranges::any_of(defects, [](const Defect& each) { return each.kind == DefectClass::global_concurrency; });
    const bool is_first = run.log().is_defect_in_named_call() && !may_be_other_node;
    defects.insert(is_first ? defects.begin() : defects.end(), *run.log().defect());
  }
  /// Returns whether a message in ready mode can come before its receive is posted. If so, records that the program is
  /// wrong.
  bool note_early_ready_message(const LoggedProgramRun& run, const PartiallyOrderedRun& order, const Choices& settled) {
    std::optional<Defect> early = check_ready_mode_messages(run.log(), order).early_message_defect;
    if (!early) return false;
    WrongRun wrong = describe_wrong_run(run, settled);
    wrong.end_state = {};
    wrong.end_state.defects_before_end.push_back(std::move(*early));
    search_result_.first_wrong_run = std::move(wrong);
    return true;
  }

  const VerifySetting& setting_;
  const VerifyLimits& verify_limits_;
  const RunBeginCallback& on_run_begin_;
  TrialOfProgramUnderVerification verified_trial_;
  HostTime begin_time_{}, deadline_{}, search_deadline_{};
  SearchResult search_result_;
  bool is_log_insufficient_ = false;
  std::unique_ptr<ProgramLog> reusable_log_;  ///< the log of an earlier run, whose memory the next run reuses

  /// The undisturbed first run, until explore_choices() has examined it; empty afterwards.
  std::optional<LoggedProgramRun> first_run_to_examine_;
  ChoiceSet first_run_choices_;  ///< the choices that programs and services made in the first run
  ChoiceResultsByNode first_run_choice_results_by_node_;  ///< for each node, the results of its choices in the first
                                                          ///< run
  MessageSetNumbering message_set_numbers_;
  ChoicesOfFinishedRuns choices_of_finished_runs_;
  ExploredStates explored_states_;
  RecordedStates recorded_states_ = RecordedStates::at_synchronising_collectives;
  std::uint64_t run_count_with_recorded_states_ = 0;  ///< number of runs that were examined since recorded_states_ last
                                                      ///< changed
  std::uint64_t run_count_reaching_known_state_ = 0;  ///< number of the runs counted by run_count_with_recorded_states_
                                                      ///< that came to a state of an earlier run
  std::optional<std::vector<std::uint64_t>>
      first_run_visible_calls_;  ///< for each node, the hash of all that other nodes can notice of it in the first run;
                                 ///< empty if this is not known
  ChoicesOfFinishedRuns runs_that_look_like_first_;  ///< choices of the runs in which other nodes notice the same of
                                                     ///< each node as in the first run

  /// Sets of choices, each with changed choices of one node and the usual choices of all others, that no order of
  /// events leads to.
  UnorderedChoiceSets impossible_choices_;
  std::map<ChoiceName, std::vector<std::uint32_t>> sources_taken_by_choice_;
  /// Tests and probes, each named by node, source file and line, for which try_tests_that_find_nothing() has already
  /// made a run in which they find nothing.
  std::set<std::tuple<NodeId, std::string, std::uint32_t>> tests_forced_to_find_nothing_;
  CallSitesThatCompletedSeveralRequests call_sites_completing_several_requests_;
  UnsuccessfulPollPolicy poll_policy_ = UnsuccessfulPollPolicy::remove_unsuccessful_polls;
  bool has_unsuccessful_accesses_ = false;  ///< whether a run had some (UnsuccessfulAccesses)
  std::stop_source stop_source_;
  std::uint64_t watched_run_count_ = 0;  ///< number of runs that TrialThatExaminesRunEnds has made since the search of
                                         ///< all orders of events began
};

EventOrderSearchInSetting::EventOrderSearchInSetting(const VerifySetting& setting, const VerifyLimits& limits,
                                                     const RunBeginCallback& note_run)
    : implementation_(std::make_unique<EventOrderSearchImplementation>(setting, limits, note_run)) {}
EventOrderSearchInSetting::EventOrderSearchInSetting(EventOrderSearchInSetting&&) noexcept = default;
EventOrderSearchInSetting::~EventOrderSearchInSetting() = default;
bool EventOrderSearchInSetting::run_default_event_order(const std::set<std::uint64_t>& known, HostTime deadline) {
  return implementation_->run_default_event_order(known, deadline);
}
void EventOrderSearchInSetting::explore_orders(HostTime deadline) { implementation_->explore_orders(deadline); }
const SearchResult& EventOrderSearchInSetting::result() const noexcept { return implementation_->result(); }

bool can_message_race_cause_defect(DefectClass kind) noexcept {
  return kind == DefectClass::parameter_matching || kind == DefectClass::invalid_parameter ||
         kind == DefectClass::memory;
}

WrongRun repeat_run_of_replay(const VerifySetting& setting, const VerifyReplay& replay, const VerifyLimits& limits) {
  TrialOfProgramUnderVerification trial(setting);
  WrongRun again{.replay = replay};
  VerifyLimits same = limits;
  same.seed = replay.seed;
  LoggedProgramRun run = replay.arbiter_decisions.empty()
                             ? run_with_choices(trial, replay.choices, same, limits.run_time)
                             : run_program_with_arbiter_decisions(trial, replay.arbiter_decisions, same);
  const PartiallyOrderedRun order = partial_order_of(run.log()).partially_ordered_run;
  MatchesOfRun matches = matches_in_run(order);
  if (auto early = check_ready_mode_messages(run.log(), order).early_message_defect;
      early && replay.arbiter_decisions.empty()) {
    run.end_state = {};
    run.end_state.defects_before_end.push_back(std::move(*early));
  }
  again.end_state = std::move(run.end_state);
  again.matches = std::move(matches.last_matches);
  again.match_count_omitted_from_report = matches.left_out_count;
  return again;
}

}  // namespace switchyard
