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

/// A parking spot has one sleeper and any number of wakers. Its states change as follows: empty -> token (unpark),
/// empty -> asleep (park), asleep -> token (unpark, which then wakes the sleeper), token -> empty (park returns).
class alignas(kCacheLine) ParkingSpot {
 public:
  /// Blocks until unpark() has left a token, and takes the token away. Only the thread that owns the parking spot may
  /// call this.
  void park() noexcept {
    std::uint32_t seen = kAwakeWithoutToken;
    if (parking_state_.compare_exchange_strong(seen, kAsleep)) {
      while (parking_state_.load() == kAsleep) futex_wait(parking_state_, kAsleep);
    }
    // The exchange reads the latest token, so that the sleeper sees all that its waker wrote, even if two calls of
    // unpark() have left only one token.
    parking_state_.exchange(kAwakeWithoutToken);
  }

  /// Blocks as park() does, but not for longer than until `deadline`. Returns whether there was a token. Only the
  /// thread that owns the parking spot may call this.
  bool park_until(std::chrono::steady_clock::time_point deadline) noexcept {
    std::uint32_t seen = kAwakeWithoutToken;
    if (parking_state_.compare_exchange_strong(seen, kAsleep)) {
      while (parking_state_.load() == kAsleep && !futex_wait_until(parking_state_, kAsleep, deadline)) {
      }
    }
    return parking_state_.exchange(kAwakeWithoutToken) == kToken;
  }

  /// Wakes the thread that owns the parking spot or, if it does not sleep, leaves a token, so that its next park()
  /// returns at once. Any thread may call this. When park() returns, the owner sees all that the caller wrote before.
  void unpark() noexcept {
    if (parking_state_.exchange(kToken) == kAsleep) futex_wake_one(parking_state_);
  }

  /// Returns whether park() would return at once. Only the thread that owns the parking spot may call this.
  bool has_token() const noexcept { return parking_state_.load() == kToken; }

  /// Removes the token that a call of unpark() has left, so that the next call of park() blocks. Call this only while
  /// no thread parks or unparks.
  void reset() noexcept { parking_state_.store(kAwakeWithoutToken); }

 private:
  static constexpr std::uint32_t kAwakeWithoutToken = 0;
  static constexpr std::uint32_t kToken = 1;
  static constexpr std::uint32_t kAsleep = 2;

  Atomic<std::uint32_t> parking_state_{kAwakeWithoutToken};
};

}  // namespace switchyard
