#include "bench/report/result_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>

#include "bench/report/cell_groups.hpp"

namespace switchyard {
namespace {

using SectionKey = std::tuple<std::string, std::uint64_t, std::string, std::string, std::uint64_t>;
SectionKey section_of(const ResultRow& row) { return {row.machine, row.nodes, row.pattern, row.clock, row.reuse}; }

using CellKey = std::tuple<std::string, std::uint64_t, std::string>;
CellKey cell_of(const ResultRow& row) { return {row.density, row.bytes, row.algorithm}; }

/// Groups rows by a key. The groups are in the order in which their keys first appear.
template <class Key>
std::vector<std::vector<const ResultRow*>> grouped(std::span<const ResultRow* const> rows, Key key_of) {
  std::vector<std::vector<const ResultRow*>> groups;
  std::map<decltype(key_of(*rows.front())), std::size_t> places;
  for (const ResultRow* row : rows) {
    const auto [place, is_new] = places.emplace(key_of(*row), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(row);
  }
  return groups;
}

/// A sort key for densities: numbers by value, and behind all numbers texts.
std::pair<double, std::string> density_key(const std::string& density) {
  double number = 0;
  const auto [end, error] = std::from_chars(density.data(), density.data() + density.size(), number);
  if (error == std::errc{} && end == density.data() + density.size()) return {number, ""};
  return {std::numeric_limits<double>::infinity(), density};
}

/// Sorts rows by density and size. Within a cell algorithms keep the order of the file. If the file is not in the order
/// of cells, because a sweep wrote rows as they were done, algorithms are sorted by name.
void sort_by_cell(std::vector<const ResultRow*>& rows) {
  const auto place_of = [](const ResultRow* row) { return std::pair(density_key(row->density), row->bytes); };
  const bool as_done = !std::ranges::is_sorted(rows, {}, place_of);
  std::ranges::stable_sort(rows, {}, place_of);
  std::map<std::string, std::size_t> places;
  for (const ResultRow* row : rows) places.emplace(row->algorithm, as_done ? 0 : places.size());
  std::ranges::stable_sort(rows, {}, [&](const ResultRow* row) {
    return std::tuple(place_of(row), places.at(row->algorithm), row->algorithm, row->seed, row->sample);
  });
}

template <class Value>
std::vector<double> values(const std::vector<const ResultRow*>& rows, Value value) {
  std::vector<double> result;
  for (const ResultRow* row : rows) result.push_back(value(*row));
  return result;
}

template <class Value>
double mean(const std::vector<const ResultRow*>& rows, Value value) {
  double sum = 0;
  for (const ResultRow* row : rows) sum += value(*row);
  return sum / static_cast<double>(rows.size());
}

double milliseconds(Duration time) { return microseconds(time) / 1000; }

CellParameters parameters_of(const ResultRow& row) {
  CellParameters parameters;
  if (!row.density.empty()) parameters.emplace_back("density", row.density);
  parameters.emplace_back("bytes", fmt::format("{}", row.bytes));
  parameters.emplace_back("algorithm", row.algorithm);
  return parameters;
}

/// A table of where the time goes: means over the samples of a cell.
ReportTable wait_table(const std::vector<std::vector<const ResultRow*>>& cells) {
  ReportTable table{.caption = "means over the samples; waits are for each circuit",
                    .head = {"density", "bytes", "algorithm", "samples", "makespan ms", "least", "most", "phases",
                             "schedule ms", "link wait us", "port wait us", "discarded"},
                    .rows = {},
                    .folded = cells.size() > 24};
  for (const auto& cell : cells) {
    const ResultRow& first = *cell.front();
    const std::vector<double> makespans = values(cell, [](const ResultRow& row) { return milliseconds(row.makespan); });
    const auto each_circuit = [&](Duration ResultRow::*wait) {
      return mean(cell, [&](const ResultRow& row) {
        return microseconds(row.*wait) / static_cast<double>(std::max<std::uint64_t>(row.circuits, 1));
      });
    };
    auto& line = table.rows.emplace_back();
    line = {{first.density, "number"}, {fmt::format("{}", first.bytes), "number"}, {first.algorithm}};
    for (const double number :
         {static_cast<double>(cell.size()), mean(cell, [](const ResultRow& row) { return milliseconds(row.makespan); }),
          std::ranges::min(makespans), std::ranges::max(makespans),
          mean(cell, [](const ResultRow& row) { return static_cast<double>(row.phases); }),
          mean(cell, [](const ResultRow& row) { return milliseconds(row.schedule); }),
          each_circuit(&ResultRow::link_wait), each_circuit(&ResultRow::port_wait),
          mean(cell, [](const ResultRow& row) { return static_cast<double>(row.discarded); })}) {
      line.push_back({number_text(number), "number"});
    }
  }
  return table;
}

bool is_unusable(const ResultRow* row) { return row->pace && !row->pace->usable(); }

ReportSection section(std::vector<const ResultRow*> rows, std::size_t number, Drawer& drawer) {
  const ResultRow& first = *rows.front();
  ReportSection section;
  section.id = fmt::format("results-{}", number);
  section.title =
      fmt::format("{}, {} nodes, {}{}{}", first.machine, first.nodes, first.pattern,
                  first.reuse > 1 ? fmt::format(", {} exchanges with one schedule", first.reuse) : "",
                  first.clock == "virtual" ? "" : fmt::format(", clock {}: times of the host", first.clock));
  const std::size_t all = rows.size(), left_out = std::erase_if(rows, is_unusable);
  if (left_out > 0) {
    section.blocks.emplace_back(
        ReportText{fmt::format("{} of {} runs left out: they missed too many deadlines (usable = 0).", left_out, all)});
  }
  if (rows.empty()) return section;
  sort_by_cell(rows);
  const auto cells = grouped(std::span<const ResultRow* const>(rows), cell_of);
  std::vector<ResultCell> measured;
  for (const auto& cell : cells) {
    const std::vector<double> makespans = values(cell, [](const ResultRow& row) { return milliseconds(row.makespan); });
    measured.push_back(mean_cell(parameters_of(*cell.front()), "ms", makespans));
  }
  for (ReportBlock& block : blocks_of(measured, {.name = section.id, .columns = "algorithm"}, drawer)) {
    section.blocks.emplace_back(std::move(block));
  }
  section.blocks.emplace_back(wait_table(cells));
  return section;
}

}  // namespace

std::vector<ReportSection> result_sections(std::span<const ResultRow> rows, Drawer& drawer) {
  std::vector<const ResultRow*> all;
  for (const ResultRow& row : rows) all.push_back(&row);
  std::vector<ReportSection> sections;
  for (const auto& group : grouped(std::span<const ResultRow* const>(all), section_of)) {
    sections.push_back(section(group, sections.size() + 1, drawer));
  }
  return sections;
}

}  // namespace switchyard
