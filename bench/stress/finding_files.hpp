#pragma once
/// \file finding_files.hpp
/// The replay files of findings (failing runs that stress testing has found): where they are written, and under which
/// names.

#include <exception>
#include <iosfwd>
#include <string>
#include <vector>

#include "bench/experiment/files_in_use.hpp"
#include "bench/stress/exhaustive_session.hpp"
#include "bench/stress/stress_session.hpp"
#include "runtime/stress/disturbed_run.hpp"

namespace switchyard {

/// The folder to which the replay files of findings (failed runs) are written, and what these files contain besides the
/// run.
struct ReplayFileWritingOptions {
  /// The folder that the option --replay-folder names.
  std::string replay_folder;
  /// The limits that the command's options set for each run.
  RunLimits run_limits;
  std::vector<std::string> library_paths;  ///< paths of the user's libraries that were loaded
  const FilesUsedByCommand& files_in_use;  ///< the files that the command uses, which no replay file may replace
};

/// Throws UsageError if the folder for replay files does not exist, or if no file can be made in
/// it. Call this before the stress runs start.
void check_replay_folder(const ReplayFileWritingOptions& files);

/// Prints the findings of each algorithm, writes a replay file for each finding, and stores the
/// file's name in the finding. All findings are printed even if some files cannot be written.
/// Returns the error of the first file that could not be written, or null if all were written.
std::exception_ptr print_and_write_findings(std::ostream& out, const StressPlan& plan,
                                            std::vector<AlgorithmStressResult>& results,
                                            const ReplayFileWritingOptions& files);
std::exception_ptr print_and_write_findings(std::ostream& out, const StressPlan& plan,
                                            std::vector<ExploredAlgorithm>& results,
                                            const ReplayFileWritingOptions& files);

}  // namespace switchyard
