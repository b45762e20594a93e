#pragma once
/// \file clock.hpp
/// The time as programs see it.

#include <chrono>

#include "runtime/programs/process.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// The virtual time that reading a clock takes.
inline constexpr Duration kClockLook = std::chrono::microseconds{1};

/// Returns the virtual time since the beginning of the run, for a program that reads a clock.
Duration look_at_clock(Process& process);

}  // namespace switchyard
