#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <tuple>

#include "bench/cli/algorithm_options.hpp"
#include "bench/cli/commands.hpp"
#include "bench/cli/report_output.hpp"
#include "bench/report/result_report.hpp"
#include "bench/report/result_table.hpp"
#include "bench/trace/phase_view.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

struct ReportArguments {
  std::string file;
  std::string output;
  Libraries libraries;
  ReportOptions options;
};

/// The pattern of a row, as --pattern takes it; nothing if the row does not say all of it.
std::optional<Pattern> pattern_of(const ResultRow& row) {
  if (row.pattern == "dense")
    return dense_pattern(static_cast<std::uint32_t>(parse_count("density", row.density, 1, row.nodes - 1)));
  if (row.pattern == "complete") return parse_pattern("pattern", row.pattern);
  if (row.pattern == "percent" || row.pattern == "bounded")
    return parse_pattern("pattern", row.pattern + ":" + row.density);
  return std::nullopt;
}

/// A row that can be run again for a picture: small enough, with a schedule of several phases.
bool is_drawable(const ResultRow& row) {
  constexpr std::uint64_t kMostDrawnMessages = 10'000;
  constexpr std::uint64_t kMostDrawnBytes = std::uint64_t{1} << 28U;
  return row.clock == "virtual" && row.reuse == 1 && row.phases > 0 && row.nodes >= 2 && row.nodes <= kMaxViewNodes &&
         row.messages <= kMostDrawnMessages && row.payload_bytes <= kMostDrawnBytes;
}

/// The drawable row with the most phases that colours can still tell apart, and of these with the longest messages; the
/// first one where several are alike.
const ResultRow* row_to_draw(const std::vector<ResultRow>& rows) {
  static constexpr std::uint64_t kMostClearPhases = 30;
  const auto rank = [](const ResultRow& row) {
    const bool clear = row.phases <= kMostClearPhases;
    return std::tuple(clear, clear ? row.phases : kMostClearPhases - std::min(kMostClearPhases, row.phases), row.bytes);
  };
  const ResultRow* best = nullptr;
  for (const ResultRow& row : rows) {
    if (is_drawable(row) && (best == nullptr || rank(row) > rank(*best))) best = &row;
  }
  return best;
}

std::string trace_command_of(const ResultRow& row, const Pattern& pattern) {
  std::string text = fmt::format("switchyard trace --machine {} --nodes {} --algorithm {}", shell_word(row.machine),
                                 row.nodes, shell_word(row.algorithm));
  if (row.pattern == "dense") {
    text += fmt::format(" --density {}", row.density);
  } else {
    text += " --pattern " + shell_word(row.pattern == "complete" ? row.pattern : row.pattern + ":" + row.density);
  }
  if (!pattern.has_sizes()) text += fmt::format(" --bytes {}", row.bytes);
  return text + fmt::format(" --sample {} --seed {} --svg timeline.svg", row.sample, row.seed);
}

/// Runs the row again on the machine as it is shipped. A note instead of the picture where that gives another run.
ReportSection timeline_of(const ResultRow& row, const Catalogue& catalogue) {
  ReportSection without{.id = "timeline", .title = "One schedule in time"};
  const auto note = [&](const std::string& why) {
    without.blocks.push_back(
        ReportText{fmt::format("The run of {} with {} phases is not drawn: {}.", row.algorithm, row.phases, why)});
    return without;
  };
  try {
    const auto pattern = pattern_of(row);
    if (!pattern) return note("the table does not hold its matrix");
    Machine machine = machines::make_machine({.name = row.machine, .nodes = static_cast<std::uint32_t>(row.nodes)});
    const auto bytes = pattern->has_sizes() ? std::nullopt : std::optional(row.bytes);
    const auto exchange = TracedExchange::of(std::move(machine), catalogue.find("algorithm", row.algorithm), *pattern,
                                             bytes, {}, row.seed, row.sample);
    Timeline timeline;
    const auto ended = exchange.carry_out(timeline);
    if (ended.error) std::rethrow_exception(ended.error);
    if (ended.result.report.trace_hash != row.trace_hash) {
      return note(
          "with the machine as shipped and the options left alone it comes out otherwise; draw it with 'switchyard "
          "trace'");
    }
    return timeline_section(exchange, timeline, trace_command_of(row, *pattern));
  } catch (const Error& error) {
    return note(error.what());
  }
}

ExitCode report(const ReportArguments& arguments, FilesInUse& files) {
  check(arguments.options);
  const Catalogue& catalogue = arguments.libraries.catalogue;
  const std::vector<ResultRow> rows = read_result_table("FILE", arguments.file);
  OutputFile page("--output", arguments.output);
  Drawer drawer(arguments.options.drawing);
  Report result{.title = "Results of " + std::filesystem::path(arguments.file).filename().string(),
                .facts = report_facts(arguments.options),
                .sections = result_sections(rows, drawer)};
  result.facts.insert(result.facts.begin(), {"runs", fmt::format("{}", rows.size())});
  result.facts.emplace_back("command", fmt::format("switchyard report {} --output {}", shell_word(arguments.file),
                                                   shell_word(arguments.output)));
  if (const ResultRow* row = row_to_draw(rows)) result.sections.push_back(timeline_of(*row, catalogue));
  declare_figures(result, arguments.options, files);
  write_report(result, arguments.options, page);
  return ExitCode::done;
}

}  // namespace

Command report_command() {
  const auto arguments = std::make_shared<ReportArguments>();
  std::vector<Option> options{
      that_reads({.name = "FILE",
                  .value = "",
                  .help = "a result table, as 'switchyard run --csv' writes it",
                  .set = [arguments = arguments.get()](const std::string& text) { arguments->file = text; },
                  .required = true}),
      that_replaces({.name = "--output",
                     .value = "FILE",
                     .help = "the page: one HTML file that needs no other",
                     .set = [arguments = arguments.get()](const std::string& text) { arguments->output = text; },
                     .required = true}),
      load_option(arguments->libraries)};
  for (Option& option : report_options(arguments->options)) options.push_back(std::move(option));
  return {.name = "report",
          .summary = "Makes a page of a result table: curves, regions, hulls, tables, and one schedule in time",
          .examples = {"switchyard run --nodes 16 --density 2,4 --bytes 16,1KiB --samples 2 --csv report.csv",
                       "switchyard report report.csv --output report.html"},
          .options = std::move(options),
          .run = [arguments](FilesInUse& files) { return report(*arguments, files); }};
}

}  // namespace switchyard::cli
