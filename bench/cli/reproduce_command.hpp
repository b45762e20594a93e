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
  std::vector<std::string> patterns;  ///< ids, shell patterns, or `all`
  SessionOptions options;
  bool list = false;
  bool quiet = false;
  std::optional<std::string> csv, claims, json, report;
  ReportOptions report_options;
};

/// Prints results on `out`, progress and complaints on `err`; `failed` if a claim that is expected to hold does not.
/// Claims judged on fewer samples than they need do not fail: they are named on `err` where they are undecided.
/// Both streams, like the process, outlive what may still run after an interruption. `files` has those that the
/// arguments name.
///
/// Throws: UsageError for a pattern that matches nothing, or a file that cannot be written.
ExitCode reproduce(std::span<const PublishedExperiment> all, const ReproduceArguments& arguments, std::ostream& out,
                   std::ostream& err, FilesInUse& files);

/// Prints name, summary and citation of each experiment.
void print_experiments(std::ostream& out, std::span<const PublishedExperiment> all);

}  // namespace switchyard::cli
