#pragma once
/// \file torus.hpp
/// The k-ary n-cube: a grid of any number of dimensions in which each row is closed to a ring. A
/// message goes round the ring of one dimension after another, in the shorter direction.
///
/// Messages in a ring could wait for each other in a cycle. So each link has two channels for the
/// fixed routes: a message takes channel 0 of the links of a ring while the wire that closes the
/// ring is still ahead of it, and then channel 1. Further channels are for messages that choose
/// their route: they may take any link that brings them nearer to the destination.
///
/// Sources: W. J. Dally, C. L. Seitz, "Deadlock-free message routing in multiprocessor interconnection networks", IEEE
/// Trans. Computers C-36 (1987), 547-553: two channels a link. J. Duato, "A new theory of deadlock-free adaptive
/// routing in wormhole networks", IEEE Trans. Parallel and Distributed Systems 4 (1993), 1320-1331: free channels.

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/routes.hpp"

namespace switchyard {

/// How many channels each link of a torus has, for messages on fixed routes and for messages that choose their way.
struct TorusChannels {
  /// number of channels for the fixed routes: 2; with 1, messages can deadlock
  std::uint32_t fixed_route_channels_per_link = 2;
  std::uint32_t free = 0;  ///< number of further channels for messages that choose their way (adaptive routing)
};

/// A torus network. Its nodes are numbered x + y * X + z * X * Y + ... for sides X, Y, Z, ... Every node owns two links
/// in each dimension, one up and one down the ring. On a side of one node, these links stand for no wire.
class Torus final : public Routes {
 public:
  using RoutingHeader = NodeId;
  static constexpr bool kChoosesChannelsOnTheWay = true;

  /// Makes a torus. Throws UsageError if there are no sides, a side is 0, there are too many nodes, or the fixed routes
  /// have neither one nor two channels.
  explicit Torus(std::vector<std::uint32_t> sides, TorusChannels channels = {});

  std::string topology() const override { return "torus"; }
  std::uint32_t node_count() const noexcept override { return node_count_; }
  std::uint32_t link_count() const noexcept override { return node_count_ * links_per_node(); }
  std::vector<std::uint32_t> sides() const override { return {side_lengths_.rbegin(), side_lengths_.rend()}; }
  void route(NodeId from, NodeId to, std::vector<LinkId>& path) const override;
  std::optional<LinkEnds> ends_of_link(LinkId link) const override;
  std::string link_name(LinkId link) const override;

  std::uint32_t channel_count() const noexcept override { return link_count() * channels_per_link(); }
  std::uint32_t channels_per_link() const noexcept { return channels_.fixed_route_channels_per_link + channels_.free; }
  LinkId link_of(ChannelId channel) const noexcept override { return LinkId{index(channel) / channels_per_link()}; }
  bool find_channels_of_route(NodeId from, NodeId to, Route route, std::vector<ChannelId>& path) const override;
  /// Lists the channels that a message at vertex `at` may choose (adaptive routing), on those links that bring it
  /// nearer to node `to`. The lowest dimension comes first; where both directions round a ring are equally long, both
  /// are listed.
  void list_possible_channels(VertexId at, NodeId to, std::vector<ChannelId>& choices) const override;

  // The functions heading(), next_channel(), next_vertex() and end_vertex_of() provide what CircuitNetwork requires of
  // a topology. They need a vertex `at` that is not the destination.
  static NodeId make_routing_header(NodeId /*from*/, NodeId to, Route /*route*/) noexcept { return to; }
  ChannelId next_channel(VertexId at, NodeId to) const noexcept;
  VertexId next_vertex(VertexId at, NodeId to) const noexcept { return end_vertex_of(next_channel(at, to)); }
  VertexId end_vertex_of(ChannelId channel) const noexcept { return end_vertex_of(link_of(channel)); }

  /// Returns the number of links on the path from one node to another.
  std::uint32_t distance(NodeId from, NodeId to) const noexcept;
  /// Returns the largest distance between two nodes, in links.
  std::uint32_t diameter() const noexcept;
  /// Returns the mean distance, in links, over all ordered pairs of two different nodes; 0 for one node.
  double mean_distance() const noexcept;

 private:
  enum class RingDirection : std::uint32_t { upwards, downwards };
  std::uint32_t links_per_node() const noexcept { return 2 * static_cast<std::uint32_t>(side_lengths_.size()); }
  std::uint32_t coordinate_in_dimension(std::uint32_t node, std::size_t dimension) const noexcept {
    return node / strides_[dimension] % side_lengths_[dimension];
  }
  /// Returns the number of steps from one node to another in the upward direction of the ring of a
  /// dimension.
  std::uint32_t count_upward_steps_in_ring(std::uint32_t from, std::uint32_t to, std::size_t dimension) const noexcept;
  LinkId link(VertexId from, std::size_t dimension, RingDirection way) const noexcept;
  VertexId end_vertex_of(LinkId link) const noexcept;
  RingDirection ring_direction(std::uint32_t from, std::uint32_t to, std::size_t dimension) const noexcept;
  void add_free_channels(LinkId link, std::vector<ChannelId>& choices) const;

  std::vector<std::uint32_t> side_lengths_;  ///< number of nodes along each dimension, in the order x, y, z, ...
  /// for each dimension, the difference of the numbers of two neighbours along it
  std::vector<std::uint32_t> strides_;
  TorusChannels channels_;
  std::uint32_t node_count_ = 1;
};

}  // namespace switchyard
