#pragma once
/// \file parking_spot.hpp
/// Where one thread sleeps until another one wakes it: a binary semaphore on a raw futex, which costs half of what
/// std::atomic::wait does.

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

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

  std::atomic<std::uint32_t> state_{kEmpty};
};

}  // namespace switchyard
