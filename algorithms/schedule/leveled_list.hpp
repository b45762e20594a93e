#pragma once
/// \file leveled_list.hpp
/// What the collision graph's schedulers make of a list: a level and a path for each message.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), sec. 2.4 (levels count from 1; the level sum is the metric).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/schedule/collision_graph.hpp"
#include "algorithms/schedule/message_list.hpp"
#include "algorithms/schedule/message_paths.hpp"
#include "algorithms/schedule/schedule.hpp"

namespace switchyard {

/// A list's paths and which of them collide.
struct CollisionModel {
  explicit CollisionModel(MessagePaths its_paths) : paths(std::move(its_paths)), graph(paths) {}
  MessagePaths paths;
  CollisionGraph graph;
};

struct LeveledList {
  std::vector<std::uint32_t> levels;  ///< of each message, from 1
  std::vector<PathId> paths;          ///< of each message

  std::uint32_t level_count() const noexcept;
  std::uint64_t level_sum() const noexcept;
  friend bool operator==(const LeveledList&, const LeveledList&) = default;
};

/// What is wrong with it, one sentence each, found by looking at links alone; empty for a correct one.
std::vector<std::string> verify(const LeveledList& leveled, const MessagePaths& paths);

/// As the paper's Table 5 prints them, "1 2 3' 4' | 5 6 7": messages of a level ascending, one on its detour with a
/// prime. Message i is called `ids[i]`, or i + 1 without ids.
std::string levels_text(const LeveledList& leveled, const MessagePaths& paths, std::span<const std::uint64_t> ids = {});

/// Level k as phase k - 1, a message on its detour by Route::second; `matrix` is where message_list() had the messages
/// from. With Ports::exclusive the phases are partial permutations.
///
/// Throws: UsageError where the numbers of messages differ.
Schedule as_schedule(const LeveledList& leveled, const CommunicationMatrix& matrix);

}  // namespace switchyard
