#pragma once
/// \file verify_run.hpp
/// Carries out a verification from its plans to its verdicts: makes the runs, prints the verdicts, and writes the
/// files.

#include <optional>
#include <string>
#include <vector>

#include "bench/experiment/progress_display.hpp"
#include "bench/verify/verify_files.hpp"
#include "bench/verify/verify_session.hpp"
#include "runtime/error.hpp"

namespace switchyard {

/// What is printed about verdicts, and the files to which they are written.
struct VerifyOutput {
  std::string replay_folder = ".";  ///< folder for the replay files of wrong verdicts
  /// The paths of the user's libraries that were loaded.
  std::vector<std::string> library_paths = {};
  std::optional<std::string> json_file_name = {}, sarif_file_name = {},
                             /// The files that the options --json, --sarif and --svg name; empty if the option is not
                             /// given.
      svg_file_name = {};
  bool prints_github_annotations = false;  ///< whether annotations for GitHub Actions are printed
  ProgressStyle progress_style = ProgressStyle::no_progress;
};

/// Verifies a program, with one plan for each list of its arguments. Prints the verdicts on
/// standard output, and writes a replay file for each wrong verdict, which replaces an earlier
/// file of the same name. Returns the exit code of the gravest verdict, or the exit code of the signal that
/// has interrupted the verification. Main thread only.
/// Needs:  there is a plan.
/// Throws: UsageError for a program that cannot be run as planned, or for a file that cannot be written.
ExitCode carry_out_verification(std::vector<VerifyPlan> plans, const VerifyOutput& output);

/// Repeats the recorded run of a program, prints the verdict on standard output, and writes the picture that
/// the option --svg asks for. Returns the verdict's exit code.
ExitCode repeat_recorded_verification(const VerifyRecord& record, VerifyPlan plan,
                                      const std::optional<std::string>& svg);

}  // namespace switchyard
