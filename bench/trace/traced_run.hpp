#pragma once
/// \file traced_run.hpp
/// A run that is made in order to draw its timeline: one random sample of an experiment, or the recorded run of a
/// stress test.

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

/// What is to be run and drawn.
struct TraceTask {
  TracedExchange exchange;
  /// The recorded run of a stress test; empty if a sample of an experiment is to be run.
  std::optional<RunToRepeat> recorded_run;
};

/// Returns the task of repeating and drawing the recorded run that the option --replay names. If the run is of a
/// program, the task's matrix is empty, because a program's messages are not known beforehand. Throws UsageError if the
/// run used real threads without virtual time.
TraceTask task_of_replay(RunToRepeat known, const std::string& replay);

/// A run and its result. The thread that carries out the run and the thread that waits for it share the ownership of
/// this object.
struct TracedRun {
  explicit TracedRun(TraceTask what) : task_to_trace(std::move(what)) {}

  TraceTask task_to_trace;
  Timeline timeline = {};
  /// The error that ended the run, or null. The timeline is drawn in both cases.
  std::exception_ptr error = {};
  /// The result of repeating a recorded run; nothing for a sample of an experiment.
  std::optional<StressedRun> repeated_run = std::nullopt;
  StuckNodes stuck_in_deadlock = {};  ///< the nodes that cannot go on because of a deadlock

  /// Carries out the run that `task_to_trace` describes, and stores its results in the other members. Call it at most
  /// once.
  void run_and_set_results() noexcept;

 private:
  void run_replay();
};

/// Returns the parameters of the run, which are printed above its table and stored in its JSON file.
Parameters parameters_of(const TraceTask& task_to_trace);

/// Prints a table of how the virtual time is spent: on which activities by the nodes, and in which states by the
/// transfers.
void print_time_shares(std::ostream& out, const TracedRun& run);

}  // namespace switchyard
