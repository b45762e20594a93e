#pragma once
/// \file application_report.hpp
/// What applications took: a table for people, CSV and JSON for programs.

#include <iosfwd>
#include <string>

#include "bench/cli/application_run.hpp"

namespace switchyard::cli {

/// One line for each algorithm, means over the samples, the shortest makespan marked. What was not done is left out,
/// and said.
void print_table(std::ostream& out, const ApplicationExperiment& experiment, const ApplicationResult& result);

/// The columns of result_rows.hpp, then computation_us, communication_us, iterations, residual, error. The application
/// stands in `pattern`, its problem in `density`; makespan_us is that of the whole program. What an application does
/// not have is empty.
std::string csv_text(const ApplicationResult& result);

/// `{"parameters": {...}, "rows": [...]}` with the same names; what an application does not have is null.
std::string json_text(const ApplicationExperiment& experiment, const ApplicationResult& result);

}  // namespace switchyard::cli
