#pragma once
/// \file decided_run.hpp
/// Runs a program once in an order of events in which some results are prescribed, and keeps the log of the program's
/// calls and how the run ended.

#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "runtime/stress/choice_name.hpp"
#include "runtime/stress/decisions.hpp"
#include "runtime/stress/program_log.hpp"
#include "runtime/stress/served_choices.hpp"
#include "runtime/verify/verified_run.hpp"
#include "runtime/verify/verify_limits.hpp"

namespace switchyard {

/// The log of one run, in which an arbiter may prescribe choices of the programs (such as which message a receive from
/// any node gets), and how the run ended.
struct LoggedProgramRun {
  /// Makes an empty log. If `spare`, a log that is no longer needed, is given, its memory is reused.
  explicit LoggedProgramRun(std::uint32_t nodes, std::unique_ptr<ProgramLog> spare = nullptr)
      : program_log(spare ? std::move(spare) : std::make_unique<ProgramLog>(nodes)) {
    program_log->clear();
    program_log->log_all_choices();
  }
  ProgramLog& log() const noexcept { return *program_log; }
  bool has_failed_or_shown_defect() const { return log().defect() || !end_state.is_completed_without_defects(); }

  std::unique_ptr<ProgramLog> program_log;
  RunEndState end_state = {};
};

RunOptions run_options_for(const VerifyLimits& limits);

/// Carries out one run of the trial, and stores in `run` how the run ends. An error of the program counts as an end;
/// UsageError and HostError are rethrown.
void run_trial_to_end(TrialOfProgramUnderVerification& trial, LoggedProgramRun& run, const RunOptions& options);

/// Carries out a run under an arbiter that writes the log of `run`. `host_limit` limits the run's host time; if it is
/// empty, there is no limit.
void run_and_log(Arbiter& arbiter, TrialOfProgramUnderVerification& trial, LoggedProgramRun& run,
                 const VerifyLimits& limits, std::optional<Duration> host_limit);

/// Carries out a run in which the choices listed in `settled` (such as which message a receive from any node gets) have
/// the results listed there, and all other choices those of an undisturbed run. `host_limit` limits the run's host
/// time; if it is empty, there is no limit.
LoggedProgramRun run_with_choices(TrialOfProgramUnderVerification& trial, const Choices& settled,
                                  const VerifyLimits& limits, std::optional<Duration> host_limit = {},
                                  std::unique_ptr<ProgramLog> spare = nullptr);

/// Carries out a run that repeats the decisions that an arbiter has made in an earlier run about which event comes
/// next.
LoggedProgramRun run_program_with_arbiter_decisions(TrialOfProgramUnderVerification& trial,
                                                    std::span<const ArbiterDecision> decisions,
                                                    const VerifyLimits& limits);

}  // namespace switchyard
