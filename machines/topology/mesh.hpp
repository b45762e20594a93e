#pragma once
/// \file mesh.hpp
/// The two-dimensional mesh with dimension-ordered routes.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), sec. 3 and fig. 4. Their worked example settles what "XY" means: along the row first.

#include <cstdint>
#include <vector>

#include "machines/topology/grid_shape.hpp"
#include "runtime/request.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

/// Whether two neighbouring nodes are joined by one link for each direction, or by one link for both directions.
enum class LinkSharing { link_per_direction, link_for_both_directions };

/// Which turns a YX route (first along the column, then along the row) may take. A message may choose a YX route with
/// such turns instead of the XY route.
enum class AllowedMeshRouteTurns {
  /// no turns towards lower columns: XY and YX routes together then use six of the eight turns and cannot deadlock
  no_turns_to_lower_columns,
  all_route_turns,
};

/// The routing data that a message carries through a mesh: its destination and the kind of its route.
struct MeshRoutingHeader {
  NodeId destination{};
  Route route = Route::automatic;  ///< Route::second for a YX route; all other values mean an XY route
};
constexpr NodeId destination_of(const MeshRoutingHeader& routing_header) noexcept { return routing_header.destination; }

/// A two-dimensional mesh. Every node has four link ids, one for each direction; at the border, some ids stand for no
/// wire.
class Mesh final : public Routes {
 public:
  /// Makes a mesh. Throws UsageError for a mesh without nodes or of 2^30 nodes or more.
  explicit Mesh(GridShape shape, LinkSharing wires = LinkSharing::link_per_direction,
                AllowedMeshRouteTurns turns = AllowedMeshRouteTurns::no_turns_to_lower_columns);

  std::string topology() const override { return "mesh"; }
  std::vector<std::uint32_t> sides() const override { return {shape_.rows, shape_.columns}; }
  GridShape shape() const noexcept { return shape_; }
  LinkSharing link_sharing() const noexcept { return link_sharing_; }
  AllowedMeshRouteTurns allowed_route_turns() const noexcept { return allowed_route_turns_; }
  std::uint32_t node_count() const noexcept override { return shape_.node_count(); }
  std::uint32_t link_count() const noexcept override { return 4 * shape_.node_count(); }
  /// Sets `path` to the XY route: along the row to the destination's column, then along that column.
  void route(NodeId from, NodeId to, std::vector<LinkId>& path) const override;
  /// Returns the two nodes that a link joins, or nothing for a link id that stands for no wire.
  std::optional<LinkEnds> ends_of_link(LinkId link) const override;
  bool is_two_way(LinkId /*link*/) const override { return link_sharing_ == LinkSharing::link_for_both_directions; }
  std::string link_name(LinkId link) const override;
  /// Sets `path` to the YX route: along the column to the destination's row, then along that row.
  void yx_route(NodeId from, NodeId to, std::vector<LinkId>& path) const;
  /// If the YX route differs from the XY route and the mesh allows its turns, sets `path` to the YX route and returns
  /// true; otherwise returns false.
  bool find_second_route(NodeId from, NodeId to, std::vector<LinkId>& path) const override;
  /// Returns whether the YX route differs from the XY route and takes no turn towards lower
  /// columns. XY routes and such YX routes together use six of the eight turns and cannot deadlock.
  /// The worked example of Surma and Sha shows which two turns their fig. 4 forbids.
  bool can_take_yx_route(NodeId from, NodeId to) const noexcept;

