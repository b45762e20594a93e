#pragma once
/// \file winners.hpp
/// Maps of the best algorithm over patterns and sizes, one for each machine, as in Wang and Ranka 1994, figure 5.

#include <iosfwd>
#include <string>

#include "bench/sweep/sweep_plan.hpp"

namespace switchyard::sweep {

/// Prints a map for each machine of which algorithm has the least mean cost of one use: communication and, unless the
/// clock is off, a share of the schedule. The costs are those in the rows of the sweep's table `csv`; runs that missed
/// too many deadlines under the wall clock are left out. Prints nothing if there is only one algorithm.
void print_best_algorithms(std::ostream& out, const SweepPlan& plan, const std::string& csv);

}  // namespace switchyard::sweep
