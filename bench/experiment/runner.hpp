#pragma once
/// \file runner.hpp
/// Carries numbered pieces of work out and keeps the error that ends them. Runs, applications, sweeps, stress sessions
/// and published experiments all stand on it.

#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace switchyard {

/// The piece of work that ended all, or the first one that failed where the others went on.
struct Failure {
  std::string where;  ///< "ac, dense 4, 1024 bytes, sample 0 of seed 1"; empty where it is not about one piece
  std::exception_ptr error;
};

/// What becomes of the other pieces when one fails. Those that are under way are always finished.
enum class OnFailure : std::uint8_t {
  finish_earlier,  ///< those with lower numbers are done: the failure that counts does not depend on how many run at
                   ///< once
  end,             ///< no other one is begun
  keep_going       ///< all are done
};

/// Any thread.
class Runner {
 public:
  explicit Runner(OnFailure on_failure) : on_failure_(on_failure) {}

  /// Before any piece.
  void keep_going_after_failures() noexcept { on_failure_ = OnFailure::keep_going; }

  /// Does the piece, unless it need not be begun: a stop is asked for, or a failure has ended it. Whatever it throws is
  /// kept, with what `where` says. True if the piece was done.
  bool attempt(std::uint64_t number, const std::stop_token& stop, const std::function<void()>& piece,
               const std::function<std::string()>& where);
  /// In a catch block: the error ends all, whatever has failed before. It is not about one piece.
  void end();

  std::optional<Failure> failure() const;
  /// Whether the piece comes behind the one that failed, in the order of the numbers.
  bool comes_after_failure(std::uint64_t number) const;
  /// Pieces that failed.
  std::uint64_t failed() const;

 private:
  bool is_over(std::uint64_t number) const;
  void fail(std::uint64_t number, std::string where);

  OnFailure on_failure_;
  mutable std::mutex mutex_;  // guards all below
  std::optional<Failure> failure_;
  std::uint64_t failed_number_ = 0;
  std::uint64_t failed_ = 0;
  bool has_ended_ = false;
};

}  // namespace switchyard
