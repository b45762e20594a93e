#pragma once
/// \file stress_run.hpp
/// Carries out a stress test from its plan to its findings: makes the runs, prints the counts of outcomes and the
/// findings, and writes the files.

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "bench/experiment/progress_display.hpp"
#include "bench/stress/finding_files.hpp"
#include "bench/stress/stress_session.hpp"
#include "runtime/error.hpp"

namespace switchyard {

/// What is printed about a stress test, and the files to which its findings are written.
struct StressOutput {
  ReplayFileWritingOptions finding_files;
  /// The name of the JSON file for the counts of outcomes and the findings, which the option --json gives.
  std::optional<std::string> json_file_name = {};
  /// Whether a finding that is documented behaviour of the algorithm has no effect on the exit code.
  bool ignores_known_findings = false;
  ProgressStyle progress_style = ProgressStyle::no_progress;
};

/// Returns the algorithms of the catalogue that can carry out this matrix on this machine. Writes
/// to `err` why the other algorithms cannot.
std::vector<Algorithm> algorithms_that_can_run(const Catalogue& catalogue, const Machine& machine,
                                               const CommunicationMatrix& matrix, std::optional<Protocol> protocol,
                                               std::ostream& err);

/// Returns the plan, changed so that each run gets a process of its own if it uses a user's library or a program file.
/// A crash of such code then ends only the run.
StressPlan with_isolation_if_needed(StressPlan plan);

/// Carries out the runs of a stress test. If the ranks of an mpirun share the runs, this process
/// carries out its part. Prints results on standard output, and progress and notes on standard error.
/// Returns the exit code of the gravest finding, or the exit code of the signal that has interrupted
/// the runs. Main thread only.
/// Throws: UsageError for a folder or a file that cannot be written; the error of a run that cannot start.
ExitCode carry_out_stress(StressPlan plan, const StressOutput& output);

/// Runs each algorithm on one matrix in all orders of its events, and prints the findings as
/// carry_out_stress() does. Main thread only.
/// Throws: UsageError with an estimated number if there are too many orders of events; and what carry_out_stress()
///         throws.
ExitCode carry_out_exhaustive_stress(StressPlan plan, const StressOutput& output);

}  // namespace switchyard
