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

/// Returns the cost of one of `uses` exchanges that share a schedule: its communication and its share of the cost of
/// the schedule, rounded down to nanoseconds.
Duration amortised_cost(Duration schedule, Duration communication, std::uint64_t uses);

/// Returns the least number of uses in which a schedule saves more than it costs to make, if each use saves `saving`;
/// nothing if there is no such number.
std::optional<std::uint64_t> pays_from(Duration schedule, Duration saving);

/// The least number of uses in which a schedule saves more than it costs to make, as far as samples tell.
struct PaysFrom {
  std::optional<std::uint64_t> soonest;  ///< if a use saves as much as it may; nothing: never
  std::optional<std::uint64_t> latest;   ///< if a use saves as little as it may; nothing: never
  friend bool operator==(const PaysFrom&, const PaysFrom&) = default;
};
/// `savings` is what one use saves in each sample: the cost of a communication without a schedule, less the cost of one
/// with it. A use may save what the 95 % confidence interval of the mean has, by Student's distribution; a single
/// sample is taken as it is. Needs: there is a sample.
PaysFrom pays_from(Duration schedule, std::span<const Duration> savings);

/// Returns in words from how many uses on a schedule pays: "at once", "never", a text such as "from 3" or "from 3-5",
/// or "cannot tell" if the samples do not tell whether a use saves anything.
std::string pays_text(const PaysFrom& uses);

}  // namespace switchyard
