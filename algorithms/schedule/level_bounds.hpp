#pragma once
/// \file level_bounds.hpp
/// Lower bounds on the levels and the level sum of all schedules of a message list, computed from the load of links.
///
/// A cut is a set of k links; its messages are those that take one of the links whichever of their paths they choose.
/// One level holds at most k of them. So c messages need c / k levels, rounded up, and add at least k (1 + 2 + ...) to
/// the level sum; the bounds of cuts without common messages may be added up. A single link is a clique of the
/// collision graph.

#include <cstdint>
#include <vector>

#include "algorithms/schedule/message_paths.hpp"

namespace switchyard {

struct LinkCut {
  std::uint32_t capacity = 0;           ///< the most messages that a level can hold
  std::vector<std::uint32_t> messages;  ///< the messages of the cut, ascending
};

/// Finds disjoint cuts that together bound the level sum well. A greedy search takes each time the cut whose unassigned
/// messages raise the bound most, grown link by link from a link or a pair of links.
std::vector<LinkCut> disjoint_cuts(const MessagePaths& paths);

struct LevelBounds {
  std::uint32_t levels = 0;
  std::uint64_t sum = 0;
};

/// Computes lower bounds on the number of levels and on the level sum, which hold for every choice of paths; for bounds
/// on schedules with usual paths only, give paths without detours. The time is quadratic in the messages: seconds for
/// two thousand.
LevelBounds level_bounds(const MessagePaths& paths);

}  // namespace switchyard
