#pragma once
/// \file futex.hpp
/// Lets threads sleep on a word of memory, by Linux futexes. A thread may wake up for no reason.

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <ctime>

#include "runtime/atomic.hpp"

namespace switchyard {

namespace detail {

inline long futex(Atomic<std::uint32_t>& word, int operation, std::uint32_t value, const timespec* end) noexcept {
  static_assert(sizeof(word) == sizeof(std::uint32_t));
  return ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), operation, value, end, nullptr,
                   FUTEX_BITSET_MATCH_ANY);
}

}  // namespace detail

/// Puts the calling thread to sleep on a word of memory until another thread wakes it. Returns at once if the word does
/// not hold `value` any more.
inline void futex_wait(Atomic<std::uint32_t>& word, std::uint32_t value) noexcept {
  detail::futex(word, FUTEX_WAIT_PRIVATE, value, nullptr);
}

/// Puts the calling thread to sleep as futex_wait does, but not for longer than until `deadline`. Returns whether the
/// deadline has passed.
inline bool futex_wait_until(Atomic<std::uint32_t>& word, std::uint32_t value,
                             std::chrono::steady_clock::time_point deadline) noexcept {
  const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(deadline.time_since_epoch()).count();
  const timespec end{.tv_sec = static_cast<time_t>(ns / 1'000'000'000),
                     .tv_nsec = static_cast<long>(ns % 1'000'000'000)};
  return detail::futex(word, FUTEX_WAIT_BITSET_PRIVATE, value, &end) != 0 && errno == ETIMEDOUT;
}

/// Wakes one thread that sleeps on the word of memory, if there is one.
inline void futex_wake_one(Atomic<std::uint32_t>& word) noexcept {
  detail::futex(word, FUTEX_WAKE_PRIVATE, 1, nullptr);
}

}  // namespace switchyard
