#include "bench/report/cell_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "bench/report/cell_groups.hpp"
#include "bench/report/svg_text.hpp"

namespace switchyard {
namespace {

constexpr std::size_t kMostChartPanels = 16;
constexpr std::size_t kMostRowsOfOpenTable = 24;
constexpr double kCloseCostRatio = 1.05;

std::optional<double> parse_finite_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string parameter_value(const ResultCell& cell, const std::string& name) {
  for (const auto& [known, value] : cell.parameters) {
    if (known == name) return value;
  }
  return {};
}

/// Returns the different values that a parameter has in a group of result cells, in the order in which they first
/// appear.
std::vector<std::string> parameter_values(const ResultCellsOfOneTable& group, const std::string& name) {
  std::vector<std::string> values;
  for (const ResultCell* cell : group.cells) {
    const std::string value = parameter_value(*cell, name);
    if (std::ranges::find(values, value) == values.end()) values.push_back(value);
  }
  return values;
}

bool are_all_numbers(const std::vector<std::string>& values) {
  return std::ranges::all_of(values, [](const std::string& value) { return parse_finite_number(value).has_value(); });
}

bool is_time_unit(const std::string& unit) { return unit == "ms" || unit == "us" || unit == "s"; }

/// How a chart shows the parameters of a group of result cells: one parameter is on the horizontal axis, one has a
/// curve for each of its values, and each combination of the values of the other parameters has a picture of its own.
struct ParameterRoles {
  std::optional<std::string> x_parameter, curve_parameter;
  std::vector<std::string> panel_parameters;
  /// Whether the curves stand for competing algorithms, so that the curve with the smallest value is the best one.
  bool is_lowest_curve_the_best = false;
};

ParameterRoles chart_roles_of_parameters(const ResultCellsOfOneTable& group, const std::string& columns) {
  ParameterRoles roles;
  std::size_t most = 1;
  std::vector<std::string> several;
  for (const std::string& name : group.names) {
    if (parameter_values(group, name).size() > 1) several.push_back(name);
  }
  const auto varies = [&](const std::string& name) { return std::ranges::find(several, name) != several.end(); };
  if (varies(columns))
    (are_all_numbers(parameter_values(group, columns)) ? roles.x_parameter : roles.curve_parameter) = columns;
  for (const std::string& name : several) {
    const std::vector<std::string> values = parameter_values(group, name);
    if (roles.x_parameter == columns || name == roles.curve_parameter || !are_all_numbers(values) ||
        values.size() < most)
      continue;
    roles.x_parameter = name;
    most = values.size();
  }
  for (auto name = several.rbegin(); name != several.rend() && !roles.curve_parameter; ++name) {
    if (*name != roles.x_parameter) roles.curve_parameter = *name;
  }
  for (const std::string& name : group.names) {
    if (name != roles.x_parameter && name != roles.curve_parameter) roles.panel_parameters.push_back(name);
  }
  roles.is_lowest_curve_the_best = roles.curve_parameter && is_time_unit(group.measurement_unit) &&
                                   !are_all_numbers(parameter_values(group, *roles.curve_parameter));
  return roles;
}

const std::string& picture_title_of(const ResultCellReportOptions& options) {
  return options.picture_title.empty() ? options.picture_name_prefix : options.picture_title;
}

/// Returns a text with the quantity that the result cells measure and its unit, such as "total cost, ms".
std::string quantity_and_unit_text(const ResultCellsOfOneTable& group, const ResultCellReportOptions& options) {
  const std::string unit = group.measurement_unit == "us" ? "µs" : group.measurement_unit;
  return options.quantity_name.empty() ? unit : fmt::format("{}, {}", options.quantity_name, unit);
}

/// Returns the label of the axis on which a parameter is drawn.
std::string axis_label_of_parameter(const std::string& name) {
  if (name == "bytes") return "size of a message";
  return name == "density" ? "density: messages from each node" : name;
}

std::string panel_label_of_cell(const ResultCell& cell, const ParameterRoles& roles) {
  std::string text;
  for (const std::string& name : roles.panel_parameters)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, parameter_value(cell, name));
  return text;
}

double least_y_of_curve(const Curve& curve) {
  double least = INFINITY;
  for (const ChartPoint& p : curve.points) least = std::min(least, p.y);
  return least;
}

/// Decides whether the axes of a chart are logarithmic, and computes the chart's hull, which is the smallest value of
/// all emulated curves at each x. Call it when all curves have been added.
void set_axis_scales_and_hull(CurveChart& chart, bool names_compete) {
  double least_x = INFINITY, most_x = -INFINITY, least = INFINITY, most = -INFINITY;
  std::map<double, double> hull;
  std::size_t emulated = 0;
  for (Curve& curve : chart.curves) {
    std::ranges::sort(curve.points, {}, &ChartPoint::x);
    least = std::min(least, least_y_of_curve(curve));
    emulated += curve.is_published ? 0 : 1;
    for (const ChartPoint& p : curve.points) {
      least_x = std::min(least_x, p.x);
      most_x = std::max(most_x, p.x);
      most = std::max(most, p.y);
      if (curve.is_published) continue;
      const auto [place, is_new] = hull.emplace(p.x, p.y);
      if (!is_new) place->second = std::min(place->second, p.y);
    }
  }
  chart.is_x_logarithmic = least_x > 0 && most_x / least_x >= 16;
  chart.is_y_logarithmic = least > 0 && most / least >= 20;
  if (!names_compete || emulated < 2) return;
  for (const auto& [x, y] : hull) chart.hull_points.push_back({x, y});
}

/// A picture with several curves. Its title, `panel_title`, gives the values of the parameters by which the picture
/// differs from the other pictures of the same group of result cells.
struct CurvePanel {
  std::string panel_title;
  CurveChart chart;

