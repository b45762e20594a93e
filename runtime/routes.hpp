#pragma once
/// \file routes.hpp
/// Which links a message takes, and which channels it holds on the way: all that schedulers and checks need to know of
/// a machine's network.

#include <optional>
#include <string>
#include <vector>

#include "runtime/protocol.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// The vertices that a link joins. It leads from the first to the second, and back where one wire serves both ways.
struct LinkEnds {
  VertexId from{};
  VertexId to{};
  friend bool operator==(const LinkEnds&, const LinkEnds&) = default;
};

/// A network and its routes. Immutable; any thread.
class Routes {
 public:
  virtual ~Routes() = default;

  /// The kind of network in a word: "mesh", "hypercube".
  virtual std::string topology() const { return "network"; }
  virtual std::uint32_t node_count() const noexcept = 0;
  /// Nodes, and routers that are no nodes.
  virtual std::uint32_t vertex_count() const noexcept { return node_count(); }
  virtual std::uint32_t link_count() const noexcept = 0;
  /// How many nodes there are along each dimension of a grid whose nodes are numbered row after row, so that the last
  /// dimension varies first. Empty for a network that is no grid.
  virtual std::vector<std::uint32_t> sides() const { return {}; }

  /// Replaces `path` by the links from `from` to `to` in the order in which they are taken; empty where from == to
  /// or where the network has no links that a schedule could keep apart. Where a message finds its way as it goes, the
  /// way that it takes if nothing else is free.
  virtual void route(NodeId from, NodeId to, std::vector<LinkId>& path) const = 0;
  /// Replaces `path` by the links of Route::second and returns true; false where a message has one route only.
  virtual bool second_route(NodeId /*from*/, NodeId /*to*/, std::vector<LinkId>& /*path*/) const { return false; }

  /// Nothing of a network that does not say, or for a number that stands for no wire.
  virtual std::optional<LinkEnds> ends(LinkId /*link*/) const { return std::nullopt; }
  /// Whether one wire serves both directions.
  virtual bool is_two_way(LinkId /*link*/) const { return false; }
  /// For people: "3->7".
  virtual std::string link_name(LinkId link) const { return "link " + std::to_string(index(link)); }
  /// For people: the number of a node.
  virtual std::string vertex_name(VertexId vertex) const { return std::to_string(index(vertex)); }

  // Channels. A network that does not say otherwise has one on each link, of the same number.
  virtual std::uint32_t channel_count() const noexcept { return link_count(); }
  virtual LinkId link_of(ChannelId channel) const noexcept { return LinkId{index(channel)}; }
  /// Replaces `path` by the channels of the usual route, or of the second one for Route::second, and returns true;
  /// false where there is no such route.
  virtual bool channels(NodeId from, NodeId to, Route route, std::vector<ChannelId>& path) const;
  /// Replaces `choices` by the channels that a message at `at` may take towards `to` besides the one of its usual
  /// route, which it waits for where none of them is free. Empty where routes are fixed.
  virtual void choices(VertexId /*at*/, NodeId /*to*/, std::vector<ChannelId>& choices) const { choices.clear(); }
};

inline bool Routes::channels(NodeId from, NodeId to, Route route, std::vector<ChannelId>& path) const {
  std::vector<LinkId> links;
  if (route == Route::second) {
    if (!second_route(from, to, links)) return false;
  } else {
    this->route(from, to, links);
  }
  path.clear();
  for (const LinkId link : links) path.push_back(ChannelId{index(link)});
  return true;
}

}  // namespace switchyard
