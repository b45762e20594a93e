#pragma once
/// \file parking_spot.hpp
/// Where one thread sleeps until another one wakes it: a binary semaphore on a raw futex, which costs half of what
/// std::atomic::wait does.

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <ctime>

#include "runtime/units.hpp"

namespace switchyard {

/// One sleeper, any number of wakers. States: empty -> token (unpark), empty -> asleep (park), asleep -> token
/// (unpark, which then wakes), token -> empty (park returns).
class alignas(kCacheLine) ParkingSpot {
 public:
  /// The owner thread only. Returns once unpark() has been called since the last return, and takes that token.
  void park() noexcept {
    std::uint32_t seen = kEmpty;
    if (state_.compare_exchange_strong(seen, kAsleep)) {
      while (state_.load() == kAsleep) futex(FUTEX_WAIT_PRIVATE, kAsleep);
    }
    state_.exchange(kEmpty);  // reads the latest token, so that what its waker wrote is seen, even if two have merged
  }

  /// The same, but not for longer than until `deadline`; true if there was a token.
  bool park_until(std::chrono::steady_clock::time_point deadline) noexcept {
    std::uint32_t seen = kEmpty;
    if (state_.compare_exchange_strong(seen, kAsleep)) {
      const timespec end = timespec_of(deadline);
      while (state_.load() == kAsleep && !times_out(end)) {
      }
    }
    return state_.exchange(kEmpty) == kToken;
  }

  /// Any thread. What it wrote before is seen by the owner when park() returns.
  void unpark() noexcept {
    if (state_.exchange(kToken) == kAsleep) futex(FUTEX_WAKE_PRIVATE, 1);
  }

  /// True if park() would return at once. The owner thread only.
  bool has_token() const noexcept { return state_.load() == kToken; }

  /// Forgets a token. Only while nobody parks or unparks.
  void reset() noexcept { state_.store(kEmpty); }

 private:
  static constexpr std::uint32_t kEmpty = 0;
  static constexpr std::uint32_t kToken = 1;
  static constexpr std::uint32_t kAsleep = 2;

  void futex(int operation, std::uint32_t value) noexcept {
    static_assert(sizeof(state_) == sizeof(std::uint32_t));
    ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&state_), operation, value, nullptr, nullptr, 0);
  }

  static timespec timespec_of(std::chrono::steady_clock::time_point at) noexcept {
    const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(at.time_since_epoch()).count();
    return {.tv_sec = static_cast<time_t>(ns / 1'000'000'000), .tv_nsec = static_cast<long>(ns % 1'000'000'000)};
  }
  /// Sleeps until it is woken or `end` has come, on the clock of std::chrono::steady_clock; true if that has come.
  bool times_out(const timespec& end) noexcept {
    const long result = ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&state_), FUTEX_WAIT_BITSET_PRIVATE,
                                  kAsleep, &end, nullptr, FUTEX_BITSET_MATCH_ANY);
    return result != 0 && errno == ETIMEDOUT;
  }

  std::atomic<std::uint32_t> state_{kEmpty};
};

}  // namespace switchyard
