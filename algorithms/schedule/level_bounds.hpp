#pragma once
/// \file level_bounds.hpp
/// What no schedule of a list can beat, from the load of links.
///
/// A cut is a set of k links; its messages are those that take one of the links whichever of their paths they choose.
/// One level holds at most k of them. So c messages need c / k levels, rounded up, and add at least
/// k (1 + 2 + ...) to the level sum; cuts whose messages are apart may be added up. A single link is a clique of the
/// collision graph.

#include <cstdint>
#include <vector>

#include "algorithms/schedule/message_paths.hpp"

namespace switchyard {

struct LinkCut {
  std::uint32_t capacity = 0;           ///< messages in a level
  std::vector<std::uint32_t> messages;  ///< ascending
};

/// Disjoint cuts that together bound the level sum well, found greedily: each time the cut whose unassigned messages
/// count most, grown link by link from a link or a pair of links.
std::vector<LinkCut> disjoint_cuts(const MessagePaths& paths);

struct LevelBounds {
  std::uint32_t levels = 0;
  std::uint64_t sum = 0;
};

/// Holds for every choice of paths; for usual paths only, give paths without detours. Quadratic in the messages:
/// seconds for two thousand.
LevelBounds level_bounds(const MessagePaths& paths);

}  // namespace switchyard
