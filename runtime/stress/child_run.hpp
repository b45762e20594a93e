#pragma once
/// \file child_run.hpp
/// Carries out a run in a child process, so that a program that crashes, or never makes a call
/// again, ends only this run.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "runtime/stress/child_process.hpp"
#include "runtime/stress/disturbed_run.hpp"

namespace switchyard {

/// These functions write the result of a run into a record, and read it back. They leave out the members of the run
/// that planned_run() sets before the run.
void write_run_to(RecordWriter& record, const StressedRun& run);
void read_run_from(RecordReader& record, StressedRun& run);

/// The interval of host time at which a parent process checks whether its child has spent too long on one run.
inline constexpr std::chrono::milliseconds kOverlongCheckInterval{20};

/// Tells a parent process when to kill its child, because the child has spent much longer on one
/// run than the limit of host time, at which a run normally ends by itself.
class OverlongRunDetector {
 public:
  /// `notes` says which run the child process carries out at the moment. `limits` and `notes` must outlive the
  /// OverlongRunDetector.
  OverlongRunDetector(const RunLimits& limits, const SharedRunRecord& notes);
  /// Returns whether the child has spent too long on one run. The caller must call this regularly,
  /// because the time is measured from the first call that sees the run.
  bool has_run_taken_too_long();
  /// Fills in the result of a run during which its child process ended. `how` is the text that
  /// ChildProcess::wait_for_child_end() returned.
  void fill_in_ended_run(StressedRun& run, const std::string& how) const;

 private:
  using Clock = std::chrono::steady_clock;
  const RunLimits& run_limits_;
  const SharedRunRecord& shared_run_record_;
  std::uint64_t watched_run_number_ = 0;
  Clock::time_point run_begin_time_ = Clock::now();
  bool has_run_taken_too_long_ = false;
};

/// A series of runs that are carried out one after another until is_wanted_run() returns true for one
/// of them.
struct RunSeries {
  std::uint64_t run_count = 1;
  /// A function that returns what is known of a run before the run is carried out.
  std::function<StressedRun(std::uint64_t number)> make_planned_run;
  std::function<StressedRun(std::uint64_t number, const RunLimits& limits)> carry_out_run;
  std::function<bool(const StressedRun& run)> is_wanted_run;
};

struct SeriesResult {
  std::uint64_t carried_out_run_count = 0;  ///< how many runs of the series were carried out
  std::optional<StressedRun> wanted_run = std::nullopt;
};

/// Carries out the series of runs in a child process. A run in which the child crashes or exits has the outcome
/// program_error, and its text says how the child ended, and on which node if that is known. A child that exceeds the
/// limit of host time by far is killed, and the outcome is unfinished. If such a run is not the wanted one, another
/// child continues with the next run. Throws UsageError and HostError if a run does, and HostError if no child can be
/// made.
///
/// Changes that the program makes in memory remain in the child process, and do not affect the process that calls this
/// function.
SeriesResult run_series_in_children(const RunSeries& series, const RunLimits& limits, const std::stop_token& stop = {});

}  // namespace switchyard
