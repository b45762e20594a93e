#pragma once
/// \file application_report.hpp
/// Reports the results of applications: a table for people, CSV and JSON for programs.

#include <iosfwd>
#include <string>

#include "bench/experiment/application_run.hpp"

namespace switchyard {

/// Prints a table with one line for each algorithm: means over the samples, with the shortest makespan marked. Runs
/// that were not done are left out, and a note says so.
void print_table(std::ostream& out, const ApplicationExperiment& experiment, const ApplicationResult& result);

/// Returns the results as CSV: the columns of result_rows.hpp, then computation_us,
/// communication_us, iterations, residual, error. `pattern` holds the name of the application and
/// `density` its problem; makespan_us is that of the whole program. Fields that an application
/// does not have are empty.
std::string csv_text(const ApplicationResult& result);

/// Returns the results as JSON, `{"parameters": {...}, "rows": [...]}`, with the names of the CSV
/// columns. Fields that an application does not have are null.
std::string json_text(const ApplicationExperiment& experiment, const ApplicationResult& result);

}  // namespace switchyard
