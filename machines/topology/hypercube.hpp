#pragma once
/// \file hypercube.hpp
/// The binary hypercube with e-cube routing: a message corrects the lowest differing address bit first.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 2.

#include <bit>
#include <cstdint>

#include "runtime/routes.hpp"

namespace switchyard {

/// A hypercube of n = 2^d nodes. A link is directed and leads from a node, in a dimension k, to the node whose number
/// differs in bit k. The id of this link is node * d + k.
class Hypercube final : public Routes {
 public:
  /// Makes a hypercube. Throws UsageError unless `nodes` is a power of two, 1 included.
  explicit Hypercube(std::uint32_t nodes);

  std::uint32_t node_count() const noexcept override { return node_count_; }
  std::uint32_t dimension() const noexcept { return dimension_; }
  std::string topology() const override { return "hypercube"; }
  std::uint32_t link_count() const noexcept override { return node_count_ * dimension_; }
  void route(NodeId from, NodeId to, std::vector<LinkId>& path) const override;
  std::optional<LinkEnds> ends_of_link(LinkId link) const override;
  std::string link_name(LinkId link) const override;

  /// Returns the first link on the way from node `at` to node `to`. Needs: at != to.
  LinkId next_link(NodeId at, NodeId to) const noexcept {
    return LinkId{index(at) * dimension_ + static_cast<std::uint32_t>(std::countr_zero(index(at) ^ index(to)))};
  }
  /// Returns the node at the end of the link next_link(at, to).
  static NodeId next_node(NodeId at, NodeId to) noexcept {
    const std::uint32_t difference = index(at) ^ index(to);
    return at ^ (difference & (0 - difference));
  }
  /// Returns the number of links on the path from one node to another.
  static std::uint32_t distance(NodeId from, NodeId to) noexcept {
    return static_cast<std::uint32_t>(std::popcount(index(from) ^ index(to)));
  }
  // The members from Heading to next_vertex() provide what CircuitNetwork requires of a topology; each link has one
  // channel.
  using RoutingHeader = NodeId;
  static NodeId make_routing_header(NodeId /*from*/, NodeId to, Route /*route*/) noexcept { return to; }
  LinkId link_of(ChannelId channel) const noexcept override { return LinkId{index(channel)}; }
  ChannelId next_channel(VertexId at, NodeId to) const noexcept {
    return ChannelId{index(next_link(NodeId{index(at)}, to))};
  }
  static VertexId next_vertex(VertexId at, NodeId to) noexcept { return vertex_of(next_node(NodeId{index(at)}, to)); }

 private:
  std::uint32_t node_count_;
  std::uint32_t dimension_;
};

}  // namespace switchyard
