#pragma once
/// \file pace.hpp
/// The pace of a run under the clock `wall`: how much slower than the emulated machine the run goes, and how well the
/// host kept to this pace.

#include <cstdint>

#include "runtime/units.hpp"

namespace switchyard {

struct PaceOptions {
  double dilation = 1;  ///< host time for each unit of virtual time; at least 1, and finite
  /// The virtual time by which a node may continue late after a wait without missing its deadline.
  Duration tolerance = std::chrono::microseconds{10};
};

/// How late the host was in a run in real time (under the clock `wall`). Lateness is the host time from the instant at
/// which a wait of a node was due to end to the instant at which its thread really continued.
struct PaceReport {
  double dilation = 1;
  Duration tolerance{};  ///< virtual time by which a node could continue late after a wait without missing its deadline
  std::uint64_t deadlines = 0;  ///< number of waits that ended; each one had a deadline
  std::uint64_t missed = 0;     ///< number of waits that ended late by more than tolerance x dilation
  Duration late_median{};       ///< median lateness of the waits, in host time
  Duration late_99{};           ///< lateness that 99 % of the waits did not exceed, in host time
  Duration late_max{};

  /// Returns how many percent of the deadlines were missed.
  double missed_percent() const noexcept {
    return deadlines == 0 ? 0.0 : 100.0 * static_cast<double>(missed) / static_cast<double>(deadlines);
  }
  /// The largest percentage of missed deadlines with which a run in real time counts as valid.
  static constexpr double kMostMissedPercent = 2.0;
  bool usable() const noexcept { return missed_percent() <= kMostMissedPercent; }
};

}  // namespace switchyard
