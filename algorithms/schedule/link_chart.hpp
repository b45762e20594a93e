#pragma once
/// \file link_chart.hpp
/// Link-usage chart of a schedule on a hypercube: a row for each source and destination, a column for each directed
/// link, and in the cells the step in which the message uses the link.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 3, figs. 5 to 9. Steps count
/// from 1, as in the paper: step 1 is PhaseId{0}.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/schedule/schedule.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

/// The largest number of nodes for which a link-usage chart is made; charts of more nodes would not be legible.
inline constexpr std::uint32_t kMaxChartNodes = 32;

/// One row of a link-usage chart, for a pair of nodes. The row describes the message between the two nodes, if the
/// schedule has one.
struct ChartRow {
  NodeId source{};
  NodeId destination{};
  std::vector<LinkId> links;  ///< the links of the path from source to destination, in the order of the path
  /// the steps in which the message is sent, ascending; empty for a pair of nodes without a message; more than one step
  /// only in a wrong schedule
  std::vector<std::uint32_t> steps;
};

class LinkChart {
 public:
  /// Makes the link-usage chart of a schedule.
  /// Needs:  2 to kMaxChartNodes nodes, and a hypercube whose routes correct the lowest differing address bit first.
  /// Throws: UsageError if these needs are not met, or if the schedule names a node that does not exist.
  LinkChart(const Schedule& schedule, const Routes& routes);

  std::uint32_t node_count() const noexcept { return node_count_; }
  std::uint32_t dimension() const noexcept { return dimension_; }
  std::uint32_t step_count() const noexcept { return step_count_; }
  /// Returns the rows of the chart: one for each ordered pair of nodes, including the pairs of a node and itself,
  /// sorted by source and then by destination.
  std::span<const ChartRow> rows() const& noexcept { return rows_; }
  std::span<const ChartRow> rows() const&& = delete;  // deleted, because the span would outlive a temporary LinkChart
  const ChartRow& row(NodeId source, NodeId destination) const noexcept {
    return rows_[index(source) * std::size_t{node_count_} + index(destination)];
  }
  std::span<const ChartRow> rows_of_source(NodeId source) const noexcept {
    return {&row(source, NodeId{0}), node_count_};
  }
  /// Returns the link that leaves `node` along the dimension `dimension` of the hypercube.
  LinkId link(NodeId node, std::uint32_t dimension) const noexcept {
    return link_of_node_and_dimension_[index(node) * std::size_t{dimension_} + dimension];
  }
  /// Returns whether the schedule has messages, and each message is sent in the same step as the message in the
  /// opposite direction.
  bool has_only_exchanges() const noexcept;
  /// Returns the label of a node: its number in binary digits.
  std::string label(NodeId node) const;
  /// Returns the label of a row of the chart: source and destination in binary, such as "001->011".
  std::string label(const ChartRow& row) const;

 private:
  void find_links(const Routes& routes);
  void find_paths(const Routes& routes);
  void enter_steps_of_schedule(const Schedule& schedule);

  std::uint32_t node_count_;
  std::uint32_t dimension_ = 0;
  std::uint32_t step_count_;
  /// the link that leaves each node along each dimension of the hypercube, sorted by node, then by dimension
  std::vector<LinkId> link_of_node_and_dimension_;
  std::vector<ChartRow> rows_;
};

/// The rules that Bokhari's paper states for the numbers in a link-usage chart, in which a number is the step in which
/// a link carries a message.
enum class LinkUsageChartCorrectnessRule : std::uint8_t {
  /// broken if a link carries two messages in a step, which shows as equal numbers in a column
  link_used_twice_in_step,
  message_sent_in_two_steps,  ///< broken if a message is sent in two steps, which shows as two numbers in a row
  /// broken if a node sends twice in a step, which shows as one number in two rows with the same source
  node_sends_twice_in_step,
  /// broken if a link is used in two consecutive steps; only a stable schedule (Bokhari, sec. 4.2) keeps this rule
  link_used_in_consecutive_steps,
};
inline constexpr std::size_t kLinkUsageChartCorrectnessRuleCount = 4;

/// One place where a link chart breaks a rule, with a sentence that names the step and the nodes.
struct ChartFinding {
  LinkUsageChartCorrectnessRule broken_rule;
  std::string text;
};

/// Returns all places where a link-usage chart breaks one of the rules (LinkUsageChartCorrectnessRule), sorted by rule.
std::vector<ChartFinding> check_link_chart(const LinkChart& chart);

/// Counts the findings for each rule of link-usage charts. The counts are in the order of the enumerators of
/// LinkUsageChartCorrectnessRule.
std::vector<std::size_t> finding_count_by_rule(std::span<const ChartFinding> findings);

}  // namespace switchyard
