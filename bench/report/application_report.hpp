#pragma once
/// \file application_report.hpp
/// Reports the results of runs of an application: a text table, CSV and JSON.

#include <iosfwd>
#include <string>

#include "bench/experiment/application_run.hpp"

namespace switchyard {

/// Prints a table with one line for each algorithm, which has means over the random samples. The shortest makespan is
/// marked. If not all runs of the experiment are finished, a note says so.
void print_table(std::ostream& out, const ApplicationExperiment& experiment, const ApplicationResult& result);

/// Returns the results of an application as CSV: the columns of csv_header(), then computation_us, communication_us,
/// iterations, residual and error. The column `pattern` holds the name of the application, and `density` the size of
/// its problem; makespan_us is the makespan of the whole application. Values that an application does not measure are
/// empty.
std::string csv_text(const ApplicationResult& result);

/// Returns the results of an application as JSON, `{"parameters": {...}, "rows": [...]}`. Rows have the names of the
/// CSV columns. Values that an application does not measure are null.
std::string json_text(const ApplicationExperiment& experiment, const ApplicationResult& result);

}  // namespace switchyard
