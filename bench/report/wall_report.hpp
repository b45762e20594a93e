#pragma once
/// \file wall_report.hpp
/// Reports how well runs under the wall clock kept their deadlines on this host, and which results can be trusted.

#include <iosfwd>

#include "bench/experiment/experiment.hpp"

namespace switchyard {

/// Prints one line for each algorithm, pattern and message size: deadlines missed and by how much, usable runs and, if
/// the user asked for it, the ratio to the virtual clock's prediction.
void print_pace_table(std::ostream& out, const Experiment& experiment, const ExperimentResult& result);

}  // namespace switchyard
