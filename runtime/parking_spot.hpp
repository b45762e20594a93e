#pragma once
/// \file parking_spot.hpp
/// Where one thread sleeps until another one wakes it: a binary semaphore on a raw futex, which costs half of what
/// std::atomic::wait does.

#include <chrono>
#include <cstdint>

#include "runtime/atomic.hpp"
#include "runtime/futex.hpp"
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
      while (state_.load() == kAsleep) futex_wait(state_, kAsleep);
    }
    state_.exchange(kEmpty);  // reads the latest token, so that what its waker wrote is seen, even if two have merged
  }

  /// The same, but not for longer than until `deadline`; true if there was a token.
  bool park_until(std::chrono::steady_clock::time_point deadline) noexcept {
    std::uint32_t seen = kEmpty;
    if (state_.compare_exchange_strong(seen, kAsleep)) {
      while (state_.load() == kAsleep && !futex_wait_until(state_, kAsleep, deadline)) {
      }
    }
    return state_.exchange(kEmpty) == kToken;
  }

  /// Any thread. What it wrote before is seen by the owner when park() returns.
  void unpark() noexcept {
    if (state_.exchange(kToken) == kAsleep) futex_wake_one(state_);
  }

  /// True if park() would return at once. The owner thread only.
  bool has_token() const noexcept { return state_.load() == kToken; }

  /// Forgets a token. Only while nobody parks or unparks.
  void reset() noexcept { state_.store(kEmpty); }

 private:
  static constexpr std::uint32_t kEmpty = 0;
  static constexpr std::uint32_t kToken = 1;
  static constexpr std::uint32_t kAsleep = 2;

  Atomic<std::uint32_t> state_{kEmpty};
};

}  // namespace switchyard
