#pragma once
/// \file phase_view.hpp
/// A picture of one run: one row for each node, time from left to right. Messages are coloured by phase, and waits are
/// hatched.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/trace/timeline.hpp"

namespace switchyard {

inline constexpr std::uint32_t kMaxViewNodes = 128;

/// The nodes that cannot go on because of a deadlock.
struct StuckNodes {
  std::vector<NodeId> nodes = {};  ///< the nodes that cannot go on; empty if there is no deadlock
  /// Whether the nodes wait for each other in a cycle; if not, they wait for messages that can never come.
  bool are_nodes_in_wait_cycle = false;
};

/// Draws the timeline of a run as an SVG document, legible from a width of 360 pixels on. `title` is shown above the
/// picture and read out by screen readers. The nodes in `stuck`, which cannot go on because of a deadlock, are marked.
///
/// Needs: 1 to kMaxViewNodes nodes.
std::string phase_view_svg(const Timeline& timeline, const std::string& title, const StuckNodes& stuck = {});

}  // namespace switchyard
