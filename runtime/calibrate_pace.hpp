#pragma once
/// \file calibrate_pace.hpp
/// How much slower than its machine a run under the clock wall has to go on this host, now and with this many threads.

#include "runtime/machine.hpp"
#include "runtime/pace.hpp"

namespace switchyard {

struct PaceCalibration {
  PaceOptions pace;
  Duration operation{};         ///< virtual: what one message takes that the error is measured by
  Duration late_99{};           ///< host time, at this dilation
  std::uint64_t deadlines = 0;  ///< looked at to find that out; 0: nothing was measured
  bool reached = true;          ///< false: no dilation that was tried meets the target
};

/// A wait may end late by so much of what a message takes.
inline constexpr double kTargetError = 0.02;
inline constexpr double kLargestDilation = 4096;

/// What to expect of a given dilation: nothing is measured.
PaceCalibration fixed_pace(const Machine& machine, std::uint64_t bytes, double dilation);

/// Finds the smallest power of two at which 99 % of the waits end in time, to kTargetError of one message of `bytes`
/// bytes, while all nodes send such messages round a ring: that measures the host's wake-ups, and what events cost it,
/// under the load that they will be. The next power of two is taken for safety. Takes up to some seconds, and gives up
/// where a try would take longer.
PaceCalibration calibrate_pace(const Machine& machine, std::uint64_t bytes);

}  // namespace switchyard
