#pragma once
/// \file level_bounds.hpp
/// Lower bounds on the number of levels (time steps) and on the level sum (sum of the levels of all messages) of any
/// schedule of a list of messages, computed from the load of links.
///
/// A cut is a set of k links. A message belongs to the cut if each of its paths takes one of these
/// links. One level holds at most k messages of the cut. So the c messages of a cut need at least
/// c / k levels, rounded up, and their level sum is at least that of k messages in each of the lowest
/// levels. The bounds of cuts that have no message in common may be added up. The messages of a
/// single link are a clique of the collision graph.

#include <cstdint>
#include <vector>

#include "algorithms/schedule/message_paths.hpp"

namespace switchyard {

struct LinkCutSetWithMessages {
  /// number of links of the cut, and so the largest number of its messages that a level can hold
  std::uint32_t capacity = 0;
  /// numbers of the messages that belong to the cut, that is, must take one of its links, ascending
  std::vector<std::uint32_t> messages;
};

/// Finds cuts (sets of links) that have no message in common and together give a good lower bound on the level sum. A
/// greedy search repeatedly takes the cut that raises the bound most, counting only messages that are in no cut yet.
/// The search grows each cut link by link from a link or a pair of links.
std::vector<LinkCutSetWithMessages> disjoint_link_cuts(const MessagePaths& paths);

struct LevelBounds {
  std::uint32_t levels = 0;
  std::uint64_t sum = 0;
};

/// Computes lower bounds on the number of levels and on the level sum of any schedule, whether messages take their
/// usual paths or their detours. For bounds on schedules with usual paths only, pass paths without detours. The time is
/// quadratic in the number of messages: a few seconds for two thousand messages.
LevelBounds level_bounds(const MessagePaths& paths);

}  // namespace switchyard
