#include "runtime/verify/decided_run.hpp"

#include <utility>

#include "runtime/stress/undisturbed_order.hpp"

namespace switchyard {
namespace {

/// An arbiter that repeats the decisions of an earlier run about which event comes next, and logs the programs' calls
/// and the results of these calls.
class LoggingReplayArbiter final : public Arbiter {
 public:
  LoggingReplayArbiter(ProgramLog& log, std::span<const ArbiterDecision> decisions)
      : log_(log), replay_arbiter_(decisions) {}
  void on_begin_of_run(const Fabric& /*fabric*/) override { log_.begin_run(); }
  std::size_t choose_next_event(std::span<const Event> pending) override {
    return replay_arbiter_.choose_next_event(pending);
  }
  void on_instruction(NodeId node, const Instruction& instruction) override { log_.add_instruction(node, instruction); }
  void on_wait_any_ended(NodeId node, std::uint32_t which) override { log_.log_chosen_request(node, which); }
  void on_request_complete(const Request& request) override { log_.log_completion(request); }

 private:
  ProgramLog& log_;
  ReplayArbiter replay_arbiter_;
};

}  // namespace

RunOptions run_options_for(const VerifyLimits& limits) {
  RunOptions options;
  options.seed = limits.seed;
  options.executor = limits.runs.executor;
  options.time_limit = limits.runs.time_limit;
  options.stack_bytes = limits.runs.stack_bytes;
  return options;
}

void run_trial_to_end(TrialOfProgramUnderVerification& trial, LoggedProgramRun& run, const RunOptions& options) {
  try {
    trial.run(trial.machine(), options);
  } catch (const UsageError&) {
    throw;
  } catch (const HostError&) {
    throw;
  } catch (const Error&) {
  }
  run.end_state = trial.take_end_state();
}

void run_and_log(Arbiter& arbiter, TrialOfProgramUnderVerification& trial, LoggedProgramRun& run,
                 const VerifyLimits& limits, std::optional<Duration> host_limit) {
  RunOptions options = run_options_for(limits);
  options.arbiter = &arbiter;
  options.host_limit = host_limit;
  run_trial_to_end(trial, run, options);
}

LoggedProgramRun run_with_choices(TrialOfProgramUnderVerification& trial, const Choices& settled,
                                  const VerifyLimits& limits, std::optional<Duration> host_limit,
                                  std::unique_ptr<ProgramLog> spare) {
  LoggedProgramRun run(trial.machine().node_count(), std::move(spare));
  DefaultEventOrderArbiter arbiter(run.log(), settled);
  run_and_log(arbiter, trial, run, limits, host_limit);
  return run;
}

LoggedProgramRun run_program_with_arbiter_decisions(TrialOfProgramUnderVerification& trial,
                                                    std::span<const ArbiterDecision> decisions,
                                                    const VerifyLimits& limits) {
  LoggedProgramRun run(trial.machine().node_count());
  LoggingReplayArbiter arbiter(run.log(), decisions);
  RunOptions options = run_options_for(limits);
  options.arbiter = &arbiter;
  run_trial_to_end(trial, run, options);
  return run;
}

}  // namespace switchyard
