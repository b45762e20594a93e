#pragma once
/// \file schedule_reuse.hpp
/// The cost of a schedule that serves many exchanges, and the number of exchanges from which it is worth making.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 6: the cost of
/// a schedule "can be amortized over repeated utilizations".

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "runtime/units.hpp"

namespace switchyard {

/// Returns the mean cost of an exchange if `uses` exchanges share a schedule: the cost of its
/// communication and its share of the cost of the schedule, rounded down to nanoseconds.
Duration amortised_cost(Duration schedule, Duration communication, std::uint64_t uses);

/// Returns the least number of uses in which a schedule saves more than it costs to make, if each use saves `saving`;
/// nothing if there is no such number.
std::optional<std::uint64_t> uses_until_schedule_pays(Duration schedule, Duration saving);

/// The least number of uses in which a schedule saves more than it costs to make, as far as samples tell.
struct BreakEvenUses {
  std::optional<std::uint64_t>
      uses_at_greatest_saving;  ///< number if a use saves as much as its interval allows; empty: never
  std::optional<std::uint64_t>
      uses_at_least_saving;  ///< number if a use saves as little as its interval allows; empty: never
  friend bool operator==(const BreakEvenUses&, const BreakEvenUses&) = default;
};
/// `savings` has a value for each sample: the cost of a communication without a schedule, less the
/// cost of one with it. The mean saving of a use may lie anywhere in its 95 % confidence interval,
/// by Student's distribution; a single sample is taken as exact. Needs: at least one sample.
BreakEvenUses uses_until_schedule_pays(Duration schedule, std::span<const Duration> savings);

/// Returns in words the number of uses from which on a schedule is worth making: "at once",
/// "never", a text such as "from 3" or "from 3-5", or "cannot tell" if the samples do not tell
/// whether a use saves anything.
std::string uses_until_schedule_pays_text(const BreakEvenUses& uses);

}  // namespace switchyard
