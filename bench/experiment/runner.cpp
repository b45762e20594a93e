#include "bench/experiment/runner.hpp"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "runtime/error.hpp"

namespace switchyard {

void rethrow_failure_with_remedy(const WorkPieceFailure& failure, const std::string& remedy,
                                 const std::string& behind) {
  const std::string where = failure.failed_work_name.empty() ? "" : failure.failed_work_name + ": ";
  try {
    std::rethrow_exception(failure.error);
  } catch (const Error& error) {
    throw Error(where + error.what() + behind, error.exit_code());
  } catch (const std::bad_alloc&) {
    throw Error(fmt::format("{}not enough memory; {}{}", where, remedy, behind));
  } catch (const std::exception& error) {
    throw Error(where + error.what() + behind);
  }
}

bool WorkRunner::carry_out_work_piece(std::uint64_t number, const std::stop_token& stop,
                                      const std::function<void()>& piece, const std::function<std::string()>& where) {
  if (stop.stop_requested() || must_skip_work_piece(number)) return false;
  try {
    piece();
    return true;
  } catch (...) {  // The exception is kept; failure() returns it.
    record_failure(number, where());
    return false;
  }
}

void WorkRunner::end_all_work() {
  const std::lock_guard lock(mutex_);
  has_all_work_ended_ = true;
  failure_ = WorkPieceFailure{{}, std::current_exception()};
}

bool WorkRunner::has_ended_all_work() const {
  const std::lock_guard lock(mutex_);
  return has_all_work_ended_ || (failure_ && failure_policy_ == FailurePolicy::no_further_work_pieces_begin);
}

bool WorkRunner::must_skip_work_piece(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  if (has_all_work_ended_) return true;
  if (!failure_ || failure_policy_ == FailurePolicy::all_work_pieces_continue) return false;
  return failure_policy_ == FailurePolicy::no_further_work_pieces_begin || number > failed_piece_number_;
}

void WorkRunner::record_failure(std::uint64_t number, std::string where) {
  const std::lock_guard lock(mutex_);
  ++failed_piece_count_;
  const bool counts = !failure_ || (failure_policy_ == FailurePolicy::lower_numbered_work_pieces_continue &&
                                    number < failed_piece_number_);
  if (has_all_work_ended_ || !counts) return;
  failure_ = WorkPieceFailure{std::move(where), std::current_exception()};
  failed_piece_number_ = number;
}

std::optional<WorkPieceFailure> WorkRunner::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

bool WorkRunner::has_failure_with_lower_number(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return failure_ && number > failed_piece_number_;
}

std::uint64_t WorkRunner::failed_piece_count() const {
  const std::lock_guard lock(mutex_);
  return failed_piece_count_;
}

}  // namespace switchyard
