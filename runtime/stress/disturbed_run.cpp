#include "runtime/stress/disturbed_run.hpp"

#include <fmt/format.h>

#include <functional>

#include "runtime/random.hpp"
#include "runtime/stress/child_run.hpp"

namespace switchyard {
namespace {

/// Numbers of the streams of random numbers that are derived from a run's seed. The streams are separate, so that the
/// random numbers of the stress strategy do not depend on those of the run itself.
enum SeedStream : std::uint64_t { kArbiterSeedStream = 101, kBufferSeedStream, kMailboxSeedStream, kPollSeedStream };

unsigned random_buffer_halvings(std::uint64_t seed) {
  constexpr std::uint64_t kMostDrawn = 20;
  return static_cast<unsigned>(Rng(split_seed(seed, kBufferSeedStream)).random_number_below(kMostDrawn + 1));
}

/// Draws how many times in a row a node polls and finds nothing before it sleeps until something happens. A delayed
/// message seems late to a polling node only if the node polls for long enough. Long polls lengthen runs, so they are
/// drawn only for the strategy that holds messages back (starve).
std::uint32_t random_polls_before_sleep(StressStrategy strategy, std::uint64_t seed) {
  constexpr std::uint64_t kMostDoublings = 5;
  if (strategy != StressStrategy::starve) return Arbiter::kUsualPollsBeforeSleep;
  return Arbiter::kUsualPollsBeforeSleep
         << Rng(split_seed(seed, kPollSeedStream)).random_number_below(kMostDoublings + 1);
}

StressedRun unstarted_run(const Machine& machine, unsigned halvings, StressStrategy strategy, std::uint64_t seed) {
  return {.machine = with_halved_buffers(machine, halvings), .halvings = halvings, .strategy = strategy, .seed = seed};
}

void store_error_in_run(StressedRun& run, const std::exception_ptr& error, const FabricStatistics& network) {
  run.outcome = outcome_of(error);
  try {
    std::rethrow_exception(error);
  } catch (const HostLimitError& limit) {
    run.expired = true;
    run.text = limit.what();
  } catch (const std::exception& what) {
    run.text = what.what();
  }
  if (network.discarded == 0) return;
  run.outcome = RunOutcome::discarded;
  run.text = fmt::format("{} FORCED message{} discarded, as no receive was posted; {}", network.discarded,
                         network.discarded == 1 ? " was" : "s were", run.text);
}

/// Runs the trial on `run.machine`, and fills in how the run ended.
void run_trial_and_store_outcome(StressedRun& run, StressTrial& trial, RunOptions options, const RunLimits& limits) {
  options.host_limit = limits.host_limit;
  FabricStatistics network;
  options.seed = run.seed;
  options.network = &network;
  if (limits.notes != nullptr) limits.notes->start_run_record();
  try {
    trial.run(run.machine, options);
    if (network.discarded > 0) {
      throw DataError("the program went on without them", DataError::Kind::lost);
    }
  } catch (const Error&) {
    store_error_in_run(run, std::current_exception(), network);
  }
  if (limits.notes != nullptr) limits.notes->end();
}

void run_trial_and_store_outcome(StressedRun& run, StressTrial& trial, Arbiter& arbiter, const RunLimits& limits) {
  RecordingArbiter recording(arbiter, limits.notes);
  recording.set_polls_before_sleep(random_polls_before_sleep(run.strategy, run.seed));
  RunOptions options;
  options.executor = limits.executor;
  options.time_limit = limits.time_limit;
  options.arbiter = &recording;
  options.observer = limits.observer;
  options.stack_bytes = limits.stack_bytes;
  options.standard_sends = limits.standard_sends;
  run_trial_and_store_outcome(run, trial, options, limits);
  recording.end();
  run.arbiter_decisions = recording.arbiter_decisions();
  run.steps = recording.steps();
  run.trace_hash = recording.trace_hash();
}

void run_on_real_threads(StressedRun& run, StressTrial& trial, const RunLimits& limits) {
  RunOptions options;
  options.request_limit = limits.request_limit;
  options.standard_sends = limits.standard_sends;
  options.clock = ClockKind::off;
  options.executor = ExecutorKind::threads;
  options.mailbox_capacity = std::size_t{1} << Rng(split_seed(run.seed, kMailboxSeedStream)).random_number_below(6);
  options.pauses = run.seed;
  run_trial_and_store_outcome(run, trial, options, limits);
}

/// Carries out the run in a child process if RunLimits::isolated is set, and otherwise in this process.
template <class CarryOut>
void run_isolated_if_requested(StressedRun& run, const RunLimits& limits, CarryOut carry_out) {
  if (!limits.isolated) return carry_out(run, limits);
  const RunSeries only_this{.make_planned_run = [&](std::uint64_t) { return run; },
                            .carry_out_run =
                                [&](std::uint64_t, const RunLimits& its_limits) {
                                  StressedRun its_run = run;
                                  carry_out(its_run, its_limits);
                                  return its_run;
                                },
                            .is_wanted_run = [](const StressedRun&) { return true; }};
  run = *run_series_in_children(only_this, limits).run_that_ended_series;
}

}  // namespace

Machine with_halved_buffers(const Machine& machine, unsigned times) {
  auto model = times > 0 ? machine.model().with_halved_buffers(times) : nullptr;
  return model ? Machine(std::move(model)) : machine;
}

StressedRun planned_run(const Machine& machine, StressStrategy strategy, std::uint64_t seed, unsigned halvings) {
  return unstarted_run(machine,
                       strategy == StressStrategy::halved_buffer_sizes ? random_buffer_halvings(seed) : halvings,
                       strategy, seed);
}

StressedRun carry_out_disturbed_run(StressTrial& trial, StressStrategy strategy, std::uint64_t seed,
                                    std::uint64_t steps, const RunLimits& limits, unsigned halvings) {
  StressedRun run = planned_run(trial.machine(), strategy, seed, halvings);
  if (strategy == StressStrategy::threads) {
    run_isolated_if_requested(run, limits, [&](StressedRun& its_run, const RunLimits& its_limits) {
      run_on_real_threads(its_run, trial, its_limits);
    });
    return run;
  }
  const RunNodeLinkAndEventCounts size{run.machine.node_count(), run.machine.routes().link_count(), steps};
  const auto arbiter = make_arbiter(strategy, split_seed(seed, kArbiterSeedStream), size);
  run_isolated_if_requested(run, limits, [&](StressedRun& its_run, const RunLimits& its_limits) {
    run_trial_and_store_outcome(its_run, trial, *arbiter, its_limits);
  });
  return run;
}

StressedRun run_with_arbiter(StressTrial& trial, Arbiter& arbiter, std::uint64_t seed, const RunLimits& limits) {
  StressedRun run = unstarted_run(trial.machine(), 0, StressStrategy::random, seed);
  run_trial_and_store_outcome(run, trial, arbiter, limits);
  return run;
}

StressedRun rerun_with_decisions(StressTrial& trial, unsigned halvings, StressStrategy strategy, std::uint64_t seed,
                                 std::span<const ArbiterDecision> decisions, const RunLimits& limits) {
  StressedRun run = unstarted_run(trial.machine(), halvings, strategy, seed);
  ReplayArbiter arbiter(decisions);
  run_isolated_if_requested(run, limits, [&](StressedRun& its_run, const RunLimits& its_limits) {
    run_trial_and_store_outcome(its_run, trial, arbiter, its_limits);
  });
  return run;
}

}  // namespace switchyard
