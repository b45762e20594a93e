#pragma once
/// \file routes.hpp
/// Says which links a message uses, and which channels it holds on its way. This interface is all
/// that schedulers and checks know of a machine's network.

#include <optional>
#include <string>
#include <vector>

#include "runtime/protocol.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// The two vertices that a link joins. The link leads from `from` to `to`; if one wire serves both ways, it also leads
/// back.
struct LinkEnds {
  VertexId from{};
  VertexId to{};
  friend bool operator==(const LinkEnds&, const LinkEnds&) = default;
};

/// A network and its routes. It is immutable, and any thread may use it.
class Routes {
 public:
  virtual ~Routes() = default;

  /// Returns the kind of network in a word, such as "mesh" or "hypercube".
  virtual std::string topology() const { return "network"; }
  virtual std::uint32_t node_count() const noexcept = 0;
  /// Returns the number of vertices: the nodes, and the routers that are not nodes.
  virtual std::uint32_t vertex_count() const noexcept { return node_count(); }
  virtual std::uint32_t link_count() const noexcept = 0;
  /// Returns the number of nodes along each dimension of a grid whose nodes are numbered row after row, so that the
  /// last dimension varies first. The result is empty for a network that is not a grid.
  virtual std::vector<std::uint32_t> sides() const { return {}; }

  /// Replaces `path` by the links from `from` to `to`, in the order in which a message takes them. The path is empty if
  /// from == to, or if the network, such as a fat tree, has no links that a schedule could reserve for one message. On
  /// a network with adaptive routes, it is the route that a message takes if no other way is free.
  virtual void route(NodeId from, NodeId to, std::vector<LinkId>& path) const = 0;
  /// Replaces `path` by the links of the second route (Route::second) and returns true, or returns false if a message
  /// has only one route.
  virtual bool find_second_route(NodeId /*from*/, NodeId /*to*/, std::vector<LinkId>& /*path*/) const { return false; }

  /// Returns the vertices at the ends of a link. Returns nothing if the network does not know them, or if no wire has
  /// this link number.
  virtual std::optional<LinkEnds> ends_of_link(LinkId /*link*/) const { return std::nullopt; }
  /// Returns whether the link is one wire that serves both directions.
  virtual bool is_two_way(LinkId /*link*/) const { return false; }
  /// Returns a name of the link for people, such as "3->7".
  virtual std::string link_name(LinkId link) const { return "link " + std::to_string(index(link)); }
  /// Returns a name of the vertex for people, such as the number of a node.
  virtual std::string vertex_name(VertexId vertex) const { return std::to_string(index(vertex)); }

  // The functions from channel_count() on are about channels. By default a network has one channel
  // on each link, with the number of the link.
  virtual std::uint32_t channel_count() const noexcept { return link_count(); }
  virtual LinkId link_of(ChannelId channel) const noexcept { return LinkId{index(channel)}; }
  /// Replaces `path` by the channels of the usual route, or of the second route if `route` is Route::second, and
  /// returns true. Returns false if there is no such route.
  virtual bool find_channels_of_route(NodeId from, NodeId to, Route route, std::vector<ChannelId>& path) const;
  /// Replaces `choices` by the channels that a message at vertex `at` may take towards `to` instead of the channel of
  /// its usual route. If none of them is free, the message waits for the channel of its usual route. `choices` is empty
  /// on networks with fixed routes.
  virtual void list_possible_channels(VertexId /*at*/, NodeId /*to*/, std::vector<ChannelId>& choices) const {
    choices.clear();
  }
};

inline bool Routes::find_channels_of_route(NodeId from, NodeId to, Route route, std::vector<ChannelId>& path) const {
  std::vector<LinkId> links;
  if (route == Route::second) {
    if (!find_second_route(from, to, links)) return false;
  } else {
    this->route(from, to, links);
  }
  path.clear();
  for (const LinkId link : links) path.push_back(ChannelId{index(link)});
  return true;
}

}  // namespace switchyard
