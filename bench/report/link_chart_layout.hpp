#pragma once
/// \file link_chart_layout.hpp
/// The layout of a link-usage chart (which message uses which link in which step) as Bokhari's paper prints it. Both
/// the text form and the drawing use this layout. A chart consists of blocks side by side. In each block, the columns
/// of one node form a group, and so do the rows of one source.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991). Directed charts (figs. 5, 6, 7, 9)
///         have two blocks: the left block has the sources whose highest address bit is 0, and the right block the
///         other sources. Under e-cube routing, messages of the sources in one block use no link of nodes in the other
///         block. If for every message the message in the opposite direction is sent in the same step, there is a
///         single block, with a row for each pair of nodes (fig. 8). The rightmost column of a node is its link along
///         dimension 0.

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/schedule/link_chart.hpp"

namespace switchyard {

struct ChartLine {
  std::string label;  ///< label of the row, such as "001->011" for a message, or "001--011" for a pair of nodes
  /// for each column of the chart, which stands for a link, the number of the step in which the link is used, or 0 if
  /// it is not used
  std::vector<std::uint32_t> step_numbers;
  bool starts_group = false;
};

struct LinkUsageChartBlock {
  /// labels of the nodes; each stands over the columns of its node, of which there is one for each dimension of the
  /// hypercube
  std::vector<std::string> node_labels;
  std::vector<ChartLine> chart_lines;
};

/// Arranges a link-usage chart (which message uses which link in which step) in blocks with equal numbers of lines. If
/// a message uses a link in several steps, only the first step is shown.
std::vector<LinkUsageChartBlock> link_chart_blocks(const LinkChart& chart);

}  // namespace switchyard
