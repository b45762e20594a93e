#pragma once
/// \file link_charts.hpp
/// Makes charts for tests that show which messages use each link in each step of a schedule. The steps of a chart are
/// written out in the test, or read from a chart that is printed in a paper.

#include <bit>
#include <cctype>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "algorithms/schedule/link_chart.hpp"
#include "tests/algorithms/schedule_test_networks.hpp"

namespace switchyard::link_charts {

struct SourceAndDestination {
  std::uint32_t source, destination;
};
using MessagesByStep = std::map<unsigned, std::vector<SourceAndDestination>>;

/// Returns the number of the step that is printed in the cells of one row of a chart, or 0 if all cells have dots.
inline unsigned step_number_printed_in_chart_row(const std::string& cells) {
  for (const char c : cells) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) return static_cast<unsigned>(c - '0');
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) return static_cast<unsigned>(c - 'a') + 10;
  }
  return 0;
}

inline std::uint32_t node_with_binary_label(const std::string& label) {
  return static_cast<std::uint32_t>(std::stoul(label, nullptr, 2));
}

/// Reads which messages a printed chart has in which steps, from the labels of its rows and the numbers in its cells.
/// It does not matter in which columns the numbers are printed.
inline MessagesByStep steps_of_printed_chart(const std::string& figure) {
  MessagesByStep steps;
  std::istringstream in(figure);
  for (std::string line; std::getline(in, line);) {
    for (std::size_t at = 0; (at = line.find_first_of(">-", at)) != std::string::npos; at += 25) {
      // This skips the line below the headings of the chart's columns, which has no message.
      if (at < 3 || !std::isdigit(static_cast<unsigned char>(line[at - 1]))) break;
      const bool pair = line[at + 1] == '-';
      const std::uint32_t source = node_with_binary_label(line.substr(at - 3, 3)),
                          destination = node_with_binary_label(line.substr(at + 2, 3));
      const unsigned step = step_number_printed_in_chart_row(line.substr(at + 5, pair ? std::string::npos : 18));
      if (step == 0) continue;
      steps[step].push_back({source, destination});
      if (pair) steps[step].push_back({destination, source});
    }
  }
  return steps;
}

inline Schedule schedule_of_steps(std::uint32_t nodes, const MessagesByStep& steps) {
  Schedule schedule(nodes);
  const unsigned last = steps.empty() ? 0 : steps.rbegin()->first;
  for (unsigned step = 1; step <= last; ++step) {
    if (const auto found = steps.find(step); found != steps.end()) {
      for (const auto& [source, destination] : found->second) schedule.add({NodeId{source}, NodeId{destination}, 1});
    }
    schedule.close_phase();
  }
  return schedule;
}

inline LinkChart link_chart_of_steps(std::uint32_t nodes, const MessagesByStep& steps) {
  return {schedule_of_steps(nodes, steps), test_networks::EcubeRoutes(static_cast<unsigned>(std::countr_zero(nodes)))};
}

}  // namespace switchyard::link_charts
