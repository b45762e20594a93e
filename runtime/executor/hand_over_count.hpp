#pragma once
/// \file hand_over_count.hpp
/// Counts how often a thread has switched from one fiber to another.

#include <cstdint>

namespace switchyard {

/// Returns how often the calling thread has switched from one fiber to another since it was
/// started.
std::uint64_t fiber_switches_of_this_thread() noexcept;

}  // namespace switchyard
