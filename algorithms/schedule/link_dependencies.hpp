#pragma once
/// \file link_dependencies.hpp
/// Whether messages on given paths, all under way at once, can wait for each other in a circle where each link is one
/// channel. What a machine's own routes can do is channel_dependencies' question.
///
/// Source: W. J. Dally, C. L. Seitz, "Deadlock-free message routing in multiprocessor interconnection networks", IEEE
/// Trans. Computers C-36 (1987), 547-553: link b depends on link a where a path takes b right after a; routes are free
/// of deadlock if the links can be numbered so that numbers rise along every path. Surma and Sha restrict their YX
/// routes for this reason (1997, sec. 3.2.1, fig. 4).

#include <cstdint>
#include <vector>

#include "algorithms/schedule/message_paths.hpp"

namespace switchyard {

/// One of the two is empty, unless there are no links at all.
struct LinkDependencies {
  std::vector<std::uint32_t> numbers;  ///< the proof: a number for each link, rising along every path
  std::vector<LinkId> cycle;           ///< links of which each depends on the one before, the first on the last
  bool is_acyclic() const noexcept { return cycle.empty(); }
};

/// Linear in the links of all paths, usual paths and detours alike.
LinkDependencies link_dependencies(const MessagePaths& paths);

/// One message for every ordered pair of nodes, for questions about routes as a whole.
std::vector<ListedMessage> all_pairs(std::uint32_t node_count);

}  // namespace switchyard
