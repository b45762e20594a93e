#pragma once
/// \file reproduce_command.hpp
/// Implements `switchyard reproduce` for any list of experiments.

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
  std::vector<std::string> id_patterns;  ///< ids of experiments, shell patterns for ids, or `all`
  SessionOptions session_options;
  bool list = false;
  bool hides_progress = false;
  std::optional<std::string> csv_path, claims_path, json_path, report_path;
  ReportOptions report_options;
};

/// Carries out the chosen experiments. Prints their results on `out`, and progress and errors on `err`. Returns
/// ExitCode::failed if a claim that is expected to hold does not hold. A claim that was judged on fewer samples than it
/// needs is no failure; if it is undecided, it is named on `err`. Both streams must live as long as the process, as
/// runs may still go on after an interruption. `files` has the files that the arguments name.
///
/// Throws: UsageError for a pattern that matches no experiment, or a file that cannot be written.
ExitCode reproduce_experiments(std::span<const PublishedExperiment> all, const ReproduceArguments& arguments,
                               std::ostream& out, std::ostream& err, FilesInUse& files);

/// Prints the id, the summary and the source of each experiment.
void print_experiments(std::ostream& out, std::span<const PublishedExperiment> all);

}  // namespace switchyard::cli
