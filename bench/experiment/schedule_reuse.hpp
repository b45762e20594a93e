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

/// Returns the least number of exchanges for which a schedule saves more time than making it costs, if it saves the
/// time `saving` in each exchange; nothing if `saving` is not above zero.
std::optional<std::uint64_t> uses_until_schedule_pays(Duration schedule, Duration saving);

/// An estimate, from random samples, of the number of uses from which on a schedule saves more time than making it
/// costs. The estimate is an interval.
struct BreakEvenUses {
  /// the number of uses if each use saves the upper end of the saving's confidence interval; empty if making the
  /// schedule then never pays
  std::optional<std::uint64_t> break_even_uses_at_upper_saving_bound;
  /// the number of uses if each use saves the lower end of the saving's confidence interval; empty if making the
  /// schedule then never pays
  std::optional<std::uint64_t> break_even_uses_at_lower_saving_bound;
  friend bool operator==(const BreakEvenUses&, const BreakEvenUses&) = default;
};
/// Estimates how often a schedule must be used before it saves more time than making it costs. `savings` has one value
/// for each random sample: the cost of the communication without a schedule minus the cost with the schedule. The mean
/// saving may lie anywhere in its 95 % confidence interval, by Student's distribution; a single sample is taken as
/// exact. Needs: at least one sample.
BreakEvenUses uses_until_schedule_pays(Duration schedule, std::span<const Duration> savings);

/// Returns a text that says from how many uses on making a schedule pays: "at once", "never", a text such as "from 3"
/// or "from 3-5", or "cannot tell" if the samples do not show whether a use saves time.
std::string break_even_uses_as_text(const BreakEvenUses& uses);

}  // namespace switchyard
