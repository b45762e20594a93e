#include "bench/report/link_chart_layout.hpp"

#include <algorithm>

namespace switchyard {
namespace {

/// The columns of one block of a link-usage chart (which message uses which link in which step). They stand for the
/// links of consecutive nodes.
class NodeColumns {
 public:
  NodeColumns(const LinkChart& chart, std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = first; i < first + count; ++i) {
      for (std::uint32_t left = 0; left < chart.dimension(); ++left) {
        links_.push_back(chart.link(NodeId{i}, chart.dimension() - 1 - left));
      }
      node_labels_.push_back(chart.label(NodeId{i}));
    }
  }

  LinkUsageChartBlock empty_chart_block() const { return {.node_labels = node_labels_, .chart_lines = {}}; }
  ChartLine empty_chart_line(std::string label) const {
    return {.label = std::move(label), .step_numbers = std::vector<std::uint32_t>(links_.size())};
  }
  void set_step_numbers_of_used_links(const ChartRow& row, ChartLine& line) const {
    if (row.steps.empty()) return;
    for (std::size_t column = 0; column < links_.size(); ++column) {
      if (std::ranges::find(row.links, links_[column]) != row.links.end())
        line.step_numbers[column] = row.steps.front();
    }
  }

 private:
  std::vector<LinkId> links_;
  std::vector<std::string> node_labels_;
};

LinkUsageChartBlock chart_block_of_sources(const LinkChart& chart, std::uint32_t first_source) {
  const std::uint32_t sources = chart.node_count() / 2;
  const NodeColumns columns(chart, first_source, sources);
  LinkUsageChartBlock block = columns.empty_chart_block();
  for (std::uint32_t i = first_source; i < first_source + sources; ++i) {
    for (const ChartRow& row : chart.rows_of_source(NodeId{i})) {
      ChartLine& line = block.chart_lines.emplace_back(columns.empty_chart_line(chart.label(row)));
      line.starts_group = index(row.destination) == 0;
      columns.set_step_numbers_of_used_links(row, line);
    }
  }
  return block;
}

LinkUsageChartBlock chart_block_of_node_pairs(const LinkChart& chart) {
  const NodeColumns columns(chart, 0, chart.node_count());
  LinkUsageChartBlock block = columns.empty_chart_block();
  for (const ChartRow& row : chart.rows()) {
    if (row.source >= row.destination) continue;
    ChartLine& line = block.chart_lines.emplace_back(
        columns.empty_chart_line(chart.label(row.source) + "--" + chart.label(row.destination)));
    line.starts_group = block.chart_lines.size() == 1;
    columns.set_step_numbers_of_used_links(row, line);
    columns.set_step_numbers_of_used_links(chart.row(row.destination, row.source), line);
  }
  return block;
}

}  // namespace

std::vector<LinkUsageChartBlock> link_chart_blocks(const LinkChart& chart) {
  if (chart.has_only_exchanges()) return {chart_block_of_node_pairs(chart)};
  return {chart_block_of_sources(chart, 0), chart_block_of_sources(chart, chart.node_count() / 2)};
}

}  // namespace switchyard
