#pragma once
/// \file disturbed_run.hpp
/// One disturbed run, and how it ended.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/quick_executor.hpp"
#include "runtime/stress/decisions.hpp"
#include "runtime/stress/outcome.hpp"
#include "runtime/stress/strategy.hpp"
#include "runtime/stress/trial.hpp"

namespace switchyard {

/// What is the same in all runs of a stress.
struct RunLimits {
  Duration time_limit = std::chrono::seconds{100};  ///< of virtual time
  /// The host's time for each run, of either kind. A loop without end is found by this where real threads race, and
  /// under the virtual clock where that goes by so slowly.
  std::optional<Duration> host_limit = std::chrono::seconds{10};
  std::optional<std::uint64_t> request_limit = {};  ///< where real threads race: sends, receives and polls of a node
  ExecutorKind executor = kQuickExecutor;           ///< of runs under the virtual clock
  Observer* observer = nullptr;                     ///< of those runs
  std::size_t stack_bytes = kUsualStackBytes;       ///< of a fiber
  StandardSends standard_sends = {};                ///< of all runs
  /// Each run that is disturbed, or follows decisions, has a process of its own, so that a program may crash. Not with
  /// an observer.
  bool isolated = false;
};

/// A run that is over.
struct StressedRun {
  Outcome outcome = Outcome::completed;
  std::string text = {};  ///< what the error said
  bool expired = false;   ///< ended at the limit of the host's time
  Machine machine;        ///< the trial's, or one with smaller buffers
  unsigned halvings = 0;  ///< of the trial's buffers
  Strategy strategy = Strategy::random;
  std::uint64_t seed = 0;
  std::vector<Decision> decisions = {};  ///< none where real threads raced
  std::uint64_t steps = 0;               ///< events of the virtual clock
  std::uint64_t trace_hash = 0;          ///< of these events
};

/// How many times buffers may be halved. Far fewer leave none of any size.
inline constexpr unsigned kMostHalvings = 63;

/// The machine with its buffers halved so many times, or as it is if it has none.
Machine with_halved_buffers(const Machine& machine, unsigned times);

/// Under the virtual clock a pure function of its arguments. `steps`: about how many events such a run has.
/// `halvings`: of the trial's buffers, unless the strategy settles that. Throws UsageError if the trial cannot be run
/// at all.
StressedRun run_disturbed(Trial& trial, Strategy strategy, std::uint64_t seed, std::uint64_t steps,
                          const RunLimits& limits, unsigned halvings = 0);

/// The run that `arbiter` leads to; the strategy is left as random.
StressedRun run_arbitrated(Trial& trial, Arbiter& arbiter, std::uint64_t seed, const RunLimits& limits);

/// The run with so many halvings that these decisions lead to. Needs: not of the strategy threads.
StressedRun run_decided(Trial& trial, unsigned halvings, Strategy strategy, std::uint64_t seed,
                        std::span<const Decision> decisions, const RunLimits& limits);

}  // namespace switchyard
