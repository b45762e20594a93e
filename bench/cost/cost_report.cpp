#include "bench/cost/cost_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "bench/cost/cost_summary.hpp"
#include "bench/cost/cost_tables.hpp"
#include "bench/report/stacked_bars.hpp"

namespace switchyard::cost {
namespace {

constexpr std::array kCostAspectsWithReportSection{CostAspect::schedule, CostAspect::exchange, CostAspect::emulation,
                                                   CostAspect::memory};

/// Returns the median cost of a message in the series: nanoseconds, or bytes if the aspect is
/// CostAspect::memory. Returns nothing if the series has no such measurement.
std::optional<IntervalEstimate> cost_of_message(CostAspect aspect, const CostSeries& series) {
  if (aspect == CostAspect::memory) {
    const double each = series.memory_bytes() / std::max(series.mean_value_of_counter("messages"), 1.0);
    return each > 0 ? std::optional(IntervalEstimate{each, each, each}) : std::nullopt;
  }
  const std::vector<double> times = series.ns_per_unit("messages");
  return times.empty() ? std::nullopt : std::optional(median_with_interval(times));
}

const char* unit_text(CostAspect aspect) { return aspect == CostAspect::memory ? "bytes a message" : "ns a message"; }

using MatrixSizeMember = std::uint32_t MatrixSize::*;

std::set<std::uint32_t> measured_sizes(const CostSeriesList& all, CostAspect aspect, MatrixSizeMember member) {
  std::set<std::uint32_t> values;
  for (const auto& [name, series] : all) {
    if (name.cost_aspect == aspect) values.insert(name.size.*member);
  }
  return values;
}

/// Makes a chart of costs with a curve for each algorithm. The horizontal axis is the member `x` of MatrixSize (number
/// of nodes, or density). The chart shows only the measurements whose other member, `other`, has the value `value`.
CurveChart make_cost_curve_chart_over_matrix_size(const CostSeriesList& all, CostAspect aspect, MatrixSizeMember x,
                                                  MatrixSizeMember other, std::uint32_t value) {
  const bool over_nodes = x == &MatrixSize::nodes;
  CurveChart chart{
      .title = fmt::format("{}, {} {}", describe_cost_aspect(aspect), over_nodes ? "density" : "nodes", value),
      .x_label = over_nodes ? "nodes" : "density",
      .y_label = unit_text(aspect),
      .is_x_logarithmic = true,
      .is_y_logarithmic = true,
      .curves = {}};
  const std::vector<std::string> algorithms = algorithms_measured_for(all, aspect);
  for (std::size_t i = 0; i < algorithms.size(); ++i) {
    Curve curve{.name = algorithms[i], .colour_number = i, .points = {}};
    for (const auto& [name, series] : all) {
      if (name.cost_aspect != aspect || name.algorithm != algorithms[i] || name.size.*other != value) continue;
      const auto cost = cost_of_message(aspect, series);
      if (cost && name.size.*x > 0) {
        curve.points.push_back({static_cast<double>(name.size.*x), cost->value, cost->half_width()});
      }
    }
    if (!curve.points.empty()) chart.curves.push_back(std::move(curve));
  }
  return chart;
}

void add_cost_curves(ReportSection& section, const CostSeriesList& all, CostAspect aspect, CurveDrawer& drawer) {
  const bool over_nodes = measured_sizes(all, aspect, &MatrixSize::nodes).size() > 1;
  const MatrixSizeMember x = over_nodes ? &MatrixSize::nodes : &MatrixSize::degree;
  const MatrixSizeMember other = over_nodes ? &MatrixSize::degree : &MatrixSize::nodes;
  if (measured_sizes(all, aspect, x).size() < 2) return;
  for (const std::uint32_t value : measured_sizes(all, aspect, other)) {
    const CurveChart chart = make_cost_curve_chart_over_matrix_size(all, aspect, x, other, value);
    const auto has_line = [](const Curve& curve) { return curve.points.size() > 1; };
    if (std::ranges::none_of(chart.curves, has_line)) continue;
    section.blocks.emplace_back(ReportPicture{
        drawer.new_picture_file_name(fmt::format("{}-{}", name_of(aspect), value)), drawer.draw_curves(chart)});
  }
}

ReportTable cost_table(const CostSeriesList& all, CostAspect aspect) {
  const auto yardstick = reference_work_for_cost_aspect(aspect);
  ReportTable table{.caption = fmt::format("{}, medians with 95 % intervals", describe_cost_aspect(aspect)),
                    .column_titles = {"nodes", "density", "algorithm", unit_text(aspect), "from", "to"},
                    .rows = {}};
  if (yardstick) table.column_titles.push_back(fmt::format("times {}", name_of(*yardstick)));
  for (const auto& [name, series] : all) {
    const auto cost = name.cost_aspect == aspect ? cost_of_message(aspect, series) : std::nullopt;
    if (!cost) continue;
    auto& row = table.rows.emplace_back();
    row = {{std::to_string(name.size.nodes), "number"}, {std::to_string(name.size.degree), "number"}, {name.algorithm}};
    for (const double value : {cost->value, cost->interval_low, cost->interval_high})
      row.push_back({three_digit_text(value), "number"});
    if (!yardstick) continue;
    const CostSeries* rod = find_series_of_same_size(all, name, *yardstick, "");
    const auto ratio = rod == nullptr ? std::nullopt
                                      : compute_time_ratio_over_common_rounds(
                                            series, "messages", *rod, unit_counter_name_of_cost_aspect(*yardstick));
    row.push_back({ratio ? three_digit_text(ratio->value) : "-", "number"});
  }
  table.is_collapsed = table.rows.size() > 24;
  return table;
}

double median_ns_or_zero(const CostSeries* series, const std::string& unit) {
  if (series == nullptr) return 0;
  const std::vector<double> times = series->ns_per_unit(unit);
  return times.empty() ? 0 : median_with_interval(times).value;
}

/// Returns a bar that divides the host time of a message into its parts: making the schedule, copying the payload,
/// booking links, and the rest of the emulator's work.
StackedBarChart::ChartBar time_shares_bar(const CostSeriesList& all, const CostName& name,
                                          const CostSeries& emulation) {
  const double whole = median_ns_or_zero(&emulation, "messages");
  const double copy = std::min(
      median_ns_or_zero(find_series_of_same_size(all, name, CostAspect::payload_copy, ""), "operations"), whole);
  const double engine = std::clamp(
      median_ns_or_zero(find_series_of_same_size(all, name, CostAspect::message_passing_with_link_booking, ""),
                        "messages"),
      copy, whole);
  const double schedule =
      median_ns_or_zero(find_series_of_same_size(all, name, CostAspect::schedule, name.algorithm), "messages");
  return {name.algorithm, {schedule, copy, engine - copy, whole - engine}};
}

ReportSection time_shares_section(const CostSeriesList& all, CurveDrawer& drawer) {
  ReportSection section{.id = "where", .title = "where the time of an emulated message goes"};
  section.blocks.emplace_back(ReportText{
      "Copies and the engine are yardsticks of the same size: payloads alone, and links alone with one copy. "
      "The rest is what the emulator adds: calls, matching, waiting, hand-overs."});
  std::set<MatrixSize> sizes;
  for (const auto& [name, series] : all) {
    if (name.cost_aspect == CostAspect::emulation) sizes.insert(name.size);
  }
  for (const MatrixSize& size : sizes) {
    StackedBarChart chart{.title = fmt::format("{} nodes, density {}", size.nodes, size.degree),
                          .y_label = "ns a message",
                          .part_names = {"schedule", "copies", "engine", "the rest"},
                          .bars = {}};
    for (const auto& [name, series] : all) {
      if (name.cost_aspect == CostAspect::emulation && name.size == size)
        chart.bars.push_back(time_shares_bar(all, name, series));
    }
    section.blocks.emplace_back(ReportPicture{
        drawer.new_picture_file_name(fmt::format("where-{}-{}", size.nodes, size.degree)), stacked_bars_svg(chart)});
  }
  return section;
}

}  // namespace

std::vector<ReportSection> cost_sections(const CostFile& file, CurveDrawer& drawer) {
  const CostSeriesList all = collect_series(file.samples);
  std::vector<ReportSection> sections;
  for (const CostAspect aspect : kCostAspectsWithReportSection) {
    if (algorithms_measured_for(all, aspect).empty()) continue;
    ReportSection section{.id = std::string(name_of(aspect)), .title = describe_cost_aspect(aspect)};
    add_cost_curves(section, all, aspect, drawer);
    section.blocks.emplace_back(cost_table(all, aspect));
    sections.push_back(std::move(section));
  }
  if (!algorithms_measured_for(all, CostAspect::emulation).empty())
    sections.push_back(time_shares_section(all, drawer));
  return sections;
}

}  // namespace switchyard::cost
