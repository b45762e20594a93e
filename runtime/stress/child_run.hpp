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

/// What a run adds to what was known of it before.
void add_to(RecordWriter& record, const StressedRun& run);
void take_from(RecordReader& record, StressedRun& run);

/// How often a parent looks after its child.
inline constexpr std::chrono::milliseconds kTick{20};

/// Tells when a child is at one run for so long that it has to be ended: it ends by its limit otherwise. Used by the
/// parent.
class RunWatch {
 public:
  /// `notes`: of the child. Both outlive it.
  RunWatch(const RunLimits& limits, const RunNotes& notes);
  /// Needs: called now and then.
  bool is_too_long();
  /// Fills in how a run has ended whose process has ended like this (ChildProcess::end).
  void fill_in(StressedRun& run, const std::string& how) const;

 private:
  using Clock = std::chrono::steady_clock;
  const RunLimits& limits_;
  const RunNotes& notes_;
  std::uint64_t begun_ = 0;
  Clock::time_point since_ = Clock::now();
  bool is_too_long_ = false;
};

/// Calls `carry_out(run, limits)`, which fills in the run, in a child process, and fills in what it has found there. A
/// child that ends otherwise is a program_error that says how, with the node if that is known; one that is still there
/// long after the limit of the host's time is ended as unfinished. Throws what carry_out throws of UsageError and
/// HostError, and HostError if there can be no child.
///
/// What the program changes in memory is the child's alone.
void carry_out_in_child(StressedRun& run, const RunLimits& limits,
                        const std::function<void(StressedRun& run, const RunLimits& limits)>& carry_out);

}  // namespace switchyard
