#include "runtime/verify/undisturbed_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ranges>
#include <utility>

#include "runtime/verify/early_ready_message.hpp"

namespace switchyard {
namespace {

bool is_run_unfinished(const RunEndState& end) noexcept {
  return end.outcome == RunOutcome::unfinished || end.outcome == RunOutcome::livelock;
}

std::string text_of_unfinished_run(const LoggedProgramRun& run) {
  const bool may_be_endless =
      run.end_state.has_reached_host_time_limit || run.end_state.outcome == RunOutcome::livelock;
  return (may_be_endless ? "a run does not end: " : "a run is not finished: ") + run.end_state.error_report;
}

std::string text_of_difference(const LoggedProgramRun& one, const LoggedProgramRun& other) {
  if (one.end_state.printed_text != other.end_state.printed_text)
    return "two runs of the same order print different lines";
  const auto text_of_error = [](const LoggedProgramRun& run) {
    return run.end_state.error_report.empty()
               ? std::string("no error")
               : run.end_state.error_report.substr(0, run.end_state.error_report.find('\n'));
  };
  if (one.end_state.error_report != other.end_state.error_report)
    return fmt::format("of two runs of the same order one ends with '{}', and the other one with '{}'",
                       text_of_error(one), text_of_error(other));
  return "two runs of the same order make different calls";
}

/// Checks the undisturbed order of events of one program in one setting (a way to run the program that the standard
/// allows).
class DefaultEventOrderChecker {
 public:
  DefaultEventOrderChecker(const VerifySetting& setting, TrialOfProgramUnderVerification& trial,
                           const VerifyLimits& limits, const RunBeginCallback& note_run)
      : setting_(setting), verified_trial_(trial), verify_limits_(limits), on_run_begin_(note_run) {}

  DefaultEventOrderCheckResult check_program(const std::set<std::uint64_t>& known) {
    record_states(RecordedStates::none);
    DefaultEventOrderCheckResult check{.first_run = run_until_it_ends()};
    check.first_run_calls_hash = calls_hash(check.first_run.log());
    examine_first_run(check, known);
    record_states(RecordedStates::at_synchronising_collectives);
    return check;
  }

 private:
  using DefaultEventOrderConclusion = DefaultEventOrderCheckResult::DefaultEventOrderConclusion;

  static void set_verdict_undecided(DefaultEventOrderCheckResult& check, std::string reason) {
    check.finding = DefaultEventOrderConclusion::undecided;
    check.undecided_reason = std::move(reason);
  }

  /// Sets which states the programs record in the next runs. Recording a state may take as long as many calls, and only
  /// programs that make choices have other orders of events in which their states could come again.
  void record_states(RecordedStates which) const {
    if (setting_.set_recorded_states && verify_limits_.searches_equal_states_once) setting_.set_recorded_states(which);
  }
  static bool makes_choices(const ProgramLog& log) {
    return std::ranges::any_of(std::views::iota(0U, log.node_count()),
                               [&](std::uint32_t i) { return log[NodeId{i}].last_choice() != nullptr; });
  }

  LoggedProgramRun run_in_default_event_order(TrialOfProgramUnderVerification& trial, Duration host_limit) {
    if (on_run_begin_) on_run_begin_();
    return run_with_choices(trial, {}, verify_limits_, host_limit);
  }

  /// Runs the program first with a short limit of host time, because a program that does not end because of a defect
  /// soon shows the defect. If no defect shows, runs the program with the full limit.
  LoggedProgramRun run_until_it_ends() {
    constexpr Duration kSoon = std::chrono::seconds{1};
    LoggedProgramRun first = run_in_default_event_order(verified_trial_, std::min(kSoon, verify_limits_.run_time));
    if (first.end_state.has_reached_host_time_limit && first.end_state.defects_before_end.empty())
      first = run_in_default_event_order(verified_trial_, verify_limits_.run_time);
    return first;
  }