  Curve& find_or_add_curve(const std::string& name, std::size_t colour, bool published) {
    const auto found = std::ranges::find_if(
        chart.curves, [&](const Curve& c) { return c.name == name && c.is_published == published; });
    if (found != chart.curves.end()) return *found;
    return chart.curves.emplace_back(Curve{name, colour, published, {}});
  }
};

std::string curve_name(const ParameterRoles& roles, const std::string& value, bool numeric) {
  if (!roles.curve_parameter) return "emulated";
  return numeric ? fmt::format("{} = {}", *roles.curve_parameter, value) : value;
}

std::vector<CurvePanel> curve_panels_of(const ResultCellsOfOneTable& group, const ParameterRoles& roles) {
  std::vector<CurvePanel> panels;
  const std::vector<std::string> series =
      roles.curve_parameter ? parameter_values(group, *roles.curve_parameter) : std::vector<std::string>{""};
  const bool numeric = roles.curve_parameter && are_all_numbers(series);
  for (const ResultCell* cell : group.cells) {
    const std::string text = panel_label_of_cell(*cell, roles);
    auto panel = std::ranges::find(panels, text, &CurvePanel::panel_title);
    if (panel == panels.end()) panel = panels.insert(panels.end(), CurvePanel{text, {}});
    const std::string value = roles.curve_parameter ? parameter_value(*cell, *roles.curve_parameter) : "";
    const auto colour = static_cast<std::size_t>(std::ranges::find(series, value) - series.begin());
    const std::string name = curve_name(roles, value, numeric);
    const double x = *parse_finite_number(parameter_value(*cell, *roles.x_parameter));
    if (std::isfinite(cell->emulated_value))
      panel->find_or_add_curve(name, colour, false).points.push_back({x, cell->emulated_value, cell->spread});
    if (cell->published_value)
      panel->find_or_add_curve(name, colour, true).points.push_back({x, *cell->published_value});
  }
  return panels;
}

void add_curves(std::vector<ReportBlock>& blocks, const ResultCellsOfOneTable& group, const ParameterRoles& roles,
                const ResultCellReportOptions& options, CurveDrawer& drawer) {
  std::vector<CurvePanel> panels = curve_panels_of(group, roles);
  const std::size_t drawn = std::min(panels.size(), kMostChartPanels);
  for (std::size_t i = 0; i < drawn; ++i) {
    CurveChart& chart = panels[i].chart;
    if (chart.curves.empty()) continue;
    chart.title = panels[i].panel_title.empty() ? picture_title_of(options) : panels[i].panel_title;
    chart.x_label = axis_label_of_parameter(*roles.x_parameter);
    chart.y_label = quantity_and_unit_text(group, options);
    chart.is_x_in_bytes = *roles.x_parameter == "bytes";
    set_axis_scales_and_hull(chart, roles.is_lowest_curve_the_best);
    blocks.emplace_back(ReportPicture{
        drawer.new_picture_file_name(fmt::format("{}.{}{}", options.picture_name_prefix, *roles.x_parameter,
                                                 panels[i].panel_title.empty() ? "" : "." + panels[i].panel_title)),
        drawer.draw_curves(chart)});
  }
  if (drawn < panels.size()) {
    blocks.emplace_back(ReportText{fmt::format(
        "{} more pictures of this kind are left out; their numbers are in the table.", panels.size() - drawn)});
  }
}

void add_bar_chart(std::vector<ReportBlock>& blocks, const ResultCellsOfOneTable& group,
                   const ResultCellReportOptions& options, CurveDrawer& drawer) {
  constexpr std::size_t kMostBars = 16;
  if (group.cells.size() > kMostBars) return;
  BarChart chart{.title = picture_title_of(options), .y_label = quantity_and_unit_text(group, options), .bars = {}};
  for (const ResultCell* cell : group.cells) {
    std::string name;
    for (const std::string& each : group.names) {
      if (parameter_values(group, each).size() > 1 || group.names.size() == 1)
        name += fmt::format("{}{}", name.empty() ? "" : " ", parameter_value(*cell, each));
    }
    chart.bars.push_back({name, cell->published_value, cell->emulated_value});
  }
  blocks.emplace_back(
      ReportPicture{drawer.new_picture_file_name(options.picture_name_prefix + ".bars"), bars_svg(chart)});
}

/// Returns which algorithm is best at one point of a region map, that is, for one combination of two parameters.
/// `costs` has the cost of each algorithm at this point; the key is the index of the algorithm's name.
RegionMap::RegionMapPoint best_algorithm_at_point(const std::map<std::size_t, double>& costs) {
  RegionMap::RegionMapPoint region;
  for (const auto& [name, cost] : costs) {
    if (!region.best_algorithm || cost < costs.at(*region.best_algorithm)) region.best_algorithm = name;
  }
  for (const auto& [name, cost] : costs)
    region.is_second_best_close |=
        name != *region.best_algorithm && cost <= kCloseCostRatio * costs.at(*region.best_algorithm);
  return region;
}

void sort_by_number(std::vector<std::string>& values) {
  std::ranges::stable_sort(values, {}, [](const std::string& value) { return parse_finite_number(value).value_or(0); });
}

/// Adds a map of the regions in which each algorithm is best, as in Wang and Ranka's figure 5. The map is added only if
/// exactly one parameter varies besides the algorithm and the parameter on the horizontal axis, and this parameter is a
/// number.
void add_region_map(std::vector<ReportBlock>& blocks, const ResultCellsOfOneTable& group, const ParameterRoles& roles,
                    const ResultCellReportOptions& options, CurveDrawer& drawer) {
  if (!roles.is_lowest_curve_the_best || roles.panel_parameters.empty()) return;
  std::optional<std::string> y;
  for (const std::string& name : roles.panel_parameters) {
    if (parameter_values(group, name).size() < 2) continue;
    // A map of the best algorithm has only two dimensions, and its axes show numbers. So there is no map if more than
    // one parameter varies besides the one on the horizontal axis, or if the values of that parameter are not numbers.
    if (y || !are_all_numbers(parameter_values(group, name))) return;
    y = name;
  }
  if (!y) return;
  std::vector<std::string> xs = parameter_values(group, *roles.x_parameter), ys = parameter_values(group, *y);
  sort_by_number(xs);
  sort_by_number(ys);
  RegionMap map{.title = options.quantity_name.empty() ? "which is best" : "which is best by " + options.quantity_name,
                .x_label = axis_label_of_parameter(*roles.x_parameter),
                .y_label = axis_label_of_parameter(*y),
                .column_labels = xs,
                .row_labels = ys,
                .algorithm_names = parameter_values(group, *roles.curve_parameter),
                .points_by_row = {}};
  for (std::string& tick : map.column_labels) {
    if (*roles.x_parameter == "bytes") tick = byte_size_text(*parse_finite_number(tick));
  }
  std::vector<std::vector<std::map<std::size_t, double>>> costs(ys.size(),
                                                                std::vector<std::map<std::size_t, double>>(xs.size()));
  for (const ResultCell* cell : group.cells) {
    const auto place = [](const std::vector<std::string>& values, const std::string& value) {
      return static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
    };
    costs[place(ys, parameter_value(*cell, *y))][place(xs, parameter_value(*cell, *roles.x_parameter))]
         [place(map.algorithm_names, parameter_value(*cell, *roles.curve_parameter))] = cell->emulated_value;
  }
  for (const auto& row : costs) {
    auto& regions = map.points_by_row.emplace_back();
    for (const auto& place : row) regions.push_back(best_algorithm_at_point(place));
  }
  blocks.emplace_back(
      ReportPicture{drawer.new_picture_file_name(options.picture_name_prefix + ".regions"), region_map_svg(map)});
}

std::string css_classes_of_cell(const ResultCell& cell) {
  const auto error = cell.relative_error();
  if (!error) return cell.published_value && *cell.published_value == cell.emulated_value ? "number e0" : "number";
  const double size = std::abs(*error);
  return size <= 0.05 ? "number e0" : size <= 0.15 ? "number e1" : size <= 0.3 ? "number e2" : "number e3";
}

std::string result_cell_text(const ResultCell& cell, bool with_published) {
  if (!with_published) return number_text(cell.emulated_value);
  const auto error = cell.relative_error();
  return fmt::format("{} / {}{}", cell.published_value ? number_text(*cell.published_value) : "-",
                     number_text(cell.emulated_value),
                     error ? fmt::format(" {}", relative_error_text(*error)) : std::string());
}

/// Returns the cell with the smallest emulated value in a table row, if each column of the table stands for a competing
/// algorithm. Returns null if the row has no cell.
const ResultCell* cell_of_least_value(const std::vector<const ResultCell*>& row) {
  const ResultCell* best = nullptr;
  for (const ResultCell* cell : row) {
    if (cell != nullptr && (best == nullptr || cell->emulated_value < best->emulated_value)) best = cell;
  }
  return best;
}

ReportTable report_table_as_matrix(const ResultCellsOfOneTable& group, const ParameterRoles& roles,
                                   const ResultCellReportOptions& options) {
  const std::string& columns = options.column_parameter;
  const ResultCellsArrangedAsMatrix cells(group, columns);
  const bool published = group.has_published_values();
  const bool compete =
      roles.is_lowest_curve_the_best && roles.curve_parameter == columns && cells.column_values.size() > 1;
  ReportTable table{.caption = fmt::format("{}, by {}{}{}", quantity_and_unit_text(group, options), columns,
                                           published ? "; published / emulated, error" : "",
                                           compete ? "; the least of each row is bold" : ""),
                    .column_titles = {},
                    .rows = {}};
  for (const std::string& name : group.names) {
    if (name != columns) table.column_titles.push_back(name);
  }
  table.column_titles.insert(table.column_titles.end(), cells.column_values.begin(), cells.column_values.end());
  for (const auto& [labels, row] : cells.rows) {
    auto& line = table.rows.emplace_back();
    for (const std::string& label : labels) line.push_back({label, are_all_numbers({label}) ? "number" : ""});
    const ResultCell* best = compete ? cell_of_least_value(row) : nullptr;
    for (const ResultCell* cell : row) {
      if (cell == nullptr) {
        line.push_back({});
      } else {
        line.push_back(
            {result_cell_text(*cell, published), css_classes_of_cell(*cell) + (cell == best ? " best" : "")});
      }
    }
  }
  return table;
}

ReportTable report_table_with_cell_per_line(const ResultCellsOfOneTable& group,
                                            const ResultCellReportOptions& options) {
  const bool published = group.has_published_values();
  ReportTable table{.caption = quantity_and_unit_text(group, options), .column_titles = group.names, .rows = {}};
  if (published) table.column_titles.emplace_back("published");
  table.column_titles.emplace_back("emulated");
  if (published) table.column_titles.emplace_back("error");
  table.column_titles.insert(table.column_titles.end(), {"spread", "samples"});
  for (const ResultCell* cell : group.cells) {
    auto& line = table.rows.emplace_back();
    for (const auto& [name, value] : cell->parameters)
      line.push_back({value, are_all_numbers({value}) ? "number" : ""});
    if (published) line.push_back({cell->published_value ? number_text(*cell->published_value) : "-", "number"});
    line.push_back({number_text(cell->emulated_value), "number"});
    const auto error = cell->relative_error();
    if (published) line.push_back({error ? relative_error_text(*error) : "-", css_classes_of_cell(*cell)});
    line.push_back({number_text(cell->spread), "number"});
    line.push_back({fmt::format("{}", cell->sample_count), "number"});
  }
  return table;
}

void add_group_blocks(std::vector<ReportBlock>& blocks, const ResultCellsOfOneTable& group,
                      const ResultCellReportOptions& options, CurveDrawer& drawer) {
  const ParameterRoles roles = chart_roles_of_parameters(group, options.column_parameter);
  if (options.has_curves && roles.x_parameter) {
    add_region_map(blocks, group, roles, options, drawer);
    add_curves(blocks, group, roles, options, drawer);
  } else if (options.has_curves) {
    add_bar_chart(blocks, group, options, drawer);
  }
  ReportTable table = group.has_parameter(options.column_parameter) ? report_table_as_matrix(group, roles, options)
                                                                    : report_table_with_cell_per_line(group, options);
  table.is_collapsed = table.rows.size() > kMostRowsOfOpenTable;
  blocks.emplace_back(std::move(table));
}

}  // namespace

