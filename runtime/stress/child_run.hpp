#pragma once
/// \file child_run.hpp
/// Carries out a run in a child process, so that a program which crashes, or never calls its node again, ends only this
/// run.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "runtime/stress/child_process.hpp"
#include "runtime/stress/disturbed_run.hpp"

namespace switchyard {

/// Write the result of a run into a record, and read it from there. What planned_run() already knows is left out.
void add_to(RecordWriter& record, const StressedRun& run);
void take_from(RecordReader& record, StressedRun& run);

/// The time after which a parent process checks again whether its child has been at one run for too long.
inline constexpr std::chrono::milliseconds kTick{20};

/// Tells a parent process when its child must be killed, because it has been at one run for much longer than the limit
/// of host time, at which a run normally ends by itself.
class OverlongRunDetector {
 public:
  /// `notes` are those of the child's runs. `limits` and `notes` must outlive the OverlongRunDetector.
  OverlongRunDetector(const RunLimits& limits, const RunNotes& notes);
  /// Returns whether the child has been at one run for too long. Needs: this is called from time to time.
  bool is_too_long();
  /// Fills in the result of a run that has ended with its child process. `how` is what ChildProcess::end() has
  /// returned.
  void fill_in(StressedRun& run, const std::string& how) const;

 private:
  using Clock = std::chrono::steady_clock;
  const RunLimits& limits_;
  const RunNotes& notes_;
  std::uint64_t begun_ = 0;
  Clock::time_point since_ = Clock::now();
  bool is_too_long_ = false;
};

/// Runs that are carried out one after another until one of them is wanted.
struct RunSeries {
  std::uint64_t count = 1;
  std::function<StressedRun(std::uint64_t number)> planned;  ///< what is known of a run before it is carried out
  std::function<StressedRun(std::uint64_t number, const RunLimits& limits)> carry_out;
  std::function<bool(const StressedRun& run)> is_wanted;
};

struct SeriesResult {
  std::uint64_t carried_out = 0;  ///< number of runs
  std::optional<StressedRun> wanted = std::nullopt;
};

/// Carries out the series in a child process. A run in which the child crashes or exits has the outcome program_error,
/// with a text that says how, and on which node if that is known; if it is not wanted, another child goes on with the
/// next run. A child that is at one run long after the limit of host time is killed; the outcome is unfinished. Throws
/// UsageError and HostError if a run does, and HostError if no child can be made.
///
/// Changes that the program makes in memory stay in the child process.
SeriesResult carry_out_in_children(const RunSeries& series, const RunLimits& limits, const std::stop_token& stop = {});

}  // namespace switchyard
