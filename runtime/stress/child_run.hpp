#pragma once
/// \file child_run.hpp
/// Carries out a run of a program in a child process. If the program crashes, or stops making calls, only this run is
/// lost.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "runtime/stress/child_process.hpp"
#include "runtime/stress/disturbed_run.hpp"

namespace switchyard {

/// Two functions that write the result of a run into a record, and read it back. They leave out the members of the run
/// that planned_run() sets before the run.
void write_run_to(RecordWriter& record, const StressedRun& run);
void read_run_from(RecordReader& record, StressedRun& run);

/// The interval of host time at which a parent process checks whether its child has spent too long on one run.
inline constexpr std::chrono::milliseconds kIntervalBetweenOverlongRunChecks{20};

/// Tells a parent process when to kill its child, because the child has spent much longer on one run than the limit of
/// host time. A run normally ends by itself at this limit.
class OverlongRunDetector {
 public:
  /// `notes` says which run the child process is carrying out. `limits` and `notes` must outlive the
  /// OverlongRunDetector.
  OverlongRunDetector(const RunLimits& limits, const SharedRunRecord& notes);
  /// Returns whether the child has spent too long on one run. The caller must call this regularly, because the time of
  /// a run is measured from the first call during the run.
  bool has_run_taken_too_long();
  /// Fills in the result of a run during which its child process ended. `how` is the text that
  /// ChildProcess::wait_for_child_end() returned.
  void store_child_process_end_in_run(StressedRun& run, const std::string& how) const;

 private:
  using Clock = std::chrono::steady_clock;
  const RunLimits& run_limits_;
  const SharedRunRecord& shared_run_record_;
  std::uint64_t watched_run_number_ = 0;
  Clock::time_point run_begin_time_ = Clock::now();
  bool has_run_taken_too_long_ = false;
};

/// A series of runs that are carried out one after another until is_wanted_run() returns true for the result of one.
struct RunSeries {
  std::uint64_t run_count = 1;
  /// A function that returns what is known of run `number` before the run is carried out, such as its machine and seed.
  std::function<StressedRun(std::uint64_t number)> make_planned_run;
  std::function<StressedRun(std::uint64_t number, const RunLimits& limits)> carry_out_run;
  std::function<bool(const StressedRun& run)> is_wanted_run;
};

struct RunSeriesResult {
  std::uint64_t carried_out_run_count = 0;  ///< number of runs of the series that were carried out
  std::optional<StressedRun> run_that_ended_series = std::nullopt;
};

/// Carries out a series of runs in a child process, until one is wanted (RunSeries::is_wanted_run). A run in which the
/// child crashes or exits has the outcome program_error, and its text says how the child ended, and on which node if
/// that is known. If a run exceeds the limit of host time by far, the child is killed, and the run has the outcome
/// unfinished. If such a run is not the wanted one, another child continues with the next run. Throws UsageError and
/// HostError if a run does, and HostError if no child can be made.
///
/// Changes that the program makes in memory remain in the child process, and do not affect the process that calls this
/// function.
RunSeriesResult run_series_in_children(const RunSeries& series, const RunLimits& limits,
                                       const std::stop_token& stop = {});

}  // namespace switchyard
