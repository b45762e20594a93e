#pragma once
/// \file hand_over_count.hpp
/// Counts how often fibers have handed a thread over to each other.

#include <cstdint>

namespace switchyard {

/// Returns how often the calling thread has gone on with another fiber, since it was started.
std::uint64_t hand_overs_of_this_thread() noexcept;

}  // namespace switchyard
