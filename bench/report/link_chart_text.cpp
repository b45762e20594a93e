#include "bench/report/link_chart_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "bench/report/link_chart_layout.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

constexpr std::string_view kStepNumberCharacters = ".123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::array<const char*, kLinkUsageChartCorrectnessRuleCount> kChartRuleTexts{
    "no two equal numbers in a column", "one number in a row", "no two equal numbers in the rows of a source",
    "no two consecutive numbers in a column (stable)"};

/// Returns the cells of one line of a link-usage chart as text, such as "... .1. ...". Each node has a group of `width`
/// characters, one for each of its links.
std::string cells_text(const ChartLine& line, std::size_t width) {
  std::string text;
  for (std::size_t c = 0; c < line.step_numbers.size(); ++c) {
    if (c > 0 && c % width == 0) text += ' ';
    text += kStepNumberCharacters[line.step_numbers[c]];
  }
  return text;
}

std::string node_labels_text(const LinkUsageChartBlock& block) {
  return fmt::format("{}", fmt::join(block.node_labels, " "));
}

std::string separator_text(const LinkUsageChartBlock& block) {
  std::string text = node_labels_text(block);
  std::ranges::replace_if(
      text, [](char c) { return c != ' '; }, '-');
  return text;
}

/// Returns one line of the text of a link-usage chart, which goes through all blocks of the chart, as these stand side
/// by side. For each block, `label` and `content` return the two parts of the line.
template <class Label, class Content>
std::string format_text_line_across_chart_blocks(const std::vector<LinkUsageChartBlock>& blocks, Label label,
                                                 Content content) {
  std::string text;
  for (const LinkUsageChartBlock& block : blocks) {
    const std::size_t width = block.chart_lines.front().label.size();
    text += fmt::format("{}{:<{}}  {}", text.empty() ? "" : "   ", label(block), width, content(block));
  }
  return text + '\n';
}

}  // namespace

std::string to_text(const LinkChart& chart) {
  if (chart.step_count() >= kStepNumberCharacters.size()) {
    throw UsageError(fmt::format("chart: {} steps", chart.step_count()),
                     fmt::format("there are signs for {}", kStepNumberCharacters.size() - 1));
  }
  const std::vector<LinkUsageChartBlock> blocks = link_chart_blocks(chart);
  const auto no_label = [](const LinkUsageChartBlock&) { return ""; };
  std::string text = format_text_line_across_chart_blocks(blocks, no_label, node_labels_text);
  for (std::size_t l = 0; l < blocks.front().chart_lines.size(); ++l) {
    if (blocks.front().chart_lines[l].starts_group)
      text += format_text_line_across_chart_blocks(blocks, no_label, separator_text);
    text += format_text_line_across_chart_blocks(
        blocks, [l](const LinkUsageChartBlock& block) { return block.chart_lines[l].label; },
        [&](const LinkUsageChartBlock& block) { return cells_text(block.chart_lines[l], chart.dimension()); });
  }
  return text;
}

std::string chart_rule_results_text(const LinkChart& chart) {
  const std::vector<ChartFinding> findings = check_link_chart(chart);
  const std::vector<std::size_t> broken = finding_count_by_rule(findings);
  std::string text;
  for (std::size_t rule = 0; rule < kLinkUsageChartCorrectnessRuleCount; ++rule) {
    const auto first =
        std::ranges::find(findings, static_cast<LinkUsageChartCorrectnessRule>(rule), &ChartFinding::broken_rule);
    text += fmt::format("{:<49}{}\n", fmt::format("{}:", kChartRuleTexts[rule]),
                        broken[rule] == 0 ? "yes" : fmt::format("no ({}), first: {}", broken[rule], first->text));
  }
  return text;
}

}  // namespace switchyard
