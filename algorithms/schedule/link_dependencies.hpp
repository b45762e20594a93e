#pragma once
/// \file link_dependencies.hpp
/// Decides whether messages on given paths, all under way at once, can wait for each other in a
/// cycle. It treats each link as one channel. For the routes of a machine, where a link may have
/// several channels, use channel_dependencies.
///
/// Source: W. J. Dally, C. L. Seitz, "Deadlock-free message routing in multiprocessor interconnection networks", IEEE
/// Trans. Computers C-36 (1987), 547-553: link b depends on link a if a path takes b right after a. Routes are free of
/// deadlock if the links can be numbered so that numbers rise along every path. Surma and Sha restrict their YX routes
/// for this reason (1997, sec. 3.2.1, fig. 4).

#include <cstdint>
#include <vector>

#include "algorithms/schedule/message_paths.hpp"

namespace switchyard {

/// A numbering of the links that proves freedom from deadlock, or a cycle of links that depend on each other. One of
/// the two lists is empty; both are empty if there are no links.
struct LinkDependencies {
  /// the proof that there is no deadlock: a number for each link, such that the numbers rise along every path; empty if
  /// there is a cycle of links
  std::vector<std::uint32_t> link_numbers;
  std::vector<LinkId> cycle;  ///< links on a cycle: each depends on the previous link, and the first on the last
  bool is_acyclic() const noexcept { return cycle.empty(); }
};

/// Finds a numbering of the links that rises along every path of the messages, or else a cycle of links. Takes time
/// linear in the number of links of all paths, usual paths and detours alike.
LinkDependencies link_dependencies(const MessagePaths& paths);

/// Returns a list with one message for every ordered pair of different nodes, which serves to check all routes of a
/// network.
std::vector<ListedMessage> message_between_each_pair(std::uint32_t node_count);

}  // namespace switchyard
