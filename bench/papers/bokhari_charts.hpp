#pragma once
/// \file bokhari_charts.hpp
/// Link charts (which message uses which link in which step) of the complete exchange on 8 nodes: charts that the paper
/// prints, and charts of the emulated algorithms' schedules.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 4, figs. 6 to 9. In the scan of
/// the paper only the step number of each chart row is legible; the links (columns) of a row are computed from the
/// message's route.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "algorithms/schedule/link_chart.hpp"
#include "bench/experiment/claim.hpp"

namespace switchyard::papers {

inline constexpr std::uint32_t kPrintedChartNodes = 8;

struct PrintedChart {
  std::uint32_t figure_number;
  /// The name that the emulated algorithm has in the catalogue of algorithms.
  std::string_view algorithm;
  /// The step in which each message is sent: one string for each source node, which has one character for each
  /// destination node.
  std::array<std::string_view, kPrintedChartNodes> steps_by_source;

  /// Returns the step in which the message from `source` to `destination` is sent according to the printed chart.
  /// Needs: source and destination differ.
  std::uint32_t step_of_message(NodeId source, NodeId destination) const;
};

std::span<const PrintedChart> link_charts_printed_in_paper();

/// Makes the link chart (which message uses which link in which step) of an algorithm's schedule for the complete
/// exchange. Needs: an algorithm that makes a schedule, and 2 to kMaxChartNodes nodes.
LinkChart make_exchange_link_chart(const Algorithm& algorithm, std::uint32_t nodes);

/// Returns how many of the 56 messages of a complete exchange on 8 nodes are sent in the same step in the emulated and
/// in the printed link chart.
std::uint32_t count_equal_steps(const PrintedChart& printed, const LinkChart& emulated);

/// Returns one line that compares the emulated link chart with the printed one, and says which of the paper's rules for
/// link charts the printed chart breaks.
std::string chart_comparison_text(const PrintedChart& printed, const LinkChart& emulated);

/// Judges claim B14 of Bokhari's paper: the algorithms take the stated numbers of steps, their messages do not contend
/// for links, and the link charts are those printed in figures 6, 7 and 9.
PaperClaim link_chart_claim(const Catalogue& catalogue);

}  // namespace switchyard::papers
