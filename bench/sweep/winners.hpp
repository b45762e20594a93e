#pragma once
/// \file winners.hpp
/// Maps that show the best algorithm for each pattern and message size, one map for each machine, as in Wang and Ranka
/// 1994, figure 5.

#include <iosfwd>
#include <string>

#include "bench/sweep/sweep_plan.hpp"

namespace switchyard::sweep {

/// Prints for each machine a map that shows which algorithm has the least mean cost of one use of its schedule:
/// communication and, if time is emulated, a share of making the schedule. The costs are those in the rows of the
/// sweep's result table `csv`; runs that missed too many deadlines under the wall clock are left out. Prints nothing if
/// there is only one algorithm.
void print_best_algorithms(std::ostream& out, const SweepPlan& plan, const std::string& csv);

}  // namespace switchyard::sweep
