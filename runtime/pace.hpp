#pragma once
/// \file pace.hpp
/// How fast a run under the clock `wall` is to go, and how well the host kept to it.

#include <cstdint>

#include "runtime/units.hpp"

namespace switchyard {

struct PaceOptions {
  double dilation = 1;                                 ///< host time for each virtual time; >= 1, finite
  Duration tolerance = std::chrono::microseconds{10};  ///< virtual; a node that goes on later has missed its deadline
};

/// Lateness is host time from the instant at which a wait of a node was due to end to when its thread really went on.
struct PaceReport {
  double dilation = 1;
  Duration tolerance{};         ///< virtual
  std::uint64_t deadlines = 0;  ///< waits that ended
  std::uint64_t missed = 0;     ///< of these, by more than tolerance x dilation
  Duration late_median{};       ///< host time, as the next two
  Duration late_99{};           ///< 99 % were not later than this
  Duration late_most{};

  /// In percent of the deadlines.
  double missed_percent() const noexcept {
    return deadlines == 0 ? 0.0 : 100.0 * static_cast<double>(missed) / static_cast<double>(deadlines);
  }
  /// Whether the run counts: at most so many percent missed.
  static constexpr double kMostMissedPercent = 2.0;
  bool usable() const noexcept { return missed_percent() <= kMostMissedPercent; }
};

}  // namespace switchyard
