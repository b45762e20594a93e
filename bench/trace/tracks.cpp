#include "bench/trace/tracks.hpp"

#include <algorithm>

namespace switchyard {

TransferTracks assign_transfer_tracks(const Timeline& timeline) {
  std::vector<std::vector<VirtualTime>> busy_until(timeline.nodes);
  TransferTracks tracks;
  for (const RecordedTransfer& transfer : timeline.transfers) {
    std::vector<VirtualTime>& lanes = busy_until[index(transfer.info.source)];
    auto lane = std::ranges::find_if(lanes, [&](VirtualTime until) { return until <= transfer.from; });
    if (lane == lanes.end()) lane = lanes.insert(lanes.end(), VirtualTime{});
    *lane = transfer.to;
    tracks.lane_of_transfer.push_back(static_cast<std::uint32_t>(lane - lanes.begin()));
  }
  for (const auto& lanes : busy_until) {
    tracks.lanes_of_node.push_back(std::max(1U, static_cast<std::uint32_t>(lanes.size())));
  }
  return tracks;
}

}  // namespace switchyard
