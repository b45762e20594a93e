#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "bench/cli/commands.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_fit.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/report/result_table.hpp"
#include "bench/report/table.hpp"
#include "machines/machine_file.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

struct FitArguments {
  std::string rows;
  std::string machine = "sp2";
  std::optional<std::string> constants, output;
  Libraries libraries;
  bool quiet = false;
};

std::string factor_text(double factor) {
  return std::isfinite(factor) && factor < 100 ? fmt::format("{:.2f}", factor) : ">= 100";
}

void print_constants(const FitArguments& arguments, const MachineFit& fit) {
  Table table({{"constant", Align::left}, {"shipped"}, {"fitted"}, {"error factor"}, {"determined", Align::left}});
  table.set_title("constants with which the emulated machine takes as long as the rows say");
  table.add_parameters({{"rows", fmt::format("{} of {}", fit.rows.size(), arguments.rows)},
                        {"machine", arguments.machine},
                        {"spread", fmt::format("a factor of {:.3f} between emulated and measured times", fit.spread)},
                        {"build", build_text()}});
  for (const FittedConstant& constant : fit.constants) {
    table.add_row({constant.name, constant.before, constant.value, factor_text(constant.error_factor),
                   constant.is_determined() ? "yes" : "no"});
  }
  table.add_note(fmt::format("not determined: the rows leave the value open by more than a factor of {}",
                             FittedConstant::kMostError));
  table.print(std::cout);
}

void print_residuals(const MachineFit& fit) {
  Table table(
      {{"algorithm", Align::left}, {"density"}, {"bytes"}, {"sample"}, {"measured_us"}, {"emulated_us"}, {"error"}});
  table.set_title("what is left between emulated and measured times");
  for (const FittedRow& fitted : fit.rows) {
    const double measured = microseconds(fitted.row.makespan), emulated = microseconds(fitted.emulated);
    table.add_row({fitted.row.algorithm, fitted.row.density, std::to_string(fitted.row.bytes),
                   std::to_string(fitted.row.sample), fmt::format("{:.1f}", measured), fmt::format("{:.1f}", emulated),
                   fmt::format("{:+.1f}%", measured > 0 ? 100 * (emulated / measured - 1) : 0.0)});
  }
  table.print(std::cout);
}

ExitCode fit(const FitArguments& arguments) {
  const std::vector<std::string> constants =
      arguments.constants ? split_list("--fit", *arguments.constants) : usual_constants(arguments.machine);
  const std::vector<ResultRow> rows = read_result_table("--rows", arguments.rows);
  WantedFile output("--output", arguments.output);
  WatchedWork watched("fit", arguments.quiet);
  const MachineFit fit = fit_machine(arguments.machine, constants, rows, arguments.libraries.catalogue);
  watched.close();
  print_constants(arguments, fit);
  std::cout << '\n';
  print_residuals(fit);
  output.fill([&] { return machines::machine_file_text(machines::make_machine(fit.choice)); });
  return ExitCode::done;
}

std::vector<Option> fit_options(FitArguments& arguments) {
  Option rows = that_reads({"--rows", "FILE", "measured rows, as 'run --machine native --csv' writes them",
                            [&arguments](const std::string& text) { arguments.rows = text; }});
  rows.required = true;
  return {std::move(rows),
          {"--machine", "NAME", "the machine of 'switchyard list' whose constants are fitted (default sp2, a crossbar)",
           [&arguments](const std::string& text) { arguments.machine = text; }},
          {"--fit", "NAME,...", "these constants of it (default: its overheads, latencies and bandwidths)",
           [&arguments](const std::string& text) { arguments.constants = text; }},
          load_option(arguments.libraries),
          file_option("--output", "the machine with these constants, as a machine file", arguments.output),
          flag("--quiet", "no progress on standard error", arguments.quiet)};
}

}  // namespace

Command fit_command() {
  const auto arguments = std::make_shared<FitArguments>();
  return {.name = "fit",
          .summary = "Fits the constants of a machine to measured rows; says which the rows do not determine",
          .examples = {"switchyard fit --rows native.csv --machine sp2 --output my_cluster.toml"},
          .options = fit_options(*arguments),
          .run = [arguments](FilesInUse&) { return fit(*arguments); }};
}

}  // namespace switchyard::cli