  /// Returns the number of links on the path from one node to another.
  std::uint32_t distance(NodeId from, NodeId to) const noexcept;
  /// Returns the first link on the path from `at` to the destination. Needs: `at` is not the destination.
  LinkId next_link(NodeId at, const MeshRoutingHeader& routing_header) const noexcept {
    return link_from(shape_.place_of(at), direction_of_next_link(at, routing_header));
  }
  /// Returns the node at the end of the link next_link(at, heading). Needs: `at` is not the destination.
  NodeId next_node(NodeId at, const MeshRoutingHeader& routing_header) const noexcept;
  // The members from Heading to next_vertex() provide what CircuitNetwork requires of a topology; each link has one
  // channel.
  using RoutingHeader = MeshRoutingHeader;
  static MeshRoutingHeader make_routing_header(NodeId /*from*/, NodeId to, Route route) noexcept { return {to, route}; }
  std::uint32_t distance(NodeId from, const MeshRoutingHeader& routing_header) const noexcept {
    return distance(from, routing_header.destination);
  }
  LinkId link_of(ChannelId channel) const noexcept override { return LinkId{index(channel)}; }
  ChannelId next_channel(VertexId at, const MeshRoutingHeader& routing_header) const noexcept {
    return ChannelId{index(next_link(NodeId{index(at)}, routing_header))};
  }
  VertexId next_vertex(VertexId at, const MeshRoutingHeader& routing_header) const noexcept {
    return vertex_of(next_node(NodeId{index(at)}, routing_header));
  }

 private:
  void append_links_along_row(GridPlace& at, std::uint32_t column, std::vector<LinkId>& path) const;
  void append_links_along_column(GridPlace& at, std::uint32_t row, std::vector<LinkId>& path) const;
  enum class Direction : std::uint32_t { rightwards, downwards, leftwards, upwards };
  LinkId link_from(GridPlace from, Direction direction) const noexcept;
  Direction direction_of_next_link(NodeId at, const MeshRoutingHeader& routing_header) const noexcept;
  NodeId neighbour(NodeId node, Direction direction) const noexcept;

  GridShape shape_;
  LinkSharing link_sharing_;
  AllowedMeshRouteTurns allowed_route_turns_;
};

/// A mesh with several equal channels on each link, in the form that CircuitNetwork requires of a topology. A link can
/// carry as many messages at once as it has channels. The routes are the same as with one channel on each link.
class MultiChannelMesh {
 public:
  using RoutingHeader = MeshRoutingHeader;
  static constexpr bool kChoosesChannelsOnTheWay = true;
  static constexpr bool kChannelsAreInterchangeable = true;

  /// Makes a mesh with `per_link` channels on each link. Needs: per_link > 0; `mesh` must outlive the new object.
  MultiChannelMesh(const Mesh& mesh, std::uint32_t per_link) : mesh_(mesh), channels_per_link_(per_link) {}

  std::uint32_t node_count() const noexcept { return mesh_.node_count(); }
  std::uint32_t link_count() const noexcept { return mesh_.link_count(); }
  std::uint32_t channel_count() const noexcept { return channels_per_link_ * mesh_.link_count(); }
  LinkId link_of(ChannelId channel) const noexcept { return LinkId{index(channel) / channels_per_link_}; }
  std::string vertex_name(VertexId vertex) const { return mesh_.vertex_name(vertex); }
  static RoutingHeader make_routing_header(NodeId from, NodeId to, Route route) noexcept {
    return Mesh::make_routing_header(from, to, route);
  }
  std::uint32_t distance(NodeId from, const RoutingHeader& routing_header) const noexcept {
    return mesh_.distance(from, routing_header);
  }
  ChannelId next_channel(VertexId at, const RoutingHeader& routing_header) const noexcept {
    return ChannelId{channels_per_link_ * index(mesh_.next_link(NodeId{index(at)}, routing_header))};
  }
  VertexId next_vertex(VertexId at, const RoutingHeader& routing_header) const noexcept {
    return mesh_.next_vertex(at, routing_header);
  }
  void list_possible_channels(VertexId at, const RoutingHeader& routing_header, std::vector<ChannelId>& choices) const {
    const std::uint32_t first = index(next_channel(at, routing_header));
    for (std::uint32_t i = 1; i < channels_per_link_; ++i) choices.push_back(ChannelId{first + i});
  }

 private:
  const Mesh& mesh_;
  std::uint32_t channels_per_link_;
};

}  // namespace switchyard
