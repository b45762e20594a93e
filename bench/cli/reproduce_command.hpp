#pragma once
/// \file reproduce_command.hpp
/// Implements the command `switchyard reproduce`, which repeats experiments of papers, for any list of such
/// experiments.

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/experiment/experiment_context.hpp"
#include "bench/experiment/published_experiment.hpp"
#include "bench/report/report_output.hpp"
#include "runtime/error.hpp"

namespace switchyard::cli {

struct ReproduceArguments {
  std::vector<std::string> id_patterns;  ///< ids of experiments, shell patterns for ids (such as `*.cost`), or `all`
  SessionOptions session_options;
  bool list = false;
  bool hides_progress = false;
  std::optional<std::string> csv_path, claims_path, json_path, report_path;
  ReportOptions report_options;
};

/// Carries out the chosen published experiments. Prints their results on `out`, and progress and errors on `err`.
/// Returns ExitCode::failed if a claim of a paper that is expected to hold turns out not to hold. A claim that was
/// judged on fewer random samples than it needs never counts as a failure; if such a claim stays undecided, it is named
/// on `err`. Both streams must live as long as the process, as runs may still go on after an interruption. `files`
/// holds the files that the arguments name.
///
/// Throws: UsageError for a pattern that matches no experiment, or for a file that cannot be written.
ExitCode reproduce_experiments(std::span<const PublishedExperiment> all, const ReproduceArguments& arguments,
                               std::ostream& out, std::ostream& err, FilesUsedByCommand& files);

/// Prints for each published experiment its id, a one-line summary and the paper, figures and tables that it
/// reproduces.
void print_experiments(std::ostream& out, std::span<const PublishedExperiment> all);

}  // namespace switchyard::cli
