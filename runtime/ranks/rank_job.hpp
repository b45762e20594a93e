#pragma once
/// \file rank_job.hpp
/// The processes that an mpirun has started together, as one of them sees the others. The module that calls the
/// implementation of MPI to which the mpirun belongs is loaded here; see mpi_calls.h.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/ranks/mpi_calls.h"

namespace switchyard {

/// What the environment variables of a process say about the mpirun command that has started the process.
struct MpirunEnvironment {
  std::string mpi_module;              ///< name or path of the module for the mpirun's MPI, such as "openmpi"
  std::string rank = {};               ///< MPI rank of the process, as text; empty if it is not known
  bool has_several_processes = false;  ///< whether the mpirun has started more than one process
};

/// Returns what the environment says about the mpirun that has started this process, or nothing if no mpirun has.
/// `value` looks up an environment variable, and returns null if it is not set.
std::optional<MpirunEnvironment> launcher_named_in_environment(const std::function<const char*(const char*)>& value);

/// A text that another rank of the job has sent.
struct RankMessage {
  std::uint32_t source_rank = 0;
  std::string message_text;
};

/// The membership of this process in a job, which is all processes that one mpirun has started. Any thread may use this
/// object; its calls that send and receive exclude each other by a lock.
class RankJob {
 public:
  /// Loads the module through which MPI is called, and joins the job, which all processes of the job must do. Call it
  /// once in a process. Throws UsageError if the module is missing or not valid, or if MPI cannot start.
  static std::unique_ptr<RankJob> join_job(const MpirunEnvironment& launcher);
  /// Leaves the job by MPI_Finalize, as all ranks must do, unless abandon_job() has been called.
  ~RankJob();
  RankJob(const RankJob&) = delete;
  RankJob& operator=(const RankJob&) = delete;

  std::uint32_t rank() const noexcept { return rank_; }
  std::uint32_t rank_count() const noexcept { return rank_count_; }
  bool is_first_rank() const noexcept { return rank_ == 0; }
  /// Returns name and version of the implementation of MPI.
  std::string name_of_mpi_library() const;

  /// Sends a message, of which the job keeps a copy until the message has left. Messages between
  /// two ranks with the same tag arrive in the order in which they were sent.
  void send(std::uint32_t to, int tag, std::string text);
  /// Returns a message with this tag from any rank; nothing if none has arrived.
  std::optional<RankMessage> try_receive(int tag);
  /// Waits for a message with this tag from any rank, and returns it. The thread sleeps meanwhile, as there may be
  /// fewer cores than ranks.
  RankMessage receive(int tag);
  /// Waits until all messages of this rank have left.
  void wait_until_all_messages_are_sent();

  /// An error that this rank or another one has found.
  struct RankError {
    /// The message to print. In results of compare_all_ranks() it is empty on all ranks except the first.
    std::string message_to_print;
    ExitCode rank_exit_code = ExitCode::done;
  };
  /// Compares the states of all ranks, all of which must call it. `problem` is an error of this rank, if there is one,
  /// and `state` is a text that must be the same on all ranks, line by line. Returns the problem or difference of the
  /// lowest rank that has one, with the same exit code on all ranks, or nothing.
  std::optional<RankError> compare_all_ranks(const std::optional<RankError>& problem, std::string_view state);
  /// Notes that the ranks have nothing more to compare by compare_all_ranks(), and begin their work.
  void end_comparisons() noexcept { are_rank_comparisons_finished_ = true; }
  /// Returns whether end_comparisons() has been called, or compare_all_ranks() has found a problem. From then on, ranks
  /// do not call compare_all_ranks() any more.
  bool are_rank_comparisons_finished() const noexcept { return are_rank_comparisons_finished_; }

  /// Makes the destructor leave the job without MPI_Finalize, and without waiting for the other ranks. This is for a
  /// process that is ended by a signal.
  void abandon_job() noexcept { is_abandoned_ = true; }
  bool is_abandoned() const noexcept { return is_abandoned_; }

  const switchyard_mpi_calls& mpi_calls() const noexcept { return *mpi_calls_; }

 private:
  /// A message whose MPI send is not complete, with the job's copy of its text.
  struct UnfinishedSend {
    std::unique_ptr<std::string> message_text;
    switchyard_mpi_request request;
  };

  explicit RankJob(const switchyard_mpi_calls* calls) : mpi_calls_(calls) {}
  bool drop_sent_messages();
  std::optional<RankError> first_problem_of_all_ranks(const std::optional<RankError>& problem, std::string_view state);
  std::optional<RankError> find_first_problem(const std::optional<RankError>& problem, std::string_view state);

  const switchyard_mpi_calls* mpi_calls_;
  std::uint32_t rank_ = 0, rank_count_ = 1;
  bool are_rank_comparisons_finished_ = false, is_abandoned_ = false;
  std::mutex mutex_;  // guards all calls of MPI, and unfinished_sends_, the list of sends that are not complete
  std::vector<UnfinishedSend> unfinished_sends_;
};

}  // namespace switchyard
