#include "bench/experiment/runner.hpp"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "runtime/error.hpp"

namespace switchyard {

void rethrow_failure_with_remedy(const Failure& failure, const std::string& remedy, const std::string& behind) {
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

bool Runner::attempt(std::uint64_t number, const std::stop_token& stop, const std::function<void()>& piece,
                     const std::function<std::string()>& where) {
  if (stop.stop_requested() || must_skip_piece(number)) return false;
  try {
    piece();
    return true;
  } catch (...) {  // the error is kept for the thread that asks for it
    note_failure(number, where());
    return false;
  }
}

void Runner::end() {
  const std::lock_guard lock(mutex_);
  has_ended_ = true;
  failure_ = Failure{{}, std::current_exception()};
}

bool Runner::is_over() const {
  const std::lock_guard lock(mutex_);
  return has_ended_ || (failure_ && on_failure_ == OnFailure::end);
}

bool Runner::must_skip_piece(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  if (has_ended_) return true;
  if (!failure_ || on_failure_ == OnFailure::keep_going) return false;
  return on_failure_ == OnFailure::end || number > failed_number_;
}

void Runner::note_failure(std::uint64_t number, std::string where) {
  const std::lock_guard lock(mutex_);
  ++failed_;
  const bool counts = !failure_ || (on_failure_ == OnFailure::finish_earlier && number < failed_number_);
  if (has_ended_ || !counts) return;
  failure_ = Failure{std::move(where), std::current_exception()};
  failed_number_ = number;
}

std::optional<Failure> Runner::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

bool Runner::has_failure_with_lower_number(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return failure_ && number > failed_number_;
}

std::uint64_t Runner::failed_count() const {
  const std::lock_guard lock(mutex_);
  return failed_;
}

}  // namespace switchyard
