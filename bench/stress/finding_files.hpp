#pragma once
/// \file finding_files.hpp
/// The replay files of findings (kinds of failed runs): where they are written, and under which names.

#include <exception>
#include <iosfwd>
#include <string>
#include <vector>

#include "bench/experiment/files_in_use.hpp"
#include "bench/stress/exhaustive_session.hpp"
#include "bench/stress/stress_session.hpp"
#include "runtime/stress/disturbed_run.hpp"

namespace switchyard {

/// The folder to which the replay files of findings are written, and what these files contain beside the run.
struct FindingFiles {
  std::string replay_folder;               ///< value of --replay-folder
  RunLimits run_limits;                    ///< limits of each run, as the command's options set them
  std::vector<std::string> library_paths;  ///< paths of the libraries that were loaded
  const FilesInUse& files_in_use;          ///< files of the command, which no replay file may replace
};

/// Throws UsageError if the folder for replay files does not exist, or if no file can be made in
/// it. Call this before the stress runs start.
void check_replay_folder(const FindingFiles& files);

/// Prints the findings of each algorithm, writes a replay file for each finding, and stores the
/// file's name in the finding. All findings are printed even if some files cannot be written.
/// Returns the error of the first file that could not be written, or null if all were written.
std::exception_ptr print_and_write_findings(std::ostream& out, const StressPlan& plan,
                                            std::vector<AlgorithmStressResult>& results, const FindingFiles& files);
std::exception_ptr print_and_write_findings(std::ostream& out, const StressPlan& plan,
                                            std::vector<ExploredAlgorithm>& results, const FindingFiles& files);

}  // namespace switchyard
