#pragma once
/// \file traced_run.hpp
/// A run that is made in order to draw its timeline: a sample of an experiment, or the recorded run of a stress test.

#include <exception>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>

#include "bench/experiment/parameters.hpp"
#include "bench/stress/replay_options.hpp"
#include "bench/trace/phase_view.hpp"
#include "bench/trace/timeline.hpp"
#include "bench/trace/traced_exchange.hpp"
#include "runtime/stress/disturbed_run.hpp"

namespace switchyard {

/// The run that is to be carried out and drawn.
struct TraceTask {
  TracedExchange exchange;
  std::optional<RunToRepeat> recorded_run;  ///< the recorded run of a stress test; empty for a sample of an experiment
};

/// Returns the task of drawing the recorded run that --replay names. The task of a program has an
/// empty matrix, because a program's messages are not known beforehand. Throws UsageError for a
/// race of real threads, which has no virtual time.
TraceTask task_of_replay(RunToRepeat known, const std::string& replay);

/// A run and its result. The thread that carries out the run and the thread that waits for it own
/// this object together.
struct TracedRun {
  explicit TracedRun(TraceTask what) : task(std::move(what)) {}

  TraceTask task;
  Timeline timeline = {};
  std::exception_ptr error = {};  ///< error that ended the run, or null; the trace is drawn anyway
  std::optional<StressedRun> repeated_run = std::nullopt;  ///< result of repeating a recorded run; nothing for a sample
  StuckNodes stuck_in_deadlock = {};                       ///< the nodes that a deadlock has stopped

  /// Carries out the run of the trace task, and sets all members other than `task` by its result. Call it at most once.
  void run_and_set_results() noexcept;

 private:
  void run_replay();
};

/// Returns the parameters of the run that its table and its JSON file name.
Parameters parameters_of(const TraceTask& task);

/// Prints a table of where the time goes: the activities of all nodes, and the states of all transfers.
void print_time_shares(std::ostream& out, const TracedRun& run);

}  // namespace switchyard
