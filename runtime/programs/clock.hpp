#pragma once
/// \file clock.hpp
/// The time as programs see it.

#include <chrono>

#include "runtime/programs/process.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// What a look at a clock takes of virtual time.
inline constexpr Duration kClockLook = std::chrono::microseconds{1};

/// The program looks at a clock: time since the beginning of the run.
Duration look_at_clock(Process& process);

}  // namespace switchyard
