#pragma once
/// \file tracks.hpp
/// Assigns the transfers of a node to tracks (rows) of a drawing, so that no two transfers on a track overlap in time.

#include <vector>

#include "bench/trace/timeline.hpp"

namespace switchyard {

struct TransferTracks {
  /// For each transfer, the number of its lane (track) among the lanes of its source node. This is the lowest number,
  /// from 0 on, whose lane is free when the transfer begins.
  std::vector<std::uint32_t> lane_of_transfer;
  /// For each node, the number of lanes (tracks) for its transfers, at least 1.
  std::vector<std::uint32_t> lanes_of_node;
};

/// Assigns each transfer to the lowest lane (track) of its source node that is free when the transfer begins.
TransferTracks assign_transfer_tracks(const Timeline& timeline);

}  // namespace switchyard
