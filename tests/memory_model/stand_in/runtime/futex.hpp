#pragma once
/// \file futex.hpp
/// Replaces the header runtime/futex.hpp in an explored program. A wait with a deadline may time out at any step.

#include <chrono>
#include <cstdint>

#include "runtime/atomic.hpp"

namespace switchyard {

inline void futex_wait(Atomic<std::uint32_t>& word, std::uint32_t value,
                       memory_model::SourceLocation where = memory_model::SourceLocation::current()) {
  word.location().sleep_on_futex(value, false, where);
}

inline bool futex_wait_until(Atomic<std::uint32_t>& word, std::uint32_t value, std::chrono::steady_clock::time_point,
                             memory_model::SourceLocation where = memory_model::SourceLocation::current()) {
  return !word.location().sleep_on_futex(value, true, where);
}

inline void futex_wake_one(Atomic<std::uint32_t>& word,
                           memory_model::SourceLocation where = memory_model::SourceLocation::current()) {
  word.location().wake(where);
}

}  // namespace switchyard
