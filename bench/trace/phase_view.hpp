#pragma once
/// \file phase_view.hpp
/// A picture of one run: one row for each node, time from left to right, messages coloured by phase, waits hatched.

#include <cstdint>
#include <span>
#include <string>

#include "bench/trace/timeline.hpp"

namespace switchyard {

inline constexpr std::uint32_t kMaxViewNodes = 128;

/// Draws the timeline of a run as an SVG document, legible from a width of 360 pixels on. `title` is shown above the
/// picture and read out by screen readers. The nodes of a deadlock's `cycle` are marked.
///
/// Needs:  1 to kMaxViewNodes nodes.
std::string phase_view_svg(const Timeline& timeline, const std::string& title, std::span<const NodeId> cycle = {});

}  // namespace switchyard
