#pragma once
/// \file cost_tables.hpp
/// Measurements as tables for a terminal.

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/cost/comparison.hpp"
#include "bench/cost/cost_file.hpp"
#include "bench/cost/cost_summary.hpp"
#include "bench/cost/growth.hpp"

namespace switchyard::cost {

/// Prints a table for each aspect that was measured: costs beside their yardsticks and beside the first algorithm's,
/// and how they grow if there are sizes enough.
void print_costs(std::ostream& out, const CostFile& file);

/// Prints what has changed against the baseline of that name.
void print_changes(std::ostream& out, const std::vector<Change>& changes, const CostFile& baseline, double limit);

/// A number with three significant digits, such as "1.23", "45.6" or "1230".
std::string digits(double value);

/// Returns the points by which the cost of an algorithm grows: nanoseconds of a matrix, or bytes of memory.
std::vector<GrowthPoint> growth_points(const CostSeriesList& all, Aspect aspect, const std::string& algorithm);

/// Returns the algorithms that have the aspect, in the order of names.
std::vector<std::string> algorithms_with(const CostSeriesList& all, Aspect aspect);

/// Returns the bytes that a schedule, its steps and an emulation take.
double bytes_of_run(const CostSeries& memory);

/// Returns what an aspect is, in words, such as "making the schedule".
const char* title_of(Aspect aspect) noexcept;

}  // namespace switchyard::cost
