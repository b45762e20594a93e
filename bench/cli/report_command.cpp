#include <fmt/format.h>

#include <filesystem>
#include <istream>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "bench/cli/commands.hpp"
#include "bench/cost/cost_file.hpp"
#include "bench/cost/cost_report.hpp"
#include "bench/experiment/algorithm_options.hpp"
#include "bench/experiment/input_file.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/report/report_output.hpp"
#include "bench/report/result_report.hpp"
#include "bench/report/result_table.hpp"
#include "bench/trace/timeline_section.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

struct ReportArguments {
  std::string input_path;
  std::string output_path;
  LoadedLibraries libraries;
  ReportOptions options;
};

/// Adds to the report sections about a result table, that is, a CSV file that `switchyard run --csv` has written.
void fill_report_with_results(Report& result, const ReportArguments& arguments, std::istream& text,
                              CurveDrawer& drawer) {
  const std::vector<ResultRow> rows = read_result_table(text, arguments.input_path);
  result.report_header_facts.insert(result.report_header_facts.begin(), {"runs", fmt::format("{}", rows.size())});
  result.sections = result_sections(rows, drawer);
  if (auto timeline = schedule_timeline_section(rows, arguments.libraries.catalogue)) {
    result.sections.push_back(std::move(*timeline));
  }
}

/// Adds to the report sections about a file of measured host costs, which `switchyard bench --json` has written.
void fill_report_with_costs(Report& result, const ReportArguments& arguments, const std::string& text,
                            CurveDrawer& drawer) {
  const cost::CostFile file = cost::parse_cost_file("FILE", arguments.input_path, text);
  Parameters facts = file.settings;
  facts.emplace_back("measured on", file.host);
  facts.emplace_back("measured with", file.build);
  result.report_header_facts.insert(result.report_header_facts.begin(), facts.begin(), facts.end());
  result.sections = cost::cost_sections(file, drawer);
}

ExitCode make_report_page(const ReportArguments& arguments, FilesUsedByCommand& files) {
  check_report_options(arguments.options);
  InputFile input("FILE", arguments.input_path);
  OutputFile page("--output", arguments.output_path);
  CurveDrawer drawer(arguments.options.drawing_program);
  Report result{.title = "Results of " + std::filesystem::path(arguments.input_path).filename().string(),
                .report_header_facts = build_and_host_facts(arguments.options),
                .sections = {}};
  if (cost::looks_like_json(input)) {
    fill_report_with_costs(result, arguments, std::string(std::istreambuf_iterator<char>(input), {}), drawer);
  } else {
    fill_report_with_results(result, arguments, input, drawer);
  }
  result.report_header_facts.emplace_back(
      "command", fmt::format("switchyard report {} --output {}", quoted_shell_word(arguments.input_path),
                             quoted_shell_word(arguments.output_path)));
  declare_figure_files(result, arguments.options, files);
  write_report(result, arguments.options, page);
  return ExitCode::done;
}

}  // namespace

Command report_command_definition() {
  const auto arguments = std::make_shared<ReportArguments>();
  std::vector<CommandOption> options{
      mark_option_as_input_file(
          {.name = "FILE",
           .value_name = "",
           .help_text = "a result table of 'switchyard run --csv', or measurements of 'switchyard bench --json'",
           .set_value = [arguments = arguments.get()](const std::string& text) { arguments->input_path = text; },
           .is_required = true}),
      mark_option_as_output_file(
          {.name = "--output",
           .value_name = "FILE",
           .help_text = "the page: one HTML file that needs no other",
           .set_value = [arguments = arguments.get()](const std::string& text) { arguments->output_path = text; },
           .is_required = true}),
      library_path_option(arguments->libraries)};
  for (CommandOption& option : report_options(arguments->options)) options.push_back(std::move(option));
  return {.name = "report",
          .summary =
              "Makes a page of a result table or of measured costs: curves, regions, hulls, bars, tables, a schedule "
              "in time",
          .examples = {"switchyard run --nodes 16 --density 2,4 --bytes 16,1KiB --samples 2 --csv report.csv",
                       "switchyard report report.csv --output report.html"},
          .options = std::move(options),
          .run = [arguments](FilesUsedByCommand& files) { return make_report_page(*arguments, files); }};
}

}  // namespace switchyard::cli
