#pragma once
/// \file bokhari_charts.hpp
/// The printed schedules of the complete exchange on 8 nodes, and the charts of the emulated ones.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 4, figs. 6 to 9. In the scan the
/// number of each row is legible, and its columns follow from the routes.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "algorithms/schedule/link_chart.hpp"
#include "bench/experiments/claim.hpp"

namespace switchyard::experiments {

inline constexpr std::uint32_t kPrintedNodes = 8;

struct PrintedChart {
  std::uint32_t figure;
  std::string_view algorithm;                         ///< in the catalogue
  std::array<std::string_view, kPrintedNodes> steps;  ///< a row for each source, a sign for each destination

  /// Needs: two nodes that are not the same.
  std::uint32_t step(NodeId source, NodeId destination) const;
};

std::span<const PrintedChart> printed_charts();

/// The schedule of a complete exchange as a chart. Needs: an algorithm with a scheduler, 2 to kMaxChartNodes nodes.
LinkChart exchange_chart(const Algorithm& algorithm, std::uint32_t nodes);

/// Pairs of nodes that the emulated chart serves in the printed step; of kPrintedNodes * (kPrintedNodes - 1).
std::uint32_t equal_rows(const PrintedChart& printed, const LinkChart& emulated);

/// How the emulated chart compares with the print, in one line, with what is wrong in the print itself.
std::string printed_text(const PrintedChart& printed, const LinkChart& emulated);

/// B14.
Claim chart_claim(const Catalogue& catalogue);

}  // namespace switchyard::experiments
