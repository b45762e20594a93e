#pragma once
/// \file shared_job.hpp
/// The job of MPI ranks to which this process belongs if an mpirun has started several processes of this program.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>

#include "bench/experiment/interruptible.hpp"
#include "runtime/ranks/rank_job.hpp"

namespace switchyard {

/// How the MPI ranks of an mpirun work together.
enum class RankCooperation : std::uint8_t {
  none,    ///< nothing in common: each process works as if it were alone
  shared,  ///< the ranks share the runs of a command; a process without others does all runs
  native   ///< the ranks are the nodes of native runs
};

/// Joins the job of ranks for as long as this object lives, if an mpirun has started the process and its ranks have
/// something to do together. Errors of all ranks are then printed only once, by the first rank.
class SharedJob {
 public:
  /// Joins the job of ranks. Throws UsageError as RankJob::join_job() does. Main thread only.
  explicit SharedJob(RankCooperation use);
  ~SharedJob();
  SharedJob(const SharedJob&) = delete;
  SharedJob& operator=(const SharedJob&) = delete;

  /// Returns the job of ranks that this process has joined; null if it has joined none.
  static RankJob* current() noexcept;

  /// Checks, before the ranks begin to work, that all of them are about to do the same: `state` must be equal on all
  /// ranks. Throws Error if it is not, or if another rank has found an error. Does nothing in
  /// a process that mpirun has not started.
  static void require_equal_state(std::string_view state);
  /// Waits until all MPI ranks are ready to work. Throws Error if one of them has found an error.
  /// Does nothing without a job.
  static void wait_until_ranks_are_ready();
  /// Calls run_interruptibly(), and abandons the job of MPI ranks if a signal has come.
  static ComputationEnd run(std::function<void(std::stop_token)> work, const std::function<void()>& tick = {});
  /// Waits until all MPI ranks are ready. Returns true if this process has nothing to do because
  /// the first rank does all work, as for commands whose work cannot be shared. Returns false
  /// without a job.
  static bool leaves_work_to_first_rank();
  /// Reports to the other ranks an error that ends this process. Returns the text that this process has to print about
  /// it, which may be empty, and the exit code of all ranks.
  static RankJob::RankError report_problem_to_ranks(RankJob::RankError problem);
  /// Returns a text that begins with a comma and names some of the `pieces` of work that other ranks have not given
  /// back. `text_of` gives the name of a piece. Returns an empty text if there are no such pieces.
  static std::string missing(const std::set<std::uint64_t>& pieces,
                             const std::function<std::string(std::uint64_t)>& text_of);

 private:
  std::unique_ptr<RankJob> job_;
};

}  // namespace switchyard
