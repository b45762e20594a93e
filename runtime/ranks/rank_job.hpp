#pragma once
/// \file rank_job.hpp
/// The processes that an mpirun has started together, as one of them sees the others. The module for the MPI at hand is
/// loaded here; see mpi_calls.h.

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

/// What the environment of a process says about the mpirun that has started it.
struct Launcher {
  std::string module;       ///< name of the module for its MPI, such as "openmpi", or the path of one
  std::string rank = {};    ///< the process's rank, as text; empty if it is not known
  bool is_several = false;  ///< whether it has started more than one process
};

/// Returns nothing for a process that no mpirun has started. `value` looks up a variable of the environment, and
/// returns null for one that is not set.
std::optional<Launcher> launcher_in(const std::function<const char*(const char*)>& value);

/// A message of another rank.
struct RankMessage {
  std::uint32_t from = 0;
  std::string text;
};

/// This process's membership in a job. Any thread may use it; calls take turns.
class RankJob {
 public:
  /// Loads MPI and joins the job, which all of its processes must do. Call it once in a process. Throws UsageError if
  /// the module is missing, or is not one.
  static std::unique_ptr<RankJob> join(const Launcher& launcher);
  /// Leaves the job when all ranks do.
  ~RankJob();
  RankJob(const RankJob&) = delete;
  RankJob& operator=(const RankJob&) = delete;

  std::uint32_t rank() const noexcept { return rank_; }
  std::uint32_t ranks() const noexcept { return ranks_; }
  bool is_first() const noexcept { return rank_ == 0; }
  /// Returns the name of the MPI and its version.
  std::string library() const;

  /// Sends a message, of which the job keeps a copy until it has left. Messages between two ranks with the same tag
  /// arrive in their order.
  void send(std::uint32_t to, int tag, std::string text);
  /// Returns a message of any rank, if one has arrived.
  std::optional<RankMessage> take(int tag);
  /// Waits for a message. Sleeps meanwhile, as there may be fewer cores than ranks.
  RankMessage receive(int tag);
  /// Waits until all messages of this rank have left.
  void flush();

  /// An error that a rank has found, or what there is to tell about that of another.
  struct Problem {
    std::string text;  ///< empty on ranks other than the first, which tells it
    ExitCode code = ExitCode::done;
  };
  /// Compares what all ranks have come to, each of which says it once: `problem` is an error, and `state` is what has
  /// to be the same everywhere, line by line. Returns the first problem, by ranks, with the same exit code on all.
  std::optional<Problem> compare(const std::optional<Problem>& problem, std::string_view state);
  /// Notes that the ranks have nothing more to compare, and go to work.
  void settle() noexcept { is_settled_ = true; }
  /// Whether the ranks have settled what they do, or have found that one of them cannot.
  bool is_settled() const noexcept { return is_settled_; }

  /// From this call on, the destructor leaves without the others: for a process that a signal ends.
  void abandon() noexcept { is_abandoned_ = true; }
  bool is_abandoned() const noexcept { return is_abandoned_; }

  const switchyard_mpi_calls& calls() const noexcept { return *calls_; }

 private:
  /// A message that has not left yet.
  struct Leaving {
    std::unique_ptr<std::string> text;
    switchyard_mpi_request request;
  };

  explicit RankJob(const switchyard_mpi_calls* calls) : calls_(calls) {}
  bool has_left();
  std::optional<Problem> agreed(const std::optional<Problem>& problem, std::string_view state);
  std::optional<Problem> judge(const std::optional<Problem>& problem, std::string_view state);

  const switchyard_mpi_calls* calls_;
  std::uint32_t rank_ = 0, ranks_ = 1;
  bool is_settled_ = false, is_abandoned_ = false;
  std::mutex mutex_;  // guards the calls of MPI, and what follows
  std::vector<Leaving> leaving_;
};

}  // namespace switchyard
