#pragma once
/// \file child_run.hpp
/// Carries out a run in a child process, so that a program which crashes, or never calls its node again, ends only this
/// run.

#include <chrono>
#include <cstdint>
#include <functional>
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

/// Calls `carry_out(run, limits)`, which fills in the run, in a child process, and copies the result into `run` here.
/// If the child crashes or exits instead, the run's outcome is program_error, with a text that says how, and on which
/// node if that is known. A child that is still there long after the limit of host time is killed; the outcome is
/// unfinished. Throws UsageError and HostError if carry_out does, and HostError if no child can be made.
///
/// Changes that the program makes in memory stay in the child process.
void carry_out_in_child(StressedRun& run, const RunLimits& limits,
                        const std::function<void(StressedRun& run, const RunLimits& limits)>& carry_out);

}  // namespace switchyard
