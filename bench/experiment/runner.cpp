#include "bench/experiment/runner.hpp"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "runtime/error.hpp"

namespace switchyard {

void rethrow_failure_with_remedy(const WorkFailure& failure, const std::string& remedy, const std::string& behind) {
  const std::string where = failure.where.empty() ? "" : failure.where + ": ";
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

bool WorkRunner::carry_out_piece(std::uint64_t number, const std::stop_token& stop, const std::function<void()>& piece,
                                 const std::function<std::string()>& where) {
  if (stop.stop_requested() || must_skip_piece(number)) return false;
  try {
    piece();
    return true;
  } catch (...) {  // The exception is kept; failure() returns it.
    note_failure(number, where());
    return false;
  }
}

void WorkRunner::end() {
  const std::lock_guard lock(mutex_);
  has_ended_ = true;
  failure_ = WorkFailure{{}, std::current_exception()};
}

bool WorkRunner::is_over() const {
  const std::lock_guard lock(mutex_);
  return has_ended_ || (failure_ && on_failure_ == OnFailure::end_all_pieces);
}

bool WorkRunner::must_skip_piece(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  if (has_ended_) return true;
  if (!failure_ || on_failure_ == OnFailure::carry_out_all_pieces) return false;
  return on_failure_ == OnFailure::end_all_pieces || number > failed_piece_number_;
}

void WorkRunner::note_failure(std::uint64_t number, std::string where) {
  const std::lock_guard lock(mutex_);
  ++failure_count_;
  const bool counts = !failure_ || (on_failure_ == OnFailure::finish_earlier_pieces && number < failed_piece_number_);
  if (has_ended_ || !counts) return;
  failure_ = WorkFailure{std::move(where), std::current_exception()};
  failed_piece_number_ = number;
}

std::optional<WorkFailure> WorkRunner::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

bool WorkRunner::has_failure_with_lower_number(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return failure_ && number > failed_piece_number_;
}

std::uint64_t WorkRunner::failed_count() const {
  const std::lock_guard lock(mutex_);
  return failure_count_;
}

}  // namespace switchyard
