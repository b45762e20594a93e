#pragma once
/// \file cost_run.hpp
/// Measures costs by a plan, prints and writes them, and compares them with those of a baseline.

#include <optional>
#include <string>

#include "bench/cost/cost_session.hpp"
#include "runtime/error.hpp"

namespace switchyard::cost {

/// The files to which measured costs are written and with which they are compared, and further
/// options of the output.
struct CostOutput {
  std::optional<std::string> json_file_name =
      {};  ///< name of the JSON file to which all measurements are written, if any
  std::optional<std::string> baseline_file_name =
      {};  ///< name of the file of earlier measurements to compare with, if any
  std::optional<double> slowdown_limit =
      {};                           ///< fraction by which a cost may exceed the baseline's cost; 0.1 if not set
  bool requires_same_host = false;  ///< whether a baseline that was measured on another host is refused
  bool quiet = false;               ///< whether no progress is shown
};

/// Measures the costs, prints them on standard output, and writes the file of --json. Returns
/// ExitCode::failed if a cost is above the baseline's by more than the limit, or the exit code of
/// a signal that has come. Main thread only.
/// Throws: UsageError for a file that cannot be written, a baseline that cannot be compared, or an option that has no
///         effect without a baseline; and what CostSession throws.
ExitCode measure_and_print_costs(CostPlan plan, const CostOutput& output);

}  // namespace switchyard::cost
