#pragma once
/// \file tracks.hpp
/// Transfers that a node has under way at the same time, put next to each other, so that no two of a track overlap.

#include <vector>

#include "bench/trace/timeline.hpp"

namespace switchyard {

struct Tracks {
  std::vector<std::uint32_t> lane_of;  ///< by transfer: 0, or a higher one where an earlier transfer still goes on
  std::vector<std::uint32_t> lanes_of_node;  ///< at least 1
};

/// Each transfer gets the lowest lane of its source that is free.
Tracks tracks_of(const Timeline& timeline);

}  // namespace switchyard
