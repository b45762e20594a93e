#pragma once
/// \file wall_report.hpp
/// How well the host kept pace with the clock wall, and what of it can be trusted.

#include <iosfwd>

#include "bench/cli/experiment.hpp"

namespace switchyard::cli {

/// Deadlines missed, by how much, runs usable and, where asked for, the ratio to the virtual clock's prediction; one
/// line for each algorithm in each cell.
void print_pace(std::ostream& out, const Experiment& experiment, const ExperimentResult& result);

}  // namespace switchyard::cli
