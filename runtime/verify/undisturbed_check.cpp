#include "runtime/verify/undisturbed_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ranges>
#include <utility>

namespace switchyard {
namespace {

bool is_unfinished(const EndState& end) noexcept {
  return end.outcome == Outcome::unfinished || end.outcome == Outcome::livelock;
}

std::string text_of_difference(const DecidedRun& one, const DecidedRun& other) {
  if (one.end.printed != other.end.printed) return "two runs of the same order print different lines";
  const auto text_of_error = [](const DecidedRun& run) {
    return run.end.text.empty() ? std::string("no error") : run.end.text.substr(0, run.end.text.find('\n'));
  };
  if (one.end.text != other.end.text)
    return fmt::format("of two runs of the same order one ends with '{}', and the other one with '{}'",
                       text_of_error(one), text_of_error(other));
  return "two runs of the same order make different calls";
}

/// The check of one program in one setting.
class Checker {
 public:
  Checker(const VerifySetting& setting, VerifiedTrial& trial, const VerifyLimits& limits, const NoteRun& note_run)
      : setting_(setting), trial_(trial), limits_(limits), note_run_(note_run) {}

  UndisturbedCheck check_program(const std::set<std::uint64_t>& known) {
    UndisturbedCheck check{.run = run_until_it_ends()};
    check.signature = calls_hash(check.run.log());
    examine(check, known);
    return check;
  }

 private:
  using Finding = UndisturbedCheck::Finding;

  static void leave_undecided(UndisturbedCheck& check, std::string reason) {
    check.finding = Finding::undecided;
    check.undecided_reason = std::move(reason);
  }

  DecidedRun run(VerifiedTrial& trial, Duration host_limit) {
    if (note_run_) note_run_();
    return run_with_choices(trial, {}, limits_, host_limit);
  }

  /// Runs the program, with a short limit first: a program that does not end because of a defect soon shows it.
  DecidedRun run_until_it_ends() {
    constexpr Duration kSoon = std::chrono::seconds{1};
    DecidedRun first = run(trial_, std::min(kSoon, limits_.run_time));
    if (first.end.has_expired && first.end.defects.empty()) first = run(trial_, limits_.run_time);
    return first;
  }

  void examine(UndisturbedCheck& check, const std::set<std::uint64_t>& known) {
    const DecidedRun& first = check.run;
    if (is_unfinished(first.end) && !first.end.defects.empty()) {
      check.finding = Finding::wrong_and_stops;
      return;
    }
    if (is_unfinished(first.end)) {
      const bool may_be_endless = first.end.has_expired || first.end.outcome == Outcome::livelock;
      return leave_undecided(check,
                             (may_be_endless ? "a run does not end: " : "a run is not finished: ") + first.end.text);
    }
    if (known.contains(check.signature) && first.end.is_right()) {
      check.finding = Finding::known;
      check.orders = 1;
      return;
    }
    const DecidedRun again = run(trial_, limits_.run_time);
    const bool are_alike = calls_hash(again.log()) == check.signature && again.end.ends_in_same_way_as(first.end);
    if (!are_alike && !(first.is_wrong() && again.is_wrong()))
      return leave_undecided(check, "the program is not deterministic by itself: " + text_of_difference(first, again));
    if (first.end.is_right() && !is_right_at_other_dates(check)) return;
    check.orders = 1;
    if (!first.log().defect() && first.end.outcome == Outcome::deadlock && gives_up_later(first.log()))
      leave_undecided(check,
                      "a program tests or probes so often before it gives up that its orders cannot be searched");
  }

  /// Repeats the first run at other dates, if the program looks at the date, for example to seed random numbers.
  /// Returns false, and the program is undecided, if it then makes other calls or ends otherwise.
  bool is_right_at_other_dates(UndisturbedCheck& check) {
    if (!setting_.has_read_date || !setting_.has_read_date()) return true;
    for (const NodeProgram& program : setting_.programs_at_other_dates) {
      VerifySetting later = setting_;
      later.program = program;
      VerifiedTrial trial(later);
      const DecidedRun then = run(trial, limits_.run_time);
      const bool is_alike = calls_hash(then.log()) == check.signature && !then.is_wrong();
      if (!is_alike) {
        leave_undecided(check, "the program depends on the date: " + text_of_difference(check.run, then));
        return false;
      }
      check.prints_date |= then.end.printed != check.run.end.printed;
    }
    return true;
  }

  /// A run that is logged takes a program that has polled many times for one that polls for ever. Returns whether this
  /// one gives up instead, if it may poll more often: then a run without a log is in no deadlock.
  bool gives_up_later(const ProgramLog& log) {
    const auto polls_at_end = [&](std::uint32_t i) {
      const LoggedChoice* const last = log[NodeId{i}].last_choice();
      return last != nullptr && last->repeats && last->taken == 0;
    };
    if (std::ranges::none_of(std::views::iota(0U, log.node_count()), polls_at_end)) return false;
    if (note_run_) note_run_();
    RunOptions options = run_options_for(limits_);
    options.host_limit = limits_.run_time;
    DecidedRun longer(log.node_count());
    run_to_end(trial_, longer, options);
    return longer.end.outcome != Outcome::deadlock;
  }

  const VerifySetting& setting_;
  VerifiedTrial& trial_;
  const VerifyLimits& limits_;
  const NoteRun& note_run_;
};

}  // namespace

UndisturbedCheck check_undisturbed_order(const VerifySetting& setting, VerifiedTrial& trial, const VerifyLimits& limits,
                                         const NoteRun& note_run, const std::set<std::uint64_t>& known) {
  return Checker(setting, trial, limits, note_run).check_program(known);
}

}  // namespace switchyard
