#include "runtime/stress/disturbed_run.hpp"

#include <fmt/format.h>

#include <functional>

#include "runtime/random.hpp"
#include "runtime/stress/child_run.hpp"

namespace switchyard {
namespace {

/// Streams of a run's seed: what the strategy draws does not depend on what the run draws.
enum Stream : std::uint64_t { kArbiter = 101, kBuffers, kMailboxes };

unsigned drawn_halvings(std::uint64_t seed) {
  constexpr std::uint64_t kMostDrawn = 20;
  return static_cast<unsigned>(Rng(split_seed(seed, kBuffers)).below(kMostDrawn + 1));
}

StressedRun run_of(const Trial& trial, unsigned halvings, Strategy strategy, std::uint64_t seed) {
  return {.machine = with_halved_buffers(trial.machine(), halvings),
          .halvings = halvings,
          .strategy = strategy,
          .seed = seed};
}

void fail(StressedRun& run, const std::exception_ptr& error, const FabricStatistics& network) {
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
  run.outcome = Outcome::discarded;
  run.text = fmt::format("{} FORCED message{} discarded, as no receive was posted; {}", network.discarded,
                         network.discarded == 1 ? " was" : "s were", run.text);
}

/// Runs on `run.machine` and fills in how that ended.
void carry_out(StressedRun& run, Trial& trial, RunOptions options, const RunLimits& limits) {
  options.host_limit = limits.host_limit;
  FabricStatistics network;
  options.seed = run.seed;
  options.network = &network;
  try {
    trial.run(run.machine, options);
    if (network.discarded > 0) {
      throw DataError("the program went on without them", DataError::Kind::lost);
    }
  } catch (const Error&) {
    fail(run, std::current_exception(), network);
  }
}

void carry_out(StressedRun& run, Trial& trial, Arbiter& arbiter, const RunLimits& limits) {
  RecordingArbiter recording(arbiter);
  RunOptions options;
  options.executor = limits.executor;
  options.time_limit = limits.time_limit;
  options.arbiter = &recording;
  options.observer = limits.observer;
  options.stack_bytes = limits.stack_bytes;
  options.standard_sends = limits.standard_sends;
  carry_out(run, trial, options, limits);
  recording.end();
  run.decisions = recording.decisions();
  run.steps = recording.steps();
  run.trace_hash = recording.trace_hash();
}

void carry_out_on_threads(StressedRun& run, Trial& trial, const RunLimits& limits) {
  RunOptions options;
  options.request_limit = limits.request_limit;
  options.standard_sends = limits.standard_sends;
  options.clock = ClockKind::off;
  options.executor = ExecutorKind::threads;
  options.mailbox_capacity = std::size_t{1} << Rng(split_seed(run.seed, kMailboxes)).below(6);
  options.pauses = run.seed;
  carry_out(run, trial, options, limits);
}

/// In this process, or in a child of it.
void carry_out_where_asked(StressedRun& run, const RunLimits& limits, const std::function<void()>& carry_out) {
  limits.isolated ? carry_out_in_child(run, limits, carry_out) : carry_out();
}

}  // namespace

Machine with_halved_buffers(const Machine& machine, unsigned times) {
  auto model = times > 0 ? machine.model().with_halved_buffers(times) : nullptr;
  return model ? Machine(std::move(model)) : machine;
}

StressedRun run_disturbed(Trial& trial, Strategy strategy, std::uint64_t seed, std::uint64_t steps,
                          const RunLimits& limits, unsigned halvings) {
  if (strategy == Strategy::buffers) halvings = drawn_halvings(seed);
  StressedRun run = run_of(trial, halvings, strategy, seed);
  if (strategy == Strategy::threads) {
    carry_out_where_asked(run, limits, [&] { carry_out_on_threads(run, trial, limits); });
    return run;
  }
  const RunSize size{run.machine.node_count(), run.machine.routes().link_count(), steps};
  const auto arbiter = make_arbiter(strategy, split_seed(seed, kArbiter), size);
  carry_out_where_asked(run, limits, [&] { carry_out(run, trial, *arbiter, limits); });
  return run;
}

StressedRun run_arbitrated(Trial& trial, Arbiter& arbiter, std::uint64_t seed, const RunLimits& limits) {
  StressedRun run = run_of(trial, 0, Strategy::random, seed);
  carry_out(run, trial, arbiter, limits);
  return run;
}

StressedRun run_decided(Trial& trial, unsigned halvings, Strategy strategy, std::uint64_t seed,
                        std::span<const Decision> decisions, const RunLimits& limits) {
  StressedRun run = run_of(trial, halvings, strategy, seed);
  ReplayArbiter arbiter(decisions);
  carry_out_where_asked(run, limits, [&] { carry_out(run, trial, arbiter, limits); });
  return run;
}

}  // namespace switchyard
