#include "bench/report/result_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>

#include "bench/report/cell_groups.hpp"

namespace switchyard {
namespace {

using ReportSectionKey =
    std::tuple<std::string, std::uint64_t, std::string, std::string, std::uint64_t, ResultRowOrigin>;
ReportSectionKey section_key(const ResultRow& row) {
  return {row.machine,
          row.nodes,
          row.pattern,
          row.clock,
          row.exchanges_per_schedule,
          origin_without_irrelevant_host(row.origin, row.clock)};
}

using ResultCellKey = std::tuple<std::string, std::uint64_t, std::string>;
ResultCellKey cell_key(const ResultRow& row) { return {row.pattern_parameter, row.bytes, row.algorithm}; }

/// Divides result rows into groups: rows for which `key_of` returns the same key are in the same group. The groups are
/// in the order in which their keys first appear.
template <class Key>
std::vector<std::vector<const ResultRow*>> group_rows_by(std::span<const ResultRow* const> rows, Key key_of) {
  std::vector<std::vector<const ResultRow*>> groups;
  std::map<decltype(key_of(*rows.front())), std::size_t> places;
  for (const ResultRow* row : rows) {
    const auto [place, is_new] = places.emplace(key_of(*row), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(row);
  }
  return groups;
}

/// Returns a key by which the texts in the column of densities are sorted: numbers by value, and all other texts after
/// the numbers.
std::pair<double, std::string> density_sort_key(const std::string& density) {
  double number = 0;
  const auto [end, error] = std::from_chars(density.data(), density.data() + density.size(), number);
  if (error == std::errc{} && end == density.data() + density.size()) return {number, ""};
  return {std::numeric_limits<double>::infinity(), density};
}

/// Sorts result rows by density and message size. If the rows are already sorted, the order of the algorithms with the
/// same density and size does not change. If they are not, as in the table of a sweep, which has the order in which
/// runs ended, the algorithms are sorted by name.
void sort_by_density_and_size(std::vector<const ResultRow*>& rows) {
  const auto place_of = [](const ResultRow* row) {
    return std::pair(density_sort_key(row->pattern_parameter), row->bytes);
  };
  const bool as_done = !std::ranges::is_sorted(rows, {}, place_of);
  std::ranges::stable_sort(rows, {}, place_of);
  std::map<std::string, std::size_t> places;
  for (const ResultRow* row : rows) places.emplace(row->algorithm, as_done ? 0 : places.size());
  std::ranges::stable_sort(rows, {}, [&](const ResultRow* row) {
    return std::tuple(place_of(row), places.at(row->algorithm), row->algorithm, row->seed, row->sample_number);
  });
}

template <class Value>
std::vector<double> values_of_rows(const std::vector<const ResultRow*>& rows, Value value) {
  std::vector<double> result;
  for (const ResultRow* row : rows) result.push_back(value(*row));
  return result;
}

template <class Value>
double mean_value(const std::vector<const ResultRow*>& rows, Value value) {
  double sum = 0;
  for (const ResultRow* row : rows) sum += value(*row);
  return sum / static_cast<double>(rows.size());
}

/// Returns the cost of one exchange in nanoseconds: its communication cost, and the cost of making the schedule divided
/// by the number of exchanges that share it. Without emulated time (ClockKind::off) the cost of the schedule is left
/// out, because the two costs are then measured by different clocks.
double cost_of_one_use(const ResultRow& row) {
  const auto reuse = static_cast<double>(std::max<std::uint64_t>(row.exchanges_per_schedule, 1));
  const Duration schedule = row.clock == "off" ? Duration::zero() : row.schedule_time;
  return static_cast<double>((row.makespan + schedule).count()) / reuse;
}

double milliseconds(Duration time) { return microseconds(time) / 1000; }

/// Returns the name of the parameter by which the patterns of the result rows differ: "matrix" for matrices from files,
/// else "density".
const char* parameter_name(const ResultRow& row) { return row.pattern == kMatrixPatternName ? "matrix" : "density"; }

CellParameters parameters_of(const ResultRow& row) {
  CellParameters parameters;
  if (!row.pattern_parameter.empty()) parameters.emplace_back(parameter_name(row), row.pattern_parameter);
  parameters.emplace_back("bytes", fmt::format("{}", row.bytes));
  parameters.emplace_back("algorithm", row.algorithm);
  return parameters;
}

/// Returns a table of makespans, schedule costs and waiting times. Each value is a mean over the random samples of one
/// combination of density, message size and algorithm.
ReportTable makespan_and_wait_table(const std::vector<std::vector<const ResultRow*>>& cells) {
  ReportTable table{
      .caption = "means over the samples; waits are for each circuit",
      .column_titles = {parameter_name(*cells.front().front()), "bytes", "algorithm", "samples", "makespan ms", "least",
                        "most", "phases", "schedule ms", "link wait us", "port wait us", "discarded"},
      .rows = {},
      .is_collapsed = cells.size() > 24};
  for (const auto& cell : cells) {
    const ResultRow& first = *cell.front();
    const std::vector<double> makespans =
        values_of_rows(cell, [](const ResultRow& row) { return milliseconds(row.makespan); });
    const auto each_circuit = [&](Duration ResultRow::*wait) {
      return mean_value(cell, [&](const ResultRow& row) {
        return microseconds(row.*wait) / static_cast<double>(std::max<std::uint64_t>(row.circuit_count, 1));
      });
    };
    auto& line = table.rows.emplace_back();
    line = {{first.pattern_parameter, "number"}, {fmt::format("{}", first.bytes), "number"}, {first.algorithm}};
    for (const double number :
         {static_cast<double>(cell.size()),
          mean_value(cell, [](const ResultRow& row) { return milliseconds(row.makespan); }),
          std::ranges::min(makespans), std::ranges::max(makespans),
          mean_value(cell, [](const ResultRow& row) { return static_cast<double>(row.phases); }),
          mean_value(cell, [](const ResultRow& row) { return milliseconds(row.schedule_time); }),
          each_circuit(&ResultRow::link_wait), each_circuit(&ResultRow::port_wait),
          mean_value(cell, [](const ResultRow& row) { return static_cast<double>(row.discarded_messages); })}) {
      line.push_back({number_text(number), "number"});
    }
  }
  return table;
}

/// Removes rows that describe the same run as an earlier row, as can happen if two result files are joined. Returns the
/// number of removed rows. Runs whose times come from the host's clock count as the same run only if their times are
/// equal.
std::size_t remove_repeated_runs(std::vector<const ResultRow*>& rows) {
  using Run = std::tuple<ResultCellKey, std::uint64_t, std::uint64_t, Duration, Duration>;
  std::set<Run> seen;
  return std::erase_if(rows, [&](const ResultRow* row) {
    const bool by_host = row->clock != "virtual";
    return !seen.insert({cell_key(*row), row->seed, row->sample_number, by_host ? row->makespan : Duration::zero(),
                         by_host ? row->host_time : Duration::zero()})
                .second;
  });
}

bool is_unusable_run(const ResultRow* row) { return row->pace && !row->pace->usable(); }

std::string section_title_of(const ResultRow& row, bool several_versions) {
  return fmt::format(
      "{}, {} nodes, {}{}{}{}", row.machine, row.nodes, row.pattern,
      row.exchanges_per_schedule > 1 ? fmt::format(", {} exchanges with one schedule", row.exchanges_per_schedule) : "",
      row.clock == "virtual" ? "" : fmt::format(", clock {}: times of the host", row.clock),
      row_origin_text(origin_without_irrelevant_host(row.origin, row.clock), several_versions));
}

template <class Value>
std::vector<ResultCell> measured_cells(const std::vector<std::vector<const ResultRow*>>& cells, Value value) {
  std::vector<ResultCell> list;
  for (const auto& cell : cells) {
    std::vector<double> samples = values_of_rows(cell, value);
    list.push_back(make_result_cell_with_mean(parameters_of(*cell.front()), "ms", samples));
  }
  return list;
}

bool has_schedule_costs(const std::vector<const ResultRow*>& rows) {
  return std::ranges::any_of(
      rows, [](const ResultRow* row) { return row->clock != "off" && row->schedule_time > Duration::zero(); });
}

void add_report_blocks_of_result_cells(ReportSection& section, const std::vector<ResultCell>& cells,
                                       const ResultCellReportOptions& options, CurveDrawer& drawer) {
  for (ReportBlock& block : make_report_blocks_of_result_cells(cells, options, drawer))
    section.blocks.emplace_back(std::move(block));
}

/// Adds pictures and tables of the total cost, by which the best algorithm is chosen, and then of the communication
/// cost. If schedules cost nothing, only the communication cost is shown, as both costs are equal.
void add_cost_blocks(ReportSection& section, const std::vector<const ResultRow*>& rows,
                     const std::vector<std::vector<const ResultRow*>>& cells, CurveDrawer& drawer) {
  const std::uint64_t reuse = std::max<std::uint64_t>(rows.front()->exchanges_per_schedule, 1);
  const auto communication = measured_cells(
      cells, [&](const ResultRow& row) { return milliseconds(row.makespan) / static_cast<double>(reuse); });
  const bool totals = has_schedule_costs(rows);
  if (totals) {
    section.blocks.emplace_back(ReportText{
        fmt::format("The total cost decides which algorithm is best: communication and {} of the schedule{}.",
                    reuse > 1 ? fmt::format("1/{}", reuse) : "all",
                    reuse > 1 ? "" : ", as each schedule is used once (run --reuse K says how often)")});
    add_report_blocks_of_result_cells(
        section, measured_cells(cells, [](const ResultRow& row) { return cost_of_one_use(row) / 1e6; }),
        {.picture_name_prefix = section.id,
         .column_parameter = "algorithm",
         .picture_title = section.title,
         .quantity_name = "total cost"},
        drawer);
  }
  add_report_blocks_of_result_cells(section, communication,
                                    {.picture_name_prefix = section.id + (totals ? "-communication" : ""),
                                     .column_parameter = "algorithm",
                                     .picture_title = section.title,
                                     .quantity_name = totals ? "communication alone" : "communication"},
                                    drawer);
}

ReportSection result_section(std::vector<const ResultRow*> rows, std::size_t number, bool several_versions,
                             CurveDrawer& drawer) {
  const ResultRow& first = *rows.front();
  ReportSection section;
  section.id = fmt::format("results-{}", number);
  section.title = section_title_of(first, several_versions);
  const std::size_t all = rows.size(), left_out = std::erase_if(rows, is_unusable_run);
  if (left_out > 0) {
    section.blocks.emplace_back(
        ReportText{fmt::format("{} of {} runs left out: they missed too many deadlines (usable = 0).", left_out, all)});
  }
  if (const std::size_t repeats = remove_repeated_runs(rows); repeats > 0) {
    section.blocks.emplace_back(
        ReportText{fmt::format("{} of {} rows left out: their runs are in the file more than once.", repeats, all)});
  }
  if (rows.empty()) return section;
  sort_by_density_and_size(rows);
  const auto cells = group_rows_by(std::span<const ResultRow* const>(rows), cell_key);
  add_cost_blocks(section, rows, cells, drawer);
  section.blocks.emplace_back(makespan_and_wait_table(cells));
  return section;
}

}  // namespace

std::vector<ReportSection> result_sections(std::span<const ResultRow> rows, CurveDrawer& drawer) {
  std::vector<const ResultRow*> all;
  for (const ResultRow& row : rows) all.push_back(&row);
  std::set<std::string> versions;
  for (const ResultRow& row : rows) versions.insert(row.origin.program_version);
  std::vector<ReportSection> sections;
  for (const auto& group : group_rows_by(std::span<const ResultRow* const>(all), section_key)) {
    sections.push_back(result_section(group, sections.size() + 1, versions.size() > 1, drawer));
  }
  return sections;
}

}  // namespace switchyard
