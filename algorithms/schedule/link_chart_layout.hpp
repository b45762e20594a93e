#pragma once
/// \file link_chart_layout.hpp
/// A link-usage chart as the paper prints it, before it is text or a drawing: blocks side by side, each with columns
/// in groups of one node, and rows in groups of one source.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991). Directed charts (figs. 5, 6, 7, 9)
/// have two blocks: sources whose highest address bit is 0 on the left, 1 on the right; under e-cube routing each half
/// uses no link of the other half's nodes. Where all messages go in pairs, one block has a row for each pair (fig. 8).
/// The rightmost column of a node is its link along dimension 0.

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/schedule/link_chart.hpp"

namespace switchyard {

struct ChartLine {
  std::string label;                 ///< "001->011", or "001--011" for a pair
  std::vector<std::uint32_t> cells;  ///< the step, or 0 where the link is not used
  bool starts_group = false;
};

struct ChartBlock {
  std::vector<std::string> heads;  ///< one for as many columns as the cube has dimensions
  std::vector<ChartLine> lines;
};

/// Blocks have equally many lines. Where a row has several numbers, the first is shown.
std::vector<ChartBlock> layout(const LinkChart& chart);

}  // namespace switchyard
