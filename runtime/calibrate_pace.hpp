#pragma once
/// \file calibrate_pace.hpp
/// Finds out how much slower than the emulated machine a run in real time (under the clock `wall`) has to be on this
/// host, at its present load and with one thread for each node.

#include "runtime/machine.hpp"
#include "runtime/pace.hpp"

namespace switchyard {

struct PaceCalibration {
  PaceOptions pace;
  Duration message_time{};      ///< virtual time of one message; waits may end late by a fraction of this time
  Duration late_99{};           ///< lateness, in host time, that 99 % of the waits of the last trial did not exceed
  std::uint64_t deadlines = 0;  ///< number of waits whose lateness was measured; 0 if nothing was measured
  bool is_on_time = true;       ///< whether 99 % of the waits ended in time in the last measurement
};

/// A wait in a run in real time (under the clock `wall`) counts as in time if it ends late by at most this fraction of
/// the time of one message.
inline constexpr double kToleratedWaitLatenessFraction = 0.02;
inline constexpr double kLargestDilation = 4096;

/// Returns the pace with the given dilation (host time for each unit of virtual time), without
/// measuring anything. The pace lets waits end late by the fraction kToleratedWaitLatenessFraction of the time of a
/// message of `bytes` bytes.
PaceCalibration fixed_pace(const Machine& machine, std::uint64_t bytes, double dilation);

/// Measures which dilation (host time for each unit of virtual time) this host can keep to. Finds
/// the smallest power of two at which 99 % of the waits end late by at most the fraction
/// kToleratedWaitLatenessFraction of the time of a message of `bytes` bytes. Returns the next larger power of two,
/// for safety. In each trial all nodes send such messages round a ring, so that wake-ups and
/// events are measured under the load of a real run. This takes up to some seconds; the search
/// ends early if a trial would take longer.
PaceCalibration calibrate_pace(const Machine& machine, std::uint64_t bytes);

}  // namespace switchyard
