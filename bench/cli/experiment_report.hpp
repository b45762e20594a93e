#pragma once
/// \file experiment_report.hpp
/// The results of an experiment: a table for people, CSV and JSON for programs.

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "bench/cli/experiment.hpp"

namespace switchyard::cli {

/// Everything that is needed to get the results again, name and value.
using Parameters = std::vector<std::pair<std::string, std::string>>;
Parameters parameters_of(const Experiment& experiment);

/// One line for each pattern, size and algorithm: communication cost over the samples, the best of each cell marked.
/// What was not done is left out, and said.
void print_table(std::ostream& out, const Experiment& experiment, const ExperimentResult& result);

/// Header and a line for each row that is there.
std::string csv_text(const ExperimentResult& result);

/// `{"parameters": {...}, "rows": [...]}`
std::string json_text(const Experiment& experiment, const ExperimentResult& result);

}  // namespace switchyard::cli
