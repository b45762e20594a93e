#pragma once
/// \file winners.hpp
/// Maps of the best algorithm over patterns and sizes, one for each machine, as in Wang and Ranka 1994, figure 5.

#include <iosfwd>
#include <string>

#include "bench/sweep/sweep_plan.hpp"

namespace switchyard::sweep {

/// Reads the table `csv` with rows of this experiment, and prints which algorithm has the least mean makespan. Schedule
/// cost is not counted, as in figure 5 of Wang and Ranka. Runs that missed too many deadlines are left out. Prints
/// nothing if there is only one algorithm.
void print_winners(std::ostream& out, const SweepPlan& plan, const std::string& csv);

}  // namespace switchyard::sweep
