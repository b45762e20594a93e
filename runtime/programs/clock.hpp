#pragma once
/// \file clock.hpp
/// Virtual time as programs read it from their clocks.

#include <chrono>

#include "runtime/programs/process.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// The virtual time that reading a clock takes.
inline constexpr Duration kTimeToReadClock = std::chrono::microseconds{1};

/// Returns the virtual time since the beginning of the run, for a program that reads a clock. The
/// call itself takes a little virtual time.
Duration read_program_clock(Process& process, const ClockCall& call);

}  // namespace switchyard
