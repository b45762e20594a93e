#pragma once
/// \file winners.hpp
/// Which algorithm is best where: a map over patterns and sizes for each machine, as Wang and Ranka 1994, Figure 5.

#include <iosfwd>
#include <string>

#include "bench/sweep/sweep_plan.hpp"

namespace switchyard::sweep {

/// Reads the table `csv`, which holds rows of this experiment, and prints the algorithms with the least mean makespan,
/// schedule cost left out as in that figure. Runs that missed too many deadlines do not count. Prints nothing where
/// there is one algorithm only.
void print_winners(std::ostream& out, const SweepPlan& plan, const std::string& csv);

}  // namespace switchyard::sweep
