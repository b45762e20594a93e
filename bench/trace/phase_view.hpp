#pragma once
/// \file phase_view.hpp
/// A picture of one run: one row for each node, time from left to right, messages coloured by phase, waits hatched.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/trace/timeline.hpp"

namespace switchyard {

inline constexpr std::uint32_t kMaxViewNodes = 128;

/// The nodes that cannot go on in a deadlock.
struct StuckNodes {
  std::vector<NodeId> nodes = {};  ///< the stuck nodes; none if there is no deadlock
  bool in_cycle = false;           ///< whether the nodes wait for each other; if not, their messages cannot come
};

/// Draws the timeline of a run as an SVG document, legible from a width of 360 pixels on. `title` is shown above the
/// picture and read out by screen readers. Nodes that are stuck are marked.
///
/// Needs:  1 to kMaxViewNodes nodes.
std::string phase_view_svg(const Timeline& timeline, const std::string& title, const StuckNodes& stuck = {});

}  // namespace switchyard
