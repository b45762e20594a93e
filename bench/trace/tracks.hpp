#pragma once
/// \file tracks.hpp
/// Assigns the transfers of a node to tracks of a drawing, so that no two transfers on a track overlap in time.

#include <vector>

#include "bench/trace/timeline.hpp"

namespace switchyard {

struct TransferTracks {
  /// For each transfer, the number of its lane (track) among the lanes of its source node: the lowest lane, from 0
  /// on, that is free when the transfer begins.
  std::vector<std::uint32_t> lane_of_transfer;
  std::vector<std::uint32_t> lanes_of_node;  ///< for each node, the number of lanes that it has, at least 1
};

/// Gives each transfer the lowest lane (track) of its source node that is free when the transfer begins.
TransferTracks assign_transfer_tracks(const Timeline& timeline);

}  // namespace switchyard
