#pragma once
/// \file experiment_report.hpp
/// Reports the results of an experiment: a table for people, CSV and JSON for programs.

#include <iosfwd>
#include <string>

#include "bench/experiment/experiment.hpp"
#include "bench/experiment/parameters.hpp"

namespace switchyard {

/// Returns all parameters of an experiment that are needed to get the same results again.
Parameters parameters_of(const Experiment& experiment);

/// Prints a table with one line for each pattern, size and algorithm: the communication cost over the samples, with the
/// best of each cell marked. Runs that were not done are left out, and a note says so.
void print_table(std::ostream& out, const Experiment& experiment, const ExperimentResult& result);

/// Returns the results of an experiment as CSV: a header, and a line for each run that was done.
std::string csv_text(const ExperimentResult& result);

/// Returns the results of an experiment as JSON: `{"parameters": {...}, "rows": [...]}`.
std::string json_text(const Experiment& experiment, const ExperimentResult& result);

}  // namespace switchyard
