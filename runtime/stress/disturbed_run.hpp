#pragma once
/// \file disturbed_run.hpp
/// Carries out one run of a stress test, whose order of events is disturbed on purpose, and describes how it ended.

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

/// The limits and settings that are the same for all runs of a stress test.
struct RunLimits {
  Duration time_limit = std::chrono::seconds{100};  ///< limit of virtual time for each run

  /// The limit of host time for each run. The limit ends endless loops of racing threads, and also runs under the
  /// virtual clock in which virtual time advances very slowly.
  std::optional<Duration> host_limit = std::chrono::seconds{10};
  std::optional<std::uint64_t> request_limit = {};  ///< largest number of sends, receives and polls that one node may
                                                    ///< make in a run on real threads; empty for no limit
  ExecutorKind executor = kQuickExecutor;  ///< the executor (fibers or threads) that runs node programs under the
                                           ///< virtual clock
  Observer* observer = nullptr;  ///< the observer that is told what happens in runs under the virtual clock; null for
                                 ///< none
  std::size_t stack_bytes = kUsualStackBytes;  ///< stack size of each fiber in bytes
  StandardSendRule standard_sends = {};        ///< when sends in standard mode are complete, in all runs

  /// Whether each disturbed or repeated run gets a child process of its own, so that the program may crash. This cannot
  /// be combined with an observer.
  bool isolated = false;
  /// Where the runs in this process record their progress and the decisions of their arbiters, so that another process
  /// can read them after a crash; null for no record.
  SharedRunRecord* notes = nullptr;
};

/// The result of one run of a stress test, disturbed or repeated.
struct StressedRun {
  RunOutcome outcome = RunOutcome::completed;
  std::string text = {};  ///< text of the error that ended the run; empty if there was none
  bool expired = false;   ///< whether the run was ended because it reached the limit of host time
  Machine machine;        ///< machine on which the program ran: that of the trial, perhaps with smaller buffers
  unsigned halvings = 0;  ///< number of times that the sizes of the machine's buffers were halved
  StressStrategy strategy = StressStrategy::random;
  std::uint64_t seed = 0;
  /// Decisions of the arbiter about the order of events; empty if real threads raced.
  std::vector<ArbiterDecision> arbiter_decisions = {};
  std::uint64_t steps = 0;       ///< number of events that the run executed under the virtual clock
  std::uint64_t trace_hash = 0;  ///< hash of all events of the run under the virtual clock
};

/// The largest number of times that the sizes of a machine's buffers may be halved. Far fewer halvings already reduce
/// every buffer to nothing.
inline constexpr unsigned kMostBufferHalvings = 63;

/// Returns the machine with the sizes of its buffers halved `times` times, or the same machine if it has no buffers.
Machine with_halved_buffers(const Machine& machine, unsigned times);

/// Returns what is known of a disturbed run before the run: its machine, strategy and seed. The buffers of `machine`
/// are halved `halvings` times, unless the strategy decides how often.
StressedRun planned_run(const Machine& machine, StressStrategy strategy, std::uint64_t seed, unsigned halvings = 0);

/// Carries out a disturbed run. Under the virtual clock the result depends only on the arguments. `steps` is the
/// approximate number of events of such a run. The sizes of the machine's buffers are halved `halvings` times, unless
/// the strategy decides how often. Throws UsageError if the trial cannot be run at all.
StressedRun carry_out_disturbed_run(StressTrial& trial, StressStrategy strategy, std::uint64_t seed,
                                    std::uint64_t steps, const RunLimits& limits, unsigned halvings = 0);

/// Carries out a run in which `arbiter` chooses the order of events. The result names the strategy `random`.
StressedRun run_with_arbiter(StressTrial& trial, Arbiter& arbiter, std::uint64_t seed, const RunLimits& limits);

/// Repeats a run from the recorded decisions of its arbiter, with the sizes of the machine's buffers halved `halvings`
/// times. Needs: the strategy is not `threads`.
StressedRun rerun_with_decisions(StressTrial& trial, unsigned halvings, StressStrategy strategy, std::uint64_t seed,
                                 std::span<const ArbiterDecision> decisions, const RunLimits& limits);

}  // namespace switchyard
