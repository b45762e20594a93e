#pragma once
/// \file wall_report.hpp
/// Reports how well the host kept pace under the wall clock, and which results can be trusted.

#include <iosfwd>

#include "bench/experiment/experiment.hpp"

namespace switchyard {

/// Prints one line for each algorithm in each cell: deadlines missed and by how much, usable runs and, on request, the
/// ratio to the virtual clock's prediction.
void print_pace(std::ostream& out, const Experiment& experiment, const ExperimentResult& result);

}  // namespace switchyard
