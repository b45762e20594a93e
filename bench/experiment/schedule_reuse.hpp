#pragma once
/// \file schedule_reuse.hpp
/// The cost of exchanges that share one schedule, and the number of exchanges from which on making a schedule saves
/// time.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 6: the cost of
/// a schedule "can be amortized over repeated utilizations".

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "runtime/units.hpp"

namespace switchyard {

/// Returns the mean cost of an exchange if `uses` exchanges share a schedule: the cost of the communication plus the
/// cost of the schedule divided by `uses`. The quotient is rounded down to nanoseconds.
Duration amortised_cost(Duration schedule, Duration communication, std::uint64_t uses);

/// Returns the least number of exchanges with which a schedule saves more than it costs to make, if each exchange saves
/// `saving`; nothing if `saving` is not above zero.
std::optional<std::uint64_t> uses_until_schedule_pays(Duration schedule, Duration saving);

/// An interval for the least number of uses with which a schedule saves more than it costs to make, estimated from
/// samples.
struct BreakEvenUses {
  /// number of uses if each saves the upper end of the confidence interval; empty if the schedule then never pays
  std::optional<std::uint64_t> uses_at_greatest_saving;
  /// number of uses if each saves the lower end of the confidence interval; empty if the schedule then never pays
  std::optional<std::uint64_t> uses_at_least_saving;
  friend bool operator==(const BreakEvenUses&, const BreakEvenUses&) = default;
};
/// Estimates from samples how many uses a schedule needs before it saves more than it costs to make. `savings` has a
/// value for each sample: the cost of the communication without a schedule minus the cost with the schedule. The mean
/// saving may lie anywhere in its 95 % confidence interval, by Student's distribution; a single sample is taken as
/// exact. Needs: at least one sample.
BreakEvenUses uses_until_schedule_pays(Duration schedule, std::span<const Duration> savings);

/// Returns a text that says from how many uses on a schedule is worth making: "at once", "never", a text such as "from
/// 3" or "from 3-5", or "cannot tell" if the samples do not show whether a use saves anything.
std::string uses_until_schedule_pays_text(const BreakEvenUses& uses);

}  // namespace switchyard
