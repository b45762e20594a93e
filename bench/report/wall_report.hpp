#pragma once
/// \file wall_report.hpp
/// Reports how well runs under the wall clock (paced by real time) kept their deadlines on this host, and which results
/// can be trusted.

#include <iosfwd>

#include "bench/experiment/experiment.hpp"

namespace switchyard {

/// Prints one line for each algorithm, pattern and message size of runs under the wall clock: how many deadlines were
/// missed and by how much, how many runs are usable and, if the user asked for it, the ratio of the makespan to that
/// under the virtual clock.
void print_pace_table(std::ostream& out, const Experiment& experiment, const ExperimentResult& result);

}  // namespace switchyard
