#include "bench/papers/bokhari_charts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/generators.hpp"
#include "machines/ipsc860.hpp"

namespace switchyard::papers {
namespace {

constexpr std::uint32_t kPrintedChartMessageCount = kPrintedChartNodes * (kPrintedChartNodes - 1);

constexpr std::array<PrintedChart, 4> kLinkChartsPrintedInPaper{{
    {6, "naive", {".1234567", "1.345678", "12.36789", "234.789a", "1234.567", "23456.78", "345678.9", "456789a."}},
    {7, "linear", {".1234567", "7.123456", "67.12345", "567.1234", "4567.123", "34567.12", "234567.1", "1234567."}},
    {8, "pairwise_f", {".1234567", "1.526374", "25.63741", "326.7415", "4637.152", "53741.26", "674152.3", "7415263."}},
    {9, "stable", {".1234567", "6.812345", "45.78123", "234.6781", "1234.678", "78123.56", "567812.4", "3456781."}},
}};

struct PublishedChartProperties {
  std::string_view algorithm;
  std::uint32_t (*step_count_for_nodes)(std::uint32_t nodes);
  bool uses_no_link_in_consecutive_steps;
};

constexpr std::array<PublishedChartProperties, 4> kPublishedChartProperties{{
    {"naive", [](std::uint32_t n) { return 3 * n / 2 - 2; }, false},
    {"linear", [](std::uint32_t n) { return n - 1; }, false},
    {"pairwise_f", [](std::uint32_t n) { return n - 1; }, false},
    {"stable", [](std::uint32_t n) { return n; }, true},
}};

/// Returns whether the link chart of a schedule has the properties that the paper states: the number of steps is as
/// stated, no link is used twice in one step and, for the paper's algorithm `stable`, no link is used in two
/// consecutive steps.
bool has_published_chart_properties(const PublishedChartProperties& expected, const LinkChart& chart) {
  const std::vector<std::size_t> broken = finding_count_by_rule(check_link_chart(chart));
  const auto times = [&](LinkUsageChartCorrectnessRule rule) { return broken[static_cast<std::size_t>(rule)]; };
  return chart.step_count() == expected.step_count_for_nodes(chart.node_count()) &&
         times(LinkUsageChartCorrectnessRule::link_used_twice_in_step) == 0 &&
         times(LinkUsageChartCorrectnessRule::message_sent_in_two_steps) == 0 &&
         times(LinkUsageChartCorrectnessRule::node_sends_twice_in_step) == 0 &&
         (!expected.uses_no_link_in_consecutive_steps ||
          times(LinkUsageChartCorrectnessRule::link_used_in_consecutive_steps) == 0);
}

/// Returns whether a link chart that the paper prints agrees with the paper's text. Only the chart of figure 8 does
/// not: it is not the output of the paper's procedure `pairwise`, and its messages contend for links.
bool is_chart_consistent_with_paper(const PrintedChart& printed) { return printed.figure_number != 8; }

/// Converts a link chart that the paper prints to a schedule. The phases of the schedule are the steps of the chart.
Schedule schedule_of(const PrintedChart& printed) {
  std::vector<std::vector<ScheduledMessage>> steps;
  for (std::uint32_t i = 0; i < kPrintedChartNodes; ++i) {
    for (std::uint32_t j = 0; j < kPrintedChartNodes; ++j) {
      if (i == j) continue;
      const std::uint32_t step = printed.step_of_message(NodeId{i}, NodeId{j});
      steps.resize(std::max<std::size_t>(steps.size(), step));
      steps[step - 1].push_back({NodeId{i}, NodeId{j}, 1});
    }
  }
  Schedule schedule(kPrintedChartNodes);
  for (const auto& step : steps) {
    for (const ScheduledMessage& message : step) schedule.add(message);
    schedule.close_phase();
  }
  return schedule;
}

}  // namespace

std::uint32_t PrintedChart::step_of_message(NodeId source, NodeId destination) const {
  const char sign = steps_by_source[index(source)][index(destination)];
  return static_cast<std::uint32_t>(sign <= '9' ? sign - '0' : sign - 'a' + 10);
}

std::span<const PrintedChart> link_charts_printed_in_paper() { return kLinkChartsPrintedInPaper; }

LinkChart make_exchange_link_chart(const Algorithm& algorithm, std::uint32_t nodes) {
  const Machine machine = machines::ipsc860({.nodes = nodes});
  return {make_schedule(machine, algorithm, complete(nodes, 1), 0), machine.routes()};
}

std::uint32_t count_equal_steps(const PrintedChart& printed, const LinkChart& emulated) {
  std::uint32_t equal = 0;
  for (const ChartRow& row : emulated.rows()) {
    if (row.source == row.destination) continue;
    if (row.steps == std::vector{printed.step_of_message(row.source, row.destination)}) ++equal;
  }
  return equal;
}

std::string chart_comparison_text(const PrintedChart& printed, const LinkChart& emulated) {
  std::string text = fmt::format("Figure {}: {} of {} numbers as printed", printed.figure_number,
                                 count_equal_steps(printed, emulated), kPrintedChartMessageCount);
  const LinkChart chart(schedule_of(printed), machines::ipsc860({.nodes = kPrintedChartNodes}).routes());
  for (const ChartFinding& finding : check_link_chart(chart)) {
    if (finding.broken_rule != LinkUsageChartCorrectnessRule::link_used_in_consecutive_steps)
      text += fmt::format("; in the print, {}", finding.text);
  }
  return text;
}

PaperClaim link_chart_claim(const Catalogue& catalogue) {
  PaperClaim claim{
      .id = "B14",
      .statement =
          "naive takes 3n/2 - 2 steps, linear and pairwise n - 1, stable n; no step uses a link twice, and "
          "stable uses none in two steps running; on 8 nodes they are the schedules of Figures 6, 7 and 9",
      .holds = true,
      .evidence_text = {}};
  for (const PublishedChartProperties& expected : kPublishedChartProperties) {
    claim.evidence_text += fmt::format("{}:", expected.algorithm);
    for (std::uint32_t nodes = 2; nodes <= kMaxChartNodes; nodes *= 2) {
      const LinkChart chart = make_exchange_link_chart(catalogue.find("B14", std::string(expected.algorithm)), nodes);
      claim.holds &= has_published_chart_properties(expected, chart);
      claim.evidence_text += fmt::format(" {}", chart.step_count());
    }
    claim.evidence_text += " steps; ";
  }
  claim.evidence_text += "on 2, 4, 8, 16, 32 nodes";
  for (const PrintedChart& printed : kLinkChartsPrintedInPaper) {
    if (!is_chart_consistent_with_paper(printed)) continue;
    const LinkChart chart =
        make_exchange_link_chart(catalogue.find("B14", std::string(printed.algorithm)), kPrintedChartNodes);
    claim.holds &= count_equal_steps(printed, chart) == kPrintedChartMessageCount;
  }
  return claim;
}

}  // namespace switchyard::papers
