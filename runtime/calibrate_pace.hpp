#pragma once
/// \file calibrate_pace.hpp
/// Finds out how much slower than the emulated machine a run under the clock `wall` has to be on this host, at its
/// present load and with this number of threads.

#include "runtime/machine.hpp"
#include "runtime/pace.hpp"

namespace switchyard {

struct PaceCalibration {
  PaceOptions pace;
  Duration operation{};         ///< virtual time of one message, with which the error is compared
  Duration late_99{};           ///< host time by which 99 % of the waits were late at most, at this dilation
  std::uint64_t deadlines = 0;  ///< number of waits that were measured; 0 if nothing was measured
  bool reached = true;          ///< false if no dilation that was tried meets the target
};

/// The largest error of a wait that is accepted, as a fraction of the time of one message.
inline constexpr double kTargetError = 0.02;
inline constexpr double kLargestDilation = 4096;

/// Returns what is to be expected of a given dilation, without a measurement.
PaceCalibration fixed_pace(const Machine& machine, std::uint64_t bytes, double dilation);

/// Finds the smallest power of two at which 99 % of the waits end in time, up to an error of kTargetError of one
/// message of `bytes` bytes. Meanwhile all nodes send such messages round a ring, so that wake-ups and events are
/// measured under the load of a real run. The next larger power of two is returned for safety. This takes up to some
/// seconds, and gives up where a trial would take longer.
PaceCalibration calibrate_pace(const Machine& machine, std::uint64_t bytes);

}  // namespace switchyard
