#include "machines/topology/torus.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "runtime/error.hpp"

namespace switchyard {

Torus::Torus(std::vector<std::uint32_t> sides, TorusChannels channels)
    : side_lengths_(std::move(sides)), channels_(channels) {
  constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 24U;
  std::uint64_t nodes = side_lengths_.empty() ? 0 : 1;
  for (const std::uint32_t side : side_lengths_) {
    strides_.push_back(static_cast<std::uint32_t>(nodes));
    nodes *= side;
    if (nodes == 0 || nodes > kMostNodes) break;
  }
  if (nodes == 0 || nodes > kMostNodes) {
    throw UsageError(fmt::format("a torus of {} nodes is not possible", fmt::join(side_lengths_, " x ")),
                     fmt::format("it has 1 to {}", kMostNodes));
  }
  if (channels.fixed_route_channels_per_link < 1 || channels.fixed_route_channels_per_link > 2) {
    throw UsageError(fmt::format("a torus has 1 or 2 channels a link for routes of fixed order, not {}",
                                 channels.fixed_route_channels_per_link));
  }
  node_count_ = static_cast<std::uint32_t>(nodes);
}

std::uint32_t Torus::count_upward_steps_in_ring(std::uint32_t from, std::uint32_t to,
                                                std::size_t dimension) const noexcept {
  const std::uint32_t side = side_lengths_[dimension];
  return (coordinate_in_dimension(to, dimension) + side - coordinate_in_dimension(from, dimension)) % side;
}

/// Returns the direction in which a message goes round the ring of a dimension: the shorter way. If both ways are
/// equally long, messages at even positions of the ring go up and messages at odd positions go down, so that both
/// directions carry the same load.
Torus::RingDirection Torus::ring_direction(std::uint32_t from, std::uint32_t to, std::size_t dimension) const noexcept {
  const std::uint32_t side = side_lengths_[dimension], steps = count_upward_steps_in_ring(from, to, dimension);
  if (2 * steps == side && side > 2)
    return coordinate_in_dimension(from, dimension) % 2 == 0 ? RingDirection::upwards : RingDirection::downwards;
  return 2 * steps <= side ? RingDirection::upwards : RingDirection::downwards;
}

LinkId Torus::link(VertexId from, std::size_t dimension, RingDirection way) const noexcept {
  return LinkId{index(from) * links_per_node() + 2 * static_cast<std::uint32_t>(dimension) +
                static_cast<std::uint32_t>(way)};
}

VertexId Torus::end_vertex_of(LinkId link) const noexcept {
  const std::uint32_t node = index(link) / links_per_node();
  const std::size_t dimension = index(link) % links_per_node() / 2;
  const std::uint32_t side = side_lengths_[dimension], here = coordinate_in_dimension(node, dimension);
  const bool goes_up = index(link) % 2 == static_cast<std::uint32_t>(RingDirection::upwards);
  const std::uint32_t there = (here + (goes_up ? 1 : side - 1)) % side;
  return VertexId{node + there * strides_[dimension] - here * strides_[dimension]};
}

/// Returns the next channel of the fixed route: channel 0 of the next link while the wire that closes the ring is still
/// ahead of the message, and channel 1 behind it.
ChannelId Torus::next_channel(VertexId at, NodeId to) const noexcept {
  const std::uint32_t from = index(at), target = index(to);
  std::size_t dimension = 0;
  while (count_upward_steps_in_ring(from, target, dimension) == 0) ++dimension;
  const RingDirection its_way = ring_direction(from, target, dimension);
  const std::uint32_t here = coordinate_in_dimension(from, dimension),
                      there = coordinate_in_dimension(target, dimension);
  const bool closing_wire_ahead = its_way == RingDirection::upwards ? here > there : here < there;
  const std::uint32_t lane = closing_wire_ahead || channels_.fixed_route_channels_per_link == 1 ? 0 : 1;
  return ChannelId{index(link(at, dimension, its_way)) * channels_per_link() + lane};
}

void Torus::list_possible_channels(VertexId at, NodeId to, std::vector<ChannelId>& choices) const {
  choices.clear();
  for (std::size_t dimension = 0; dimension < side_lengths_.size() && channels_.free > 0; ++dimension) {
    const std::uint32_t steps = count_upward_steps_in_ring(index(at), index(to), dimension),
                        side = side_lengths_[dimension];
    if (steps == 0) continue;
    const RingDirection its_way = ring_direction(index(at), index(to), dimension);
    add_free_channels(link(at, dimension, its_way), choices);
    if (2 * steps == side && side > 2)
      add_free_channels(
          link(at, dimension, its_way == RingDirection::upwards ? RingDirection::downwards : RingDirection::upwards),
          choices);
  }
}

void Torus::add_free_channels(LinkId link, std::vector<ChannelId>& choices) const {
  const std::uint32_t first = index(link) * channels_per_link() + channels_.fixed_route_channels_per_link;
  for (std::uint32_t i = 0; i < channels_.free; ++i) choices.push_back(ChannelId{first + i});
}

void Torus::route(NodeId from, NodeId to, std::vector<LinkId>& path) const {
  path.clear();
  for (VertexId at = vertex_of(from); at != vertex_of(to);) {
    const ChannelId channel = next_channel(at, to);
    path.push_back(link_of(channel));
    at = end_vertex_of(channel);
  }
}

bool Torus::find_channels_of_route(NodeId from, NodeId to, Route route, std::vector<ChannelId>& path) const {
  if (route == Route::second) return false;
  path.clear();
  for (VertexId at = vertex_of(from); at != vertex_of(to); at = end_vertex_of(path.back())) {
    path.push_back(next_channel(at, to));
  }
  return true;
}

std::optional<LinkEnds> Torus::ends_of_link(LinkId link) const {
  if (side_lengths_[index(link) % links_per_node() / 2] == 1) return std::nullopt;
  return LinkEnds{VertexId{index(link) / links_per_node()}, end_vertex_of(link)};
}

std::string Torus::link_name(LinkId link) const {
  return fmt::format("{}->{}", index(link) / links_per_node(), index(end_vertex_of(link)));
}

std::uint32_t Torus::distance(NodeId from, NodeId to) const noexcept {
  std::uint32_t links = 0;
  for (std::size_t dimension = 0; dimension < side_lengths_.size(); ++dimension) {
    const std::uint32_t steps = count_upward_steps_in_ring(index(from), index(to), dimension);
    links += std::min(steps, side_lengths_[dimension] - steps);
  }
  return links;
}

std::uint32_t Torus::diameter() const noexcept {
  std::uint32_t links = 0;
  for (const std::uint32_t side : side_lengths_) links += side / 2;
  return links;
}

double Torus::mean_distance() const noexcept {
  if (node_count_ == 1) return 0;
  double sum = 0;  // mean distance from a node to all nodes, including itself
  for (const std::uint32_t side : side_lengths_) {
    const double around = static_cast<double>(side / 2) * ((side + 1) / 2);  // NOLINT: both divisions must round down
    sum += around / side;
  }
  return sum * node_count_ / (node_count_ - 1);
}

}  // namespace switchyard
