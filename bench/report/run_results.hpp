#pragma once
/// \file run_results.hpp
/// Carries out the runs of the command `run`, shows their progress, prints their results, and
/// writes the results to files.

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
  std::optional<std::string> csv = {}, json = {};                    ///< files for the results
  std::optional<std::string> deadlock_dot = {}, deadlock_json = {};  ///< files for the wait-for graph of a deadlock
  bool is_bare = false;  ///< whether only the programs' own output is printed
  bool quiet = false;    ///< whether neither progress nor notes are printed
};

/// The output files of the command `run`. They are opened before anything runs.
struct RunFiles {
  /// Opens the files. Throws UsageError as OutputFile does.
  explicit RunFiles(const RunOutput& output)
      : csv("--csv", output.csv),
        json("--json", output.json),
        deadlock_dot("--deadlock-dot", output.deadlock_dot),
        deadlock_json("--deadlock-json", output.deadlock_json) {}
  WantedFile csv, json, deadlock_dot, deadlock_json;
};

/// Carries out all runs, prints a table of them on standard output, progress and notes on standard
/// error, and writes the files. If a run fails or a signal comes, the table has the runs that are
/// done, and the files of results are not written. A deadlock is printed. Returns the exit code of
/// the deadlock or of the signal, or ExitCode::done. Main thread only.
/// Throws: UsageError as RunFiles does; the error of a failed run, which names the run.
ExitCode carry_out_run(const std::shared_ptr<ExperimentRun>& run, const RunOutput& output);
ExitCode carry_out_run(const std::shared_ptr<ApplicationRun>& run, const RunOutput& output);

}  // namespace switchyard
