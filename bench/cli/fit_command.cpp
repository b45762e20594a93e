#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "bench/cli/commands.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_fit.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/report/fit_report.hpp"
#include "bench/report/result_table.hpp"
#include "machines/machine_file.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

struct FitArguments {
  std::string measured_rows_path;
  std::string machine_name = "sp2";
  std::optional<std::string> constant_names, output_path;
  LoadedLibraries libraries;
  bool hides_progress = false;
};

ExitCode fit_and_print_machine(const FitArguments& arguments) {
  const std::vector<std::string> constants = arguments.constant_names
                                                 ? split_list("--fit", *arguments.constant_names)
                                                 : default_fitted_constants(arguments.machine_name);
  const std::vector<ResultRow> rows = read_result_table("--rows", arguments.measured_rows_path);
  OptionalOutputFile output("--output", arguments.output_path);
  WorkProgressDisplay watched("fit", arguments.hides_progress);
  const MachineFit fit = fit_machine(arguments.machine_name, constants, rows, arguments.libraries.catalogue);
  watched.close();
  print_machine_fit(std::cout, fit, arguments.measured_rows_path, arguments.machine_name);
  output.write_file_if_wanted([&] { return machines::machine_file_text(machines::make_machine(fit.fitted_machine)); });
  return ExitCode::done;
}

std::vector<CommandOption> fit_options(FitArguments& arguments) {
  CommandOption rows =
      mark_option_as_input_file({"--rows", "FILE", "measured rows, as 'run --machine native --csv' writes them",
                                 [&arguments](const std::string& text) { arguments.measured_rows_path = text; }});
  rows.is_required = true;
  return {std::move(rows),
          {"--machine", "NAME", "the machine of 'switchyard list' whose constants are fitted (default sp2, a crossbar)",
           [&arguments](const std::string& text) { arguments.machine_name = text; }},
          {"--fit", "NAME,...", "these constants of it (default: its overheads, latencies and bandwidths)",
           [&arguments](const std::string& text) { arguments.constant_names = text; }},
          library_path_option(arguments.libraries),
          file_option("--output", "the machine with these constants, as a machine file", arguments.output_path),
          flag_option("--quiet", "no progress on standard error", arguments.hides_progress)};
}

}  // namespace

Command fit_command_definition() {
  const auto arguments = std::make_shared<FitArguments>();
  return {.name = "fit",
          .summary = "Fits the constants of a machine to measured rows; says which the rows do not determine",
          .examples = {"switchyard fit --rows native.csv --machine sp2 --output my_cluster.toml"},
          .options = fit_options(*arguments),
          .run = [arguments](FilesUsedByCommand&) { return fit_and_print_machine(*arguments); }};
}

}  // namespace switchyard::cli