  void examine_first_run(DefaultEventOrderCheckResult& check, const std::set<std::uint64_t>& known) {
    const LoggedProgramRun& first = check.first_run;
    if (is_run_unfinished(first.end_state) && !first.end_state.defects_before_end.empty()) {
      check.finding = DefaultEventOrderConclusion::run_unfinished_with_defect;
      return;
    }
    if (is_run_unfinished(first.end_state)) return set_verdict_undecided(check, text_of_unfinished_run(first));
    if (known.contains(check.first_run_calls_hash) && first.end_state.is_completed_without_defects()) {
      check.finding = DefaultEventOrderConclusion::examined_by_earlier_search;
      check.order_count = 1;
      return;
    }
    const bool has_choices = makes_choices(first.log());
    if (has_choices) record_states(RecordedStates::at_synchronising_collectives);
    LoggedProgramRun again = run_in_default_event_order(verified_trial_, verify_limits_.run_time);
    // A run that was cut off at the limit of host time says nothing about the program.
    if (is_run_unfinished(again.end_state) && !first.has_failed_or_shown_defect())
      return set_verdict_undecided(check, text_of_unfinished_run(again));
    const bool are_alike =
        calls_hash(again.log()) == check.first_run_calls_hash && again.end_state.ends_in_same_way_as(first.end_state);
    if (!are_alike && !(first.has_failed_or_shown_defect() && again.has_failed_or_shown_defect()))
      return set_verdict_undecided(check,
                                   "the program is not deterministic by itself: " + text_of_difference(first, again));
    if (are_alike && has_choices)
      check.first_run = std::move(again);  // the second run is kept, because it has
                                           // recorded the states of the programs
    if (first.end_state.is_completed_without_defects() && !is_program_independent_of_date(check)) return;
    check.order_count = 1;
    if (!first.log().defect() && first.end_state.outcome == RunOutcome::deadlock &&
        does_program_end_if_it_polls_longer(first.log()))
      set_verdict_undecided(check,
                            "a program tests or probes so often before it gives up that its orders cannot be searched");
  }

  /// Repeats the first run at other dates, if the program reads the date, for example to seed random numbers. If the
  /// program then makes other calls or ends otherwise, sets the verdict to undecided and returns false.
  bool is_program_independent_of_date(DefaultEventOrderCheckResult& check) {
    if (!setting_.has_program_read_date || !setting_.has_program_read_date()) return true;
    for (const NodeProgram& program : setting_.programs_for_alternative_dates) {
      VerifySetting later = setting_;
      later.program = program;
      TrialOfProgramUnderVerification trial(later);
      const LoggedProgramRun then = run_in_default_event_order(trial, verify_limits_.run_time);
      if (is_run_unfinished(then.end_state)) {
        set_verdict_undecided(check, text_of_unfinished_run(then));
        return false;
      }
      const bool is_alike = calls_hash(then.log()) == check.first_run_calls_hash && !then.has_failed_or_shown_defect();
      if (!is_alike) {
        set_verdict_undecided(check, "the program depends on the date: " + text_of_difference(check.first_run, then));
        return false;
      }
      check.does_printed_text_depend_on_date |= then.end_state.printed_text != check.first_run.end_state.printed_text;
    }
    return true;
  }

  /// In a run that is logged, a program that has polled many times is assumed to poll for ever. Returns whether the
  /// program gives up instead if it may poll more often, so that a run without a log does not end in a deadlock. A run
  /// without a log may also end at a message in ready mode without a receive: in that case the result is false, because
  /// the program is wrong in any case.
  bool does_program_end_if_it_polls_longer(const ProgramLog& log) {
    const auto polls_at_end = [&](std::uint32_t i) {
      const LoggedChoice* const last = log[NodeId{i}].last_choice();
      return last != nullptr && last->repeats_unsuccessful_poll && last->taken == 0;
    };
    if (std::ranges::none_of(std::views::iota(0U, log.node_count()), polls_at_end)) return false;
    if (on_run_begin_) on_run_begin_();
    RunOptions options = run_options_for(verify_limits_);
    options.host_limit = verify_limits_.run_time;
    LoggedProgramRun longer(log.node_count());
    run_trial_to_end(verified_trial_, longer, options);
    const bool ends_at_ready_message =
        sends_in_ready_mode(log) && longer.end_state.defect_class_of_run_error == DefectClass::call_ordering;
    return longer.end_state.outcome != RunOutcome::deadlock && !ends_at_ready_message;
  }

  const VerifySetting& setting_;
  TrialOfProgramUnderVerification& verified_trial_;
  const VerifyLimits& verify_limits_;
  const RunBeginCallback& on_run_begin_;
};

}  // namespace

DefaultEventOrderCheckResult check_default_event_order(const VerifySetting& setting,
                                                       TrialOfProgramUnderVerification& trial,
                                                       const VerifyLimits& limits, const RunBeginCallback& note_run,
                                                       const std::set<std::uint64_t>& known) {
  return DefaultEventOrderChecker(setting, trial, limits, note_run).check_program(known);
}

}  // namespace switchyard
