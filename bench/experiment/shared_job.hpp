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
enum class RoleOfMpiRanks : std::uint8_t {
  no_cooperation,  ///< the ranks do not cooperate: each process works as if it were alone
  shared_runs,     ///< the ranks share the runs of a command; a process that is alone makes all runs
  native_nodes     ///< the ranks are the nodes of runs in which nothing is emulated
};

/// Joins the job of MPI ranks for as long as this object lives, if an mpirun has started the process and the ranks
/// cooperate in the command. An error that occurs on all ranks is then printed only once, by the first rank.
class MpiJobMembership {
 public:
  /// Joins the job of MPI ranks. Throws UsageError as RankJob::join_job() does. Main thread only.
  explicit MpiJobMembership(RoleOfMpiRanks use);
  ~MpiJobMembership();
  MpiJobMembership(const MpiJobMembership&) = delete;
  MpiJobMembership& operator=(const MpiJobMembership&) = delete;

  /// Returns the job of MPI ranks that this process has joined; null if it has joined none.
  static RankJob* joined_mpi_job() noexcept;

  /// Checks, before the MPI ranks begin to work, that all ranks are about to do the same work: the text `state` must be
  /// equal on all ranks. Throws Error if it is not, or if another rank has reported an error. Does nothing if this
  /// process has joined no job.
  static void require_equal_text_on_all_ranks(std::string_view state);
  /// Waits until all MPI ranks are ready to work. Throws Error if a rank has reported an error. Does nothing if this
  /// process has joined no job.
  static void wait_until_ranks_are_ready();
  /// Calls run_interruptibly() with the same arguments. If a signal has ended the work, calls RankJob::abandon_job(),
  /// so that this process ends without waiting for the other ranks.
  static ComputationEnd run_until_done_or_signal(std::function<void(std::stop_token)> work,
                                                 const std::function<void()>& tick = {});
  /// For commands whose work cannot be shared among MPI ranks: waits until all ranks are ready, and returns true if
  /// this process has nothing to do because the first rank does all the work. Returns false on the first rank, and if
  /// this process has joined no job.
  static bool leaves_work_to_first_rank();
  /// Tells the other MPI ranks about an error that ends this process. Returns the text that this process has to print
  /// about the error, which may be empty, and the exit code of all ranks.
  static RankJob::RankError report_problem_to_ranks(RankJob::RankError problem);
  /// Returns a text that names up to three of `pieces`, the pieces of work whose results are missing, and begins with a
  /// comma. `text_of` returns the name of a piece. The text is empty if `pieces` is empty.
  static std::string missing_work_pieces_as_text(const std::set<std::uint64_t>& pieces,
                                                 const std::function<std::string(std::uint64_t)>& text_of);

 private:
  std::unique_ptr<RankJob> rank_job_;
};

}  // namespace switchyard
