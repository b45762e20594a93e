#pragma once
/// \file shared_job.hpp
/// The job that this process shares with others which the same mpirun has started.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ranks/rank_job.hpp"

namespace switchyard::cli {

/// Joins the job for as long as this object lives, if an mpirun has started the process, and the command that the words
/// name is one that processes share. Errors of all ranks are then told once, by the first rank.
class SharedJob {
 public:
  /// Throws UsageError, as RankJob::join() does. Main thread only.
  explicit SharedJob(const std::vector<std::string>& words);
  ~SharedJob();
  SharedJob(const SharedJob&) = delete;
  SharedJob& operator=(const SharedJob&) = delete;

  /// The job of this process; null if it shares none.
  static RankJob* current() noexcept;

  /// Compares what the ranks are about to do, before they do it: `state` must be the same everywhere. Throws Error if
  /// it is not, or if another rank has found an error. Does nothing without a job.
  static void compare(std::string_view state);
  /// Waits until all ranks are ready to work. Throws Error if one of them is not. Does nothing without a job.
  static void begin();
  /// Returns what this process has to print about an error that ends it, which may be empty, and the exit code of all
  /// ranks.
  static RankJob::Problem told(RankJob::Problem problem);

 private:
  std::unique_ptr<RankJob> job_;
};

}  // namespace switchyard::cli
