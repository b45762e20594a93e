#pragma once
/// \file runner.hpp
/// A class that carries out numbered pieces of work and keeps the error of a piece that fails. It is used for runs of
/// algorithms and applications, for sweeps, stress tests and published experiments.

#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace switchyard {

/// The progress of work that consists of runs.
struct FinishedRunsAndDoneFraction {
  std::uint64_t finished_runs = 0;
  /// The fraction of the work that is done, from 0 to 1.
  double done_fraction = 0;
};

/// The error that has ended all work of a WorkRunner, or, if the work goes on after errors, the first error.
struct WorkPieceFailure {
  /// The piece of work that failed, such as "ac, dense 4, 1024 bytes, sample 0 of seed 1"; empty if the error is not
  /// about a single piece.
  std::string failed_work_name;
  std::exception_ptr error;
};

/// Throws the error of a failure again, as an Error whose text begins with the name of the failed piece of work and
/// ends with `behind`. If the host has run out of memory, the text also contains `remedy`, which says what the user can
/// do.
[[noreturn]] void rethrow_failure_with_remedy(const WorkPieceFailure& failure, const std::string& remedy,
                                              const std::string& behind = {});

/// Which pieces of work are still carried out after one piece has failed. Pieces that have begun before the failure are
/// finished in any case.
enum class FailurePolicy : std::uint8_t {
  /// only pieces of work with lower numbers than the failed one are still carried out, so that the error that is kept
  /// does not depend on how many pieces are carried out at the same time
  lower_numbered_work_pieces_continue,
  no_further_work_pieces_begin,  ///< no further piece of work is begun
  all_work_pieces_continue       ///< all other pieces of work are carried out
};

/// Carries out numbered pieces of work and keeps the error of a piece that fails. Any thread may use it.
class WorkRunner {
 public:
  explicit WorkRunner(FailurePolicy on_failure) : failure_policy_(on_failure) {}

  /// Makes the runner go on with all other pieces of work after a failure. Call it before the
  /// first piece.
  void let_work_continue_after_failures() noexcept { failure_policy_ = FailurePolicy::all_work_pieces_continue; }

  /// Calls `piece`, which does the piece of work with this number, unless `stop` asks to stop or an earlier failure has
  /// ended the work. If the piece throws, keeps the exception together with the text that `where` returns. Returns true
  /// if the piece was carried out and did not throw.
  bool carry_out_work_piece(std::uint64_t number, const std::stop_token& stop, const std::function<void()>& piece,
                            const std::function<std::string()>& where);
  /// Ends all work because of the exception that is being handled, and keeps this exception in place of any earlier
  /// one. Call it in a catch block. It is meant for errors that do not belong to a single piece of work.
  void end_all_work();

  /// Returns whether a failure has ended all work. The result is false after a failure that does not keep other pieces
  /// of work from being carried out.
  bool has_ended_all_work() const;
  std::optional<WorkPieceFailure> failure() const;
  /// Returns whether a piece of work with a number below `number` has failed.
  bool has_failure_with_lower_number(std::uint64_t number) const;
  /// Returns the number of pieces of work that have failed.
  std::uint64_t failed_piece_count() const;

 private:
  bool must_skip_work_piece(std::uint64_t number) const;
  /// Counts a piece of work that has failed. Keeps the exception that is being handled if it is the one to be reported
  /// at the end.
  void record_failure(std::uint64_t number, std::string where);

  FailurePolicy failure_policy_;
  mutable std::mutex mutex_;  // This mutex guards all members that are declared after it.
  std::optional<WorkPieceFailure> failure_;
  std::uint64_t failed_piece_number_ = 0;
  std::uint64_t failed_piece_count_ = 0;
  bool has_all_work_ended_ = false;
};

}  // namespace switchyard
