#include "algorithms/schedule/link_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

[[noreturn]] void throw_network_is_no_hypercube_error() {
  throw UsageError("chart: the links of this network are not those of a hypercube with e-cube routes");
}

std::uint32_t checked_node_count(const Schedule& schedule, const Routes& routes) {
  const std::uint32_t nodes = schedule.node_count();
  if (nodes != routes.node_count()) {
    throw UsageError(fmt::format("chart: the schedule has {} nodes and the network {}", nodes, routes.node_count()));
  }
  if (nodes < 2 || nodes > kMaxChartNodes) {
    throw UsageError(fmt::format("chart: {} nodes", nodes), fmt::format("charts have 2 to {}", kMaxChartNodes));
  }
  if (!std::has_single_bit(nodes)) throw_network_is_no_hypercube_error();
  return nodes;
}

/// One number in a column of a link-usage chart: the step in which a message uses the column's link, and the chart row
/// of the message.
struct ChartEntry {
  std::uint32_t step;
  const ChartRow* row;
};

std::vector<std::vector<ChartEntry>> columns_of_link_chart(const LinkChart& chart) {
  std::uint32_t largest = 0;
  for (const ChartRow& row : chart.rows()) {
    for (const LinkId link : row.links) largest = std::max(largest, index(link));
  }
  std::vector<std::vector<ChartEntry>> columns(largest + std::size_t{1});
  for (const ChartRow& row : chart.rows()) {
    for (const LinkId link : row.links) {
      for (const std::uint32_t step : row.steps) columns[index(link)].push_back({step, &row});
    }
  }
  for (auto& column : columns) std::ranges::stable_sort(column, {}, &ChartEntry::step);
  return columns;
}

/// Finds the places where a link-usage chart breaks the rules of such charts.
class LinkUsageChartRuleChecker {
 public:
  explicit LinkUsageChartRuleChecker(const LinkChart& chart)
      : chart_(chart), chart_columns_(columns_of_link_chart(chart)) {}

  std::vector<ChartFinding> find_broken_rules() {
    check_link_uses(LinkUsageChartCorrectnessRule::link_used_twice_in_step, 0);
    find_messages_sent_twice();
    find_nodes_sending_twice();
    check_link_uses(LinkUsageChartCorrectnessRule::link_used_in_consecutive_steps, 1);
    return std::move(findings_);
  }

 private:
  /// Reports each two successive uses of a link whose steps differ by exactly `apart`.
  void check_link_uses(LinkUsageChartCorrectnessRule rule, std::uint32_t apart) {
    for (std::uint32_t i = 0; i < chart_.node_count(); ++i) {
      for (std::uint32_t dimension = 0; dimension < chart_.dimension(); ++dimension) {
        const auto& column = chart_columns_[index(chart_.link(NodeId{i}, dimension))];
        const std::string link = chart_.label(NodeId{i}) + "->" + chart_.label(NodeId{i} ^ (1U << dimension));
        for (std::size_t u = 1; u < column.size(); ++u) {
          if (column[u].step - column[u - 1].step == apart) report_link_reuse(rule, link, column[u - 1], column[u]);
        }
      }
    }
  }

  void report_link_reuse(LinkUsageChartCorrectnessRule rule, const std::string& link, const ChartEntry& first,
                         const ChartEntry& second) {
    const std::string when = first.step == second.step ? fmt::format("twice in step {}", first.step)
                                                       : fmt::format("in steps {} and {}", first.step, second.step);
    findings_.push_back({rule, fmt::format("link {} is used {}, by {} and {}", link, when, chart_.label(*first.row),
                                           chart_.label(*second.row))});
  }

  void find_messages_sent_twice() {
    for (const ChartRow& row : chart_.rows()) {
      if (row.steps.size() < 2) continue;
      findings_.push_back({LinkUsageChartCorrectnessRule::message_sent_in_two_steps,
                           fmt::format("{} is sent in steps {}", chart_.label(row), fmt::join(row.steps, " and "))});
    }
  }

