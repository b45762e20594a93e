#include "bench/trace/timeline_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <tuple>
#include <utility>

#include "bench/experiment/pattern.hpp"
#include "bench/trace/phase_view.hpp"
#include "bench/trace/timeline.hpp"
#include "bench/trace/traced_exchange.hpp"
#include "machines/ipsc860.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// Returns a section of an HTML report that shows a run as a picture (a row for each node, time from left to right),
/// with the command that draws the same picture.
ReportSection timeline_section(const TracedExchange& exchange, const Timeline& timeline, std::string command) {
  ReportSection section{.id = "timeline",
                        .title = "One schedule in time",
                        .source = exchange.title(),
                        .command = std::move(command),
                        .blocks = {}};
  section.blocks.emplace_back(ReportPicture{
      .name = "timeline",
      .svg = phase_view_svg(timeline, exchange.title()),
      .caption = "A row for each node: the messages that it sends, coloured by phase; hatched where a message or the "
                 "program waits.",
      .is_full_width = true});
  return section;
}

/// Returns the communication pattern of a result row. Returns nothing if the row does not describe its pattern
/// completely.
std::optional<Pattern> pattern_of(const ResultRow& row) {
  if (row.pattern == "dense")
    return dense_pattern(static_cast<std::uint32_t>(parse_count("density", row.pattern_parameter, 1, row.nodes - 1)));
  if (row.pattern == "complete") return parse_pattern("pattern", row.pattern);
  if (row.pattern == "percent" || row.pattern == "bounded")
    return parse_pattern("pattern", row.pattern + ":" + row.pattern_parameter);
  return std::nullopt;
}

/// Returns whether the run of a result row can be repeated to draw a picture of it: it was under the virtual clock, its
/// schedule was used once, and it is small enough.
bool is_run_drawable(const ResultRow& row) {
  constexpr std::uint64_t kMostDrawnMessages = 10'000;
  constexpr std::uint64_t kMostDrawnBytes = std::uint64_t{1} << 28U;
  return row.clock == "virtual" && row.exchanges_per_schedule == 1 && row.phases > 0 && row.nodes >= 2 &&
         row.nodes <= kMaxViewNodes && row.message_count <= kMostDrawnMessages && row.payload_bytes <= kMostDrawnBytes;
}

/// Chooses the result row whose run is drawn. Prefers rows with so few phases that colours can distinguish them; among
/// these, the rows with the most phases, then the row with the longest messages, then the first row. Returns null if no
/// row can be drawn.
const ResultRow* row_to_draw(const std::vector<ResultRow>& rows) {
  static constexpr std::uint64_t kMostClearPhases = 30;
  const auto rank = [](const ResultRow& row) {
    const bool clear = row.phases <= kMostClearPhases;
    return std::tuple(clear, clear ? row.phases : kMostClearPhases - std::min(kMostClearPhases, row.phases), row.bytes);
  };
  const ResultRow* best = nullptr;
  for (const ResultRow& row : rows) {
    if (is_run_drawable(row) && (best == nullptr || rank(row) > rank(*best))) best = &row;
  }
  return best;
}

std::string trace_command_of(const ResultRow& row, const Pattern& pattern) {
  std::string text = fmt::format("switchyard trace --machine {} --nodes {} --algorithm {}",
                                 quoted_shell_word(row.machine), row.nodes, quoted_shell_word(row.algorithm));
  if (row.pattern == "dense") {
    text += fmt::format(" --density {}", row.pattern_parameter);
  } else {
    text += " --pattern " +
            quoted_shell_word(row.pattern == "complete" ? row.pattern : row.pattern + ":" + row.pattern_parameter);
  }
  if (!pattern.determines_message_sizes()) text += fmt::format(" --bytes {}", row.bytes);
  return text + fmt::format(" --sample {} --seed {} --svg timeline.svg", row.sample_number, row.seed);
}

/// Repeats the run of a result row on the machine with default constants, and returns a section of a report with its
/// picture. If the results differ from those of the row, the section has a note in place of the picture.
ReportSection timeline_section_of_row(const ResultRow& row, const Catalogue& catalogue) {
  ReportSection without{.id = "timeline", .title = "One schedule in time", .blocks = {}};
  const auto note = [&](const std::string& why) {
    without.blocks.emplace_back(
        ReportText{fmt::format("The run of {} with {} phases is not drawn: {}.", row.algorithm, row.phases, why)});
    return without;
  };
  try {
    const auto pattern = pattern_of(row);
    if (!pattern) return note("the table does not hold its matrix");
    Machine machine = machines::make_machine({.name = row.machine, .nodes = static_cast<std::uint32_t>(row.nodes)});
    const auto bytes = pattern->determines_message_sizes() ? std::nullopt : std::optional(row.bytes);
    const auto exchange = TracedExchange::make_exchange_of_experiment_sample(
        std::move(machine), catalogue.find("algorithm", row.algorithm), *pattern, bytes, {}, row.seed,
        row.sample_number);
    Timeline timeline;
    const auto ended = exchange.run_and_record_timeline(timeline);
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

}  // namespace

ReportSection schedule_timeline_section(std::uint64_t seed) {
  constexpr std::uint32_t kNodes = 64, kDensity = 16;
  constexpr std::uint64_t kBytes = 1024;
  const auto exchange = TracedExchange::make_exchange_of_experiment_sample(
      machines::ipsc860({.nodes = kNodes}), shipped_algorithms().find("report", "rs_nl"), dense_pattern(kDensity),
      kBytes, {}, seed, 0);
  Timeline timeline;
  if (const auto ended = exchange.run_and_record_timeline(timeline); ended.error) std::rethrow_exception(ended.error);
  return timeline_section(
      exchange, timeline,
      fmt::format("switchyard trace --machine ipsc860 --nodes {} --algorithm rs_nl --density {} --bytes {} "
                  "--seed {} --svg timeline.svg",
                  kNodes, kDensity, kBytes, seed));
}

std::optional<ReportSection> schedule_timeline_section(const std::vector<ResultRow>& rows, const Catalogue& catalogue) {
  const ResultRow* row = row_to_draw(rows);
  if (row == nullptr) return std::nullopt;
  return timeline_section_of_row(*row, catalogue);
}

}  // namespace switchyard
