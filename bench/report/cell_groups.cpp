#include "bench/report/cell_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace switchyard {
namespace {

std::vector<std::string> parameter_names(const CellParameters& parameters) {
  std::vector<std::string> names;
  for (const auto& [name, value] : parameters) names.push_back(name);
  return names;
}

}  // namespace

bool ResultCellsOfOneTable::has_published_values() const {
  return std::ranges::any_of(cells, [](const ResultCell* cell) { return cell->published_value.has_value(); });
}

bool ResultCellsOfOneTable::has_parameter(const std::string& name) const {
  return std::ranges::find(names, name) != names.end();
}

std::vector<ResultCellsOfOneTable> group_cells_into_tables(const std::vector<ResultCell>& cells) {
  std::vector<ResultCellsOfOneTable> groups;
  for (const ResultCell& cell : cells) {
    const std::vector<std::string> names = parameter_names(cell.parameters);
    auto group = std::ranges::find_if(groups, [&](const ResultCellsOfOneTable& known) {
      return known.measurement_unit == cell.measurement_unit && known.names == names;
    });
    if (group == groups.end()) group = groups.insert(groups.end(), {cell.measurement_unit, names, {}});
    group->cells.push_back(&cell);
  }
  return groups;
}

ResultCellsArrangedAsMatrix::ResultCellsArrangedAsMatrix(const ResultCellsOfOneTable& group,
                                                         const std::string& column_name) {
  for (const ResultCell* cell : group.cells) add_cell(*cell, column_name);
  for (auto& [labels, row] : rows) row.resize(column_values.size());
}

void ResultCellsArrangedAsMatrix::add_cell(const ResultCell& cell, const std::string& column_name) {
  std::vector<std::string> labels;
  std::size_t column = 0;
  for (const auto& [name, value] : cell.parameters) {
    if (name == column_name) {
      column = find_or_add_column(value);
    } else {
      labels.push_back(value);
    }
  }
  auto row = std::ranges::find_if(rows, [&](const auto& known) { return known.first == labels; });
  if (row == rows.end()) row = rows.insert(rows.end(), {labels, {}});
  row->second.resize(std::max(row->second.size(), column + 1));
  row->second[column] = &cell;
}

std::size_t ResultCellsArrangedAsMatrix::find_or_add_column(const std::string& value) {
  const auto found = std::ranges::find(column_values, value);
  const auto number = static_cast<std::size_t>(found - column_values.begin());
  if (found == column_values.end()) column_values.push_back(value);
  return number;
}

std::string number_text(double value) {
  const double size = std::abs(value);
  // Values whose absolute value is below this limit are printed as 0: they are rounding errors, such as the standard
  // deviation of equal samples.
  constexpr double kLeast = 1e-9;
  if (size < kLeast) return "0";
  if (value == std::floor(value) || size >= 1000) return fmt::format("{:.0f}", value);
  if (size < 1) return fmt::format("{:#.4g}", value);
  return fmt::format("{:.{}f}", value, size >= 100 ? 1 : size >= 10 ? 2 : 3);
}

std::string relative_error_text(double error) { return fmt::format("{:+.1f}%", error * 100); }

}  // namespace switchyard