std::string CurveDrawer::draw_curves(const CurveChart& chart) {
  if (drawing_program_ != DrawingProgram::builtin_picture_drawing) {
    if (auto svg = gnuplot_svg(chart, fmt::format("p{}_", ++drawn_picture_count_))) return std::move(*svg);
  }
  return curves_svg(chart);
}

std::string CurveDrawer::new_picture_file_name(const std::string& text) {
  constexpr std::size_t kLongest = 100;
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
    const char sign = plain ? c : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : '-';
    if (sign != '-' || !name.ends_with('-')) name += sign;
  }
  std::string unique = name.substr(0, kLongest);
  for (unsigned number = 2; !used_file_names_.insert(unique).second; ++number) {
    const std::string ending = fmt::format("-{}", number);
    unique = name.substr(0, kLongest - ending.size()) + ending;
  }
  return unique;
}

std::vector<ReportBlock> make_report_blocks_of_result_cells(const std::vector<ResultCell>& cells,
                                                            const ResultCellReportOptions& options,
                                                            CurveDrawer& drawer) {
  std::vector<ReportBlock> blocks;
  const std::vector<ResultCellsOfOneTable> groups = group_cells_into_tables(cells);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    ResultCellReportOptions numbered = options;
    if (groups.size() > 1) numbered.picture_name_prefix += fmt::format("-{}", i + 1);
    add_group_blocks(blocks, groups[i], numbered, drawer);
  }
  return blocks;
}

}  // namespace switchyard
