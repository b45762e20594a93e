#pragma once
/// \file cost_run.hpp
/// Measures the host costs that a CostMeasurementPlan asks for, prints them, writes them to a file, and compares them
/// with the costs of an earlier measurement (the baseline).

#include <optional>
#include <string>

#include "bench/cost/cost_session.hpp"
#include "runtime/error.hpp"

namespace switchyard::cost {

/// The files to which measured costs are written and with which they are compared, and further
/// options of the output.
struct CostOutput {
  /// The name of the JSON file to which all measurements are written; empty if there is none.
  std::optional<std::string> json_file_name = {};
  /// The name of a file of earlier measurements with which the new ones are compared; empty if there is none.
  std::optional<std::string> baseline_file_name = {};
  /// The fraction by which a cost may exceed the same cost in the baseline, the earlier measurement; 0.1 if not set.
  std::optional<double> slowdown_limit = {};
  /// Whether it is an error if the baseline (the earlier measurement) was made on another host.
  bool requires_same_host = false;
  bool quiet = false;  ///< whether the display of progress is switched off
};

/// Measures the costs, prints them on standard output, and writes the file of --json. Returns ExitCode::failed if a
/// cost exceeds the baseline's by more than the limit, or the exit code of a signal that has come. Main thread only.
/// Throws: UsageError for a file that cannot be written, a baseline that cannot be compared, or an option that has no
///         effect without a baseline; and what CostSession throws.
ExitCode measure_and_print_costs(CostMeasurementPlan plan, const CostOutput& output);

}  // namespace switchyard::cost
