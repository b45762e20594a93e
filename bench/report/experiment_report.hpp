#pragma once
/// \file experiment_report.hpp
/// Reports the results of an experiment: a text table, CSV and JSON.

#include <iosfwd>
#include <string>

#include "bench/experiment/experiment.hpp"
#include "bench/experiment/parameters.hpp"

namespace switchyard {

/// Returns all parameters of an experiment that are needed to get the same results again.
Parameters parameters_of(const Experiment& experiment);

/// Prints a table with one line for each pattern, message size and algorithm, which shows the communication cost over
/// the random samples. The best algorithm for each pattern and size is marked. If not all runs of the experiment are
/// finished, a note says so.
void print_table(std::ostream& out, const Experiment& experiment, const ExperimentResult& result);

/// Returns the results of an experiment as CSV: a line with the names of the columns, and a line for each finished run.
std::string csv_text(const ExperimentResult& result);

/// Returns the results of an experiment as JSON: `{"parameters": {...}, "rows": [...]}`.
std::string json_text(const Experiment& experiment, const ExperimentResult& result);

}  // namespace switchyard
