#pragma once
/// \file phase_view.hpp
/// One run as a picture: a row a node, time from left to right, messages coloured by phase, waits hatched.

#include <cstdint>
#include <string>

#include "bench/trace/timeline.hpp"

namespace switchyard {

inline constexpr std::uint32_t kMaxViewNodes = 128;

/// An SVG document, legible from 360 pixels of width on. `title` is read out by screen readers and shown above.
///
/// Needs: 1 to kMaxViewNodes nodes.
std::string phase_view_svg(const Timeline& timeline, const std::string& title);

}  // namespace switchyard
