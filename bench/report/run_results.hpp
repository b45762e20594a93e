#pragma once
/// \file run_results.hpp
/// Carries out the runs of the command `run`, shows their progress, and prints the results and writes them to files.

#include <memory>
#include <optional>
#include <string>

#include "bench/experiment/application_run.hpp"
#include "bench/experiment/experiment.hpp"
#include "bench/experiment/output_file.hpp"
#include "runtime/error.hpp"

namespace switchyard {

/// What the command `run` prints, and to which files it writes.
struct RunOutput {
  std::optional<std::string> csv_path = {},
                             /// The paths of the files for the results as CSV and as JSON; empty if the user does not
                             /// want the file.
      json_path = {};
  /// the paths of the files for the wait-for graph of a deadlock; empty if the user does not want the file
  std::optional<std::string> deadlock_dot_path = {}, deadlock_json_path = {};
  /// Whether only the output of the user's programs is printed, and no results.
  bool shows_only_program_output = false;
  /// Whether neither the progress nor notes are printed.
  bool hides_progress_and_notes = false;
};

/// The output files of the command `run`. They are opened before anything runs.
struct RunCommandOutputFiles {
  /// Opens the files. Throws UsageError as OutputFile does.
  explicit RunCommandOutputFiles(const RunOutput& output)
      : csv_file("--csv", output.csv_path),
        json_file("--json", output.json_path),
        deadlock_dot_file("--deadlock-dot", output.deadlock_dot_path),
        deadlock_json_file("--deadlock-json", output.deadlock_json_path) {}
  OptionalOutputFile csv_file, json_file, deadlock_dot_file, deadlock_json_file;
};

/// Carries out all runs, prints a table of them on standard output, progress and notes on standard error, and writes
/// the files. If a run fails or a signal comes, the table has only the finished runs, and the files of results are not
/// written. If a run ends in a deadlock, the deadlock is described. Returns the exit code of the deadlock or of the
/// signal, or ExitCode::done. Main thread only. Throws: UsageError as RunCommandOutputFiles does; the error of a failed
/// run, which names the run.
ExitCode carry_out_run(const std::shared_ptr<ExperimentRun>& run, const RunOutput& output);
ExitCode carry_out_run(const std::shared_ptr<ApplicationRun>& run, const RunOutput& output);

}  // namespace switchyard