  void find_nodes_sending_twice() {
    for (std::uint32_t i = 0; i < chart_.node_count(); ++i) {
      std::vector<const ChartRow*> sent_in(chart_.step_count() + std::size_t{1}, nullptr);
      for (const ChartRow& row : chart_.rows_of_source(NodeId{i})) {
        for (const std::uint32_t step : row.steps) report_second_send(sent_in[step], row, step);
      }
    }
  }

  void report_second_send(const ChartRow*& sent, const ChartRow& row, std::uint32_t step) {
    if (sent != nullptr && sent != &row) {
      findings_.push_back({LinkUsageChartCorrectnessRule::node_sends_twice_in_step,
                           fmt::format("node {} sends twice in step {}, {} and {}", chart_.label(row.source), step,
                                       chart_.label(*sent), chart_.label(row))});
    }
    sent = &row;
  }

  const LinkChart& chart_;
  /// for each link, its column of the chart: the uses of the link, sorted by step
  std::vector<std::vector<ChartEntry>> chart_columns_;
  std::vector<ChartFinding> findings_;
};

}  // namespace

LinkChart::LinkChart(const Schedule& schedule, const Routes& routes)
    : node_count_(checked_node_count(schedule, routes)),
      dimension_(static_cast<std::uint32_t>(std::countr_zero(node_count_))),
      step_count_(schedule.phase_count()) {
  find_links(routes);
  find_paths(routes);
  enter_steps_of_schedule(schedule);
}

void LinkChart::find_links(const Routes& routes) {
  std::vector<LinkId> path;
  for (std::uint32_t i = 0; i < node_count_; ++i) {
    for (std::uint32_t dimension = 0; dimension < dimension_; ++dimension) {
      routes.route(NodeId{i}, NodeId{i} ^ (1U << dimension), path);
      if (path.size() != 1) throw_network_is_no_hypercube_error();
      link_of_node_and_dimension_.push_back(path.front());
    }
  }
}

void LinkChart::find_paths(const Routes& routes) {
  rows_.resize(std::size_t{node_count_} * node_count_);
  std::vector<LinkId> path;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    ChartRow& row = rows_[r];
    row.source = NodeId{static_cast<std::uint32_t>(r / node_count_)};
    row.destination = NodeId{static_cast<std::uint32_t>(r % node_count_)};
    NodeId at = row.source;
    for (std::uint32_t dimension = 0; dimension < dimension_; ++dimension) {
      if (((index(at) ^ index(row.destination)) >> dimension & 1U) == 0) continue;
      row.links.push_back(link(at, dimension));
      at = at ^ (1U << dimension);
    }
    routes.route(row.source, row.destination, path);
    if (path != row.links) throw_network_is_no_hypercube_error();
  }
}

void LinkChart::enter_steps_of_schedule(const Schedule& schedule) {
  for (std::uint32_t p = 0; p < step_count_; ++p) {
    for (const ScheduledMessage& message : schedule.phase(PhaseId{p})) {
      if (std::max(index(message.source), index(message.destination)) >= node_count_) {
        throw UsageError(fmt::format("chart: step {} names a node that does not exist", p + 1),
                         fmt::format("there are {}", node_count_));
      }
      rows_[index(message.source) * std::size_t{node_count_} + index(message.destination)].steps.push_back(p + 1);
    }
  }
}

bool LinkChart::has_only_exchanges() const noexcept {
  bool any = false;
  for (const ChartRow& there : rows_) {
    if (there.steps.empty()) continue;
    if (there.steps.size() > 1 || there.steps != row(there.destination, there.source).steps) return false;
    any = true;
  }
  return any;
}

std::string LinkChart::label(NodeId node) const { return fmt::format("{:0{}b}", index(node), dimension_); }

std::string LinkChart::label(const ChartRow& row) const { return label(row.source) + "->" + label(row.destination); }

std::vector<ChartFinding> check_link_chart(const LinkChart& chart) {
  return LinkUsageChartRuleChecker(chart).find_broken_rules();
}

std::vector<std::size_t> finding_count_by_rule(std::span<const ChartFinding> findings) {
  std::vector<std::size_t> result(kLinkUsageChartCorrectnessRuleCount);
  for (const ChartFinding& finding : findings) ++result[static_cast<std::size_t>(finding.broken_rule)];
  return result;
}

}  // namespace switchyard
