#pragma once
/// \file link_chart_layout.hpp
/// The layout of a link-usage chart as the paper prints it, used for text and for drawings: blocks side by side. In
/// each block, the columns of one node form a group, and so do the rows of one source.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991). Directed charts (figs. 5, 6, 7, 9)
/// have two blocks: sources whose highest address bit is 0 on the left, 1 on the right; under e-cube routing each half
/// uses no link of the other half's nodes. If every message has one in the opposite direction in its step, a single
/// block has a row for each pair of nodes (fig. 8). The rightmost column of a node is its link along dimension 0.

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/schedule/link_chart.hpp"

namespace switchyard {

struct ChartLine {
  std::string label;                 ///< label of a row: "001->011", or "001--011" for a pair of nodes
  std::vector<std::uint32_t> cells;  ///< for each column the step, or 0 if the link is not used
  bool starts_group = false;
};

struct ChartBlock {
  std::vector<std::string>
      node_labels;  ///< labels of nodes; each label stands over the columns of its node, one for each dimension
  std::vector<ChartLine> lines;
};

/// Arranges a link-usage chart in blocks that have the same number of lines. If a row has several
/// step numbers, the first is shown.
std::vector<ChartBlock> layout(const LinkChart& chart);

}  // namespace switchyard
