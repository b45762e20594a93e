#pragma once
/// \file cost_tables.hpp
/// Tables of measured costs for a terminal.

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/cost/comparison.hpp"
#include "bench/cost/cost_file.hpp"
#include "bench/cost/cost_summary.hpp"
#include "bench/cost/growth.hpp"

namespace switchyard::cost {

/// Prints a table for each measured aspect of cost: the costs, their ratios to the costs of a yardstick (simple
/// reference work) and of the first algorithm, and, if enough sizes were measured, how the costs grow.
void print_costs(std::ostream& out, const CostFile& file);

/// Prints for each profiled cost which functions take the processor time. Prints nothing if there are no profiles.
void print_profiles(std::ostream& out, const std::vector<CostProfile>& profiles);

/// Prints which costs have changed against the baseline, an earlier measurement.
void print_changes(std::ostream& out, const std::vector<CostChange>& changes, const CostFile& baseline, double limit);

/// Returns a number as text with about three significant digits, such as "1.23", "45.6" or "1234".
std::string three_digit_text(double value);

/// Returns the points to which the growth of an algorithm's cost is fitted, one for each measured matrix. The cost at a
/// point is the host time of the whole matrix in nanoseconds, or its memory in bytes.
std::vector<GrowthPoint> cost_growth_points_of_algorithm(const CostSeriesList& all, CostAspect aspect,
                                                         const std::string& algorithm);

/// Returns the names of the algorithms for which the given aspect of cost was measured, in the order in which they
/// occur in the list.
std::vector<std::string> algorithms_measured_for(const CostSeriesList& all, CostAspect aspect);

/// Returns a description in words of an aspect, that is, of what a measured cost is about, such as "making the
/// schedule".
const char* describe_cost_aspect(CostAspect aspect) noexcept;

}  // namespace switchyard::cost
