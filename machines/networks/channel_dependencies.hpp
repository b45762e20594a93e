#pragma once
/// \file channel_dependencies.hpp
/// Checks whether messages in a network, all under way at once, can wait for each other's channels
/// in a cycle.
///
/// Channel b depends on channel a if a message may hold a while it waits for b. Fixed routes are free of deadlock if
/// the channels can be numbered so that the numbers rise along every route. For routes that are chosen on the way, it
/// is enough to number the escape channels (those of the fixed routes), for one of which a message can always wait.
/// Then b also depends on a if a message may take b after a with any other channels in between.
///
/// Sources: W. J. Dally, C. L. Seitz, "Deadlock-free message routing in multiprocessor interconnection networks", IEEE
/// Trans. Computers C-36 (1987), 547-553. J. Duato, "A new theory of deadlock-free adaptive routing in wormhole
/// networks", IEEE Trans. Parallel and Distributed Systems 4 (1993), 1320-1331.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "runtime/routes.hpp"

namespace switchyard {

/// A numbering of the vertices of a directed graph that rises along every edge, or else a cycle. One of the two lists
/// is empty; both are empty for a graph without vertices.
struct VertexNumberingOrCycle {
  /// a number for each vertex, rising along every edge; empty if the graph has a cycle
  std::vector<std::uint32_t> vertex_numbers;
  /// the vertices of a cycle, each a successor of the one before; empty if the graph has no cycle
  std::vector<std::uint32_t> cycle;
};

/// Numbers the vertices of a directed graph so that numbers rise along every edge, or finds a cycle. Takes time linear
/// in the number of edges.
VertexNumberingOrCycle find_rising_vertex_numbers_or_cycle(const std::vector<std::vector<std::uint32_t>>& successors);

/// The result of a search for a cycle of channels that depend on each other: a numbering of the channels, which proves
/// freedom from deadlock, or a cycle. One of the two lists is empty; both are empty for a network without channels.
struct ChannelDependencies {
  /// the proof of freedom from deadlock: a number for each channel, such that the numbers rise along every route; empty
  /// if there is a cycle of channels
  std::vector<std::uint32_t> channel_numbers;
  /// channels on a cycle: each depends on the previous channel, and the first on the last; empty if there is no cycle
  std::vector<ChannelId> cycle;
  std::uint32_t used_channel_count = 0;  ///< number of channels that lie on the fixed routes of the given messages
  bool is_acyclic() const noexcept { return cycle.empty(); }
};

/// The source and the destination of a message, in this order.
using NodePair = std::pair<NodeId, NodeId>;

/// Finds out whether channels depend on each other in a cycle when messages are sent between the given pairs of nodes,
/// each on its usual or its second route.
ChannelDependencies channel_dependencies(const Routes& routes, std::span<const NodePair> pairs);

/// Finds out whether channels depend on each other in a cycle when messages are sent between any nodes, on all routes
/// of the network, fixed or chosen on the way. Takes time in proportion to the links of all routes; where routes are
/// chosen on the way, to the cube of the number of nodes.
ChannelDependencies channel_dependencies(const Routes& routes);

}  // namespace switchyard
