#pragma once
/// \file dragonfly.hpp
/// The dragonfly topology: groups of routers, in which long wires join each group to each other
/// group, so that a message crosses at most two long wires.
///
/// A group is a complete graph of its routers. The global wires of a group lead to the other
/// groups, the same number of wires to each; wires that are left over are not used. A minimal route
/// takes a local link, a global link and a local link, each only if it is needed. A Valiant route
/// passes through a third group. This group is drawn once for each pair of nodes, so that
/// schedulers know the links of the route.
///
/// Freedom from deadlock: a message takes channel 0 of the links on which it leaves the group of
/// its source. It takes channel 1 of the links on which it leaves the third group, and channel 2 of
/// the links within the group of its destination. So every message takes channels in ascending
/// order. Global links use only channels 0 and 1.
///
/// Source: J. Kim, W. J. Dally, S. Scott, D. Abts, "Technology-driven, highly-scalable dragonfly topology", ISCA 2008,
/// 77-88, sec. 3 and 4.1. Departs from the paper: the paper draws the third group anew for each packet.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "runtime/routes.hpp"

namespace switchyard {

/// The shape of a dragonfly. The members are the numbers p, a, h and g of Kim et al. 2008, in this order.
struct DragonflyShape {
  std::uint32_t nodes_per_router = 2;
  std::uint32_t routers_per_group = 4;
  std::uint32_t global_links = 2;  ///< number of links of each router to routers of other groups
  std::uint32_t groups = 8;

  constexpr std::uint64_t node_count() const noexcept {
    return std::uint64_t{nodes_per_router} * routers_per_group * groups;
  }
  friend bool operator==(const DragonflyShape&, const DragonflyShape&) = default;
};

/// Returns the dragonfly shape with this number of nodes that is nearest to a balanced and full one, which has
/// a = 2p = 2h and g = a h + 1. The shape has at least two routers in a group and two groups. Returns nothing if there
/// is no such shape.
std::optional<DragonflyShape> dragonfly_shape(std::uint32_t nodes);

/// A dragonfly network. Node x is attached to router x / p, where p is the number of nodes of a router; the vertices
/// are the nodes followed by the routers. Links are numbered in this order: from each node to its router, from the
/// router to each node, local links (inside groups), global links (between groups).
class Dragonfly final : public Routes {
 public:
  static constexpr std::uint32_t kChannelsPerLink = 3;  ///< number of channels of each link

  /// The routing data of a message: its destination, and the third group through which it passes on a Valiant route
  /// (kNoIntermediateRouterGroup if there is none).
  struct RoutingHeader {
    static constexpr std::uint32_t kNoIntermediateRouterGroup = std::numeric_limits<std::uint32_t>::max();
    NodeId destination{};
    std::uint32_t intermediate_router_group = kNoIntermediateRouterGroup;
    friend constexpr NodeId destination_of(const RoutingHeader& routing_header) noexcept {
      return routing_header.destination;
    }
  };

  /// Makes a dragonfly. If `valiant` is true, the usual route between two nodes is the Valiant route, and the second
  /// route is the minimal one, if the two differ. If `valiant` is false, the usual route is the minimal one and the
  /// second route is the Valiant one. Throws UsageError for an impossible shape.
  explicit Dragonfly(DragonflyShape shape, bool valiant = false);

  std::string topology() const override { return "dragonfly"; }
  DragonflyShape shape() const noexcept { return shape_; }
  std::uint32_t node_count() const noexcept override { return node_count_; }
  std::uint32_t router_count() const noexcept { return shape_.routers_per_group * shape_.groups; }
  std::uint32_t vertex_count() const noexcept override { return node_count_ + router_count(); }
  std::uint32_t link_count() const noexcept override {
    return first_global_link_ + router_count() * shape_.global_links;
  }
  void route(NodeId from, NodeId to, std::vector<LinkId>& path) const override;
  bool find_second_route(NodeId from, NodeId to, std::vector<LinkId>& path) const override;
  std::optional<LinkEnds> ends_of_link(LinkId link) const override;
  std::string link_name(LinkId link) const override;
  /// Returns the name of a vertex, such as "router 2.3" for router 3 of group 2, both counted from 0.
  std::string vertex_name(VertexId vertex) const override;

  std::uint32_t channel_count() const noexcept override { return link_count() * kChannelsPerLink; }
  LinkId link_of(ChannelId channel) const noexcept override { return LinkId{index(channel) / kChannelsPerLink}; }
  bool find_channels_of_route(NodeId from, NodeId to, Route route, std::vector<ChannelId>& path) const override;
  bool is_global_link(LinkId link) const noexcept { return index(link) >= first_global_link_; }
  /// Returns whether the link joins a node and its router.
  bool is_node_link(LinkId link) const noexcept { return index(link) < 2 * node_count_; }

  // The functions heading(), next_channel() and next_vertex() provide what CircuitNetwork requires of a topology. They
  // need a vertex `at` that is not the destination.
  RoutingHeader make_routing_header(NodeId from, NodeId to, Route route) const noexcept;
  ChannelId next_channel(VertexId at, const RoutingHeader& routing_header) const noexcept {
    const Hop next = next_hop(at, routing_header);
    return ChannelId{index(next.link) * kChannelsPerLink + next.channel_of_link};
  }
  VertexId next_vertex(VertexId at, const RoutingHeader& routing_header) const noexcept {
    return next_hop(at, routing_header).end_vertex;
  }

  /// Returns the number of links on the path of a message.
  std::uint32_t distance(NodeId from, const RoutingHeader& routing_header) const noexcept;

  /// Returns the number of global wires between each two groups.
  std::uint32_t wires_between_groups() const noexcept { return wires_between_two_groups_; }

 private:
  struct Hop {
    LinkId link;
    std::uint32_t channel_of_link;
    VertexId end_vertex;
  };
  /// One end of a global wire. `wire_number` is the number of the wire among the global wires of the group `group`.
  struct GlobalWireEnd {
    std::uint32_t group;
    std::uint32_t wire_number;
  };
  std::uint32_t router_of(NodeId node) const noexcept { return index(node) / shape_.nodes_per_router; }
  std::uint32_t group_of(NodeId node) const noexcept { return router_of(node) / shape_.routers_per_group; }
  VertexId vertex_of_router(std::uint32_t number) const noexcept { return VertexId{node_count_ + number}; }
  Hop next_hop(VertexId at, const RoutingHeader& routing_header) const noexcept;
  Hop hop_to_router(std::uint32_t from, std::uint32_t to, std::uint32_t lane) const noexcept;
  Hop hop_to_group(std::uint32_t from, std::uint32_t group, const RoutingHeader& routing_header,
                   std::uint32_t lane) const noexcept;
  GlobalWireEnd other_end_of_wire(GlobalWireEnd end) const noexcept;
  LinkEnds ends_of_local_link(std::uint32_t number) const noexcept;
  std::optional<LinkEnds> ends_of_global_link(std::uint32_t number) const noexcept;

  DragonflyShape shape_;
  bool are_usual_routes_valiant_;
  std::uint32_t node_count_ = 0;
  /// number of the first local link (link between two routers of a group)
  std::uint32_t first_local_link_ = 0;
  std::uint32_t first_global_link_ = 0;         ///< number of the first global link (link between two groups)
  std::uint32_t wires_between_two_groups_ = 0;  ///< number of global wires from a group to each other group
};

}  // namespace switchyard
