#pragma once
/// \file disturbed_run.hpp
/// Carries out one run whose order of events is disturbed on purpose, and describes how it ended.

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

/// The limits and settings that are the same in all runs of a stress.
struct RunLimits {
  Duration time_limit = std::chrono::seconds{100};  ///< limit of virtual time
  /// The limit of host time for each run. It ends endless loops of racing threads, and runs under
  /// the virtual clock in which virtual time advances very slowly.
  std::optional<Duration> host_limit = std::chrono::seconds{10};
  std::optional<std::uint64_t> request_limit =
      {};  ///< largest number of sends, receives and polls of a node in runs in which real threads race
  ExecutorKind executor = kQuickExecutor;      ///< executor of runs under the virtual clock
  Observer* observer = nullptr;                ///< observer of runs under the virtual clock; null for none
  std::size_t stack_bytes = kUsualStackBytes;  ///< size of a fiber's stack
  StandardSends standard_sends = {};           ///< when standard sends are complete, in all runs
  /// Whether each disturbed or repeated run gets a process of its own, so that the program may
  /// crash. This cannot be combined with an observer.
  bool isolated = false;
  /// Where each run in this process notes its progress and decisions, so that another process can read them after a
  /// crash; null for no notes.
  SharedRunRecord* notes = nullptr;
};

/// The result of one run of a stress test, disturbed or repeated.
struct StressedRun {
  RunOutcome outcome = RunOutcome::completed;
  std::string text = {};  ///< text of the error that ended the run; empty if there was none
  bool expired = false;   ///< whether the run was ended at the limit of host time
  Machine machine;        ///< machine of the trial, perhaps with smaller buffers
  unsigned halvings = 0;  ///< how many times the trial's buffers were halved
  StressStrategy strategy = StressStrategy::random;
  std::uint64_t seed = 0;
  /// Decisions of the arbiter about the order of events; empty if real threads raced.
  std::vector<ArbiterDecision> decisions = {};
  std::uint64_t steps = 0;       ///< number of events of the virtual clock
  std::uint64_t trace_hash = 0;  ///< hash of all events of the virtual clock
};

/// The largest number of times that buffers may be halved. Much fewer halvings already reduce
/// every buffer to nothing.
inline constexpr unsigned kMostBufferHalvings = 63;

/// Returns the machine with its buffers halved `times` times, or unchanged if it has no buffers.
Machine with_halved_buffers(const Machine& machine, unsigned times);

/// Returns the result of a disturbed run on `machine` as far as it is known before the run:
/// machine, strategy and seed. The machine's buffers are halved `halvings` times, unless the
/// strategy decides how often.
StressedRun planned_run(const Machine& machine, StressStrategy strategy, std::uint64_t seed, unsigned halvings = 0);

/// Carries out a disturbed run. Under the virtual clock the result depends only on the arguments.
/// `steps` is the approximate number of events of such a run. The machine's buffers are halved
/// `halvings` times, unless the strategy decides how often. Throws UsageError if the trial cannot
/// be run at all.
StressedRun run_disturbed(StressTrial& trial, StressStrategy strategy, std::uint64_t seed, std::uint64_t steps,
                          const RunLimits& limits, unsigned halvings = 0);

/// Carries out a run in which `arbiter` chooses the order of events. The result names `random` as
/// its strategy.
StressedRun run_with_arbiter(StressTrial& trial, Arbiter& arbiter, std::uint64_t seed, const RunLimits& limits);

/// Repeats the run that is determined by recorded decisions, with buffers halved `halvings` times.
/// Needs: the strategy is not `threads`.
StressedRun rerun_with_decisions(StressTrial& trial, unsigned halvings, StressStrategy strategy, std::uint64_t seed,
                                 std::span<const ArbiterDecision> decisions, const RunLimits& limits);

}  // namespace switchyard
