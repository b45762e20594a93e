#pragma once
/// \file runner.hpp
/// A class that carries out numbered pieces of work and keeps the error of a piece that fails. It is used for runs of
/// algorithms and applications, sweeps, stress sessions and published experiments.

#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace switchyard {

/// How much is done of work that consists of runs.
struct ProgressOfRuns {
  std::uint64_t finished_runs = 0;
  double done_fraction = 0;  ///< from 0 to 1
};

/// The error that ended all work of a WorkRunner, or the first error if the other pieces of work were carried out
/// nevertheless.
struct WorkFailure {
  /// The piece of work that failed, such as "ac, dense 4, 1024 bytes, sample 0 of seed 1"; empty if the error is not
  /// about a single piece.
  std::string failed_piece;
  std::exception_ptr error;
};

/// Throws the error of a failure again, as an Error whose text begins with the piece of work that failed and ends with
/// `behind`. If the error is a lack of memory, the text also contains `remedy`, which says what the user can do.
[[noreturn]] void rethrow_failure_with_remedy(const WorkFailure& failure, const std::string& remedy,
                                              const std::string& behind = {});

/// The pieces of work that are still carried out after a piece has failed. Pieces that have begun by then are finished
/// in any case.
enum class FailurePolicy : std::uint8_t {
  /// only pieces of work with lower numbers than the failed one are still carried out, so that the error that is kept
  /// does not depend on the number of jobs
  finish_earlier_pieces,
  end_all_pieces,       ///< no further piece is begun
  carry_out_all_pieces  ///< all pieces are carried out
};

/// Carries out pieces of work and keeps their errors. Any thread may use it.
class WorkRunner {
 public:
  explicit WorkRunner(FailurePolicy on_failure) : failure_policy_(on_failure) {}

  /// Makes the runner go on with all other pieces of work after a failure. Call it before the
  /// first piece.
  void keep_going_after_failures() noexcept { failure_policy_ = FailurePolicy::carry_out_all_pieces; }

  /// Carries out the piece of work, unless `stop` asks to stop or an earlier failure has ended the work. If the piece
  /// throws, keeps the exception together with the text that `failed_piece` returns. Returns true if the piece was
  /// carried out and did not throw.
  bool carry_out_piece(std::uint64_t number, const std::stop_token& stop, const std::function<void()>& piece,
                       const std::function<std::string()>& where);
  /// Ends all work because of the exception that is being handled, which replaces any earlier failure. It must be
  /// called in a catch block, and is meant for errors that are not about a single piece of work.
  void end_all_work();

  /// Returns whether a failure has ended all work; false after a failure that lets other pieces of
  /// work go on.
  bool has_ended_all_work() const;
  std::optional<WorkFailure> failure() const;
  /// Returns whether a piece of work with a number below `number` has failed.
  bool has_failure_with_lower_number(std::uint64_t number) const;
  /// Returns the number of pieces of work that have failed.
  std::uint64_t failed_piece_count() const;

 private:
  bool must_skip_piece(std::uint64_t number) const;
  /// Counts a piece of work that has failed. Keeps the exception that is being handled if this failure is to be
  /// reported at the end.
  void record_failure(std::uint64_t number, std::string where);

  FailurePolicy failure_policy_;
  mutable std::mutex mutex_;  // This mutex guards all members that are declared after it.
  std::optional<WorkFailure> failure_;
  std::uint64_t failed_piece_number_ = 0;
  std::uint64_t failed_piece_count_ = 0;
  bool is_all_work_ended_ = false;
};

}  // namespace switchyard
