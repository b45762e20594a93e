#pragma once
/// \file leveled_list.hpp
/// The result of scheduling a list of messages: a level (time step) and a path for each message.
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

/// The paths of the messages of a list, and the graph that tells which paths collide.
struct CollisionModel {
  explicit CollisionModel(MessagePaths its_paths) : paths(std::move(its_paths)), graph(paths) {}
  MessagePaths paths;
  CollisionGraph graph;

  /// Returns the number of basic operations (the unit of scheduling cost) for making the object: one for each link of
  /// each path, and the operations for making the collision graph.
  std::uint64_t operations() const noexcept { return paths.link_use_count() + graph.operations(); }
};

struct MessageListSchedule {
  /// for each message of the list, the level (time step) in which it is sent; levels count from 1
  std::vector<std::uint32_t> level_of_each_message;
  std::vector<PathId> path_of_each_message;  ///< for each message of the list, the path that it takes
  /// number of basic operations of the search for levels and paths, not counting those for making the CollisionModel
  std::uint64_t operation_count = 0;

  std::uint32_t level_count() const noexcept;
  std::uint64_t level_sum() const noexcept;
  friend bool operator==(const MessageListSchedule&, const MessageListSchedule&) = default;
};

/// Checks that no two messages of one level share a link, from their paths alone, without a collision graph. Returns
/// one sentence for each error, and no sentence for a correct list.
std::vector<std::string> verify(const MessageListSchedule& message_list_schedule, const MessagePaths& paths);

/// Returns the levels as text, in the form of table 5 of Surma and Sha: "1 2 3' 4' | 5 6 7". The messages of a level
/// ascend, and a message on its detour has a prime. Message i is called `ids[i]`, or i + 1 if `ids` is empty.
std::string levels_text(const MessageListSchedule& message_list_schedule, const MessagePaths& paths,
                        std::span<const std::uint64_t> ids = {});

/// Makes a schedule in which level k is phase k - 1 and a message on its detour takes Route::second. `matrix` is the
/// matrix that message_list() made the list from. If the paths were made with PortUse::exclusive, no node sends or
/// receives two messages in a phase.
///
/// Throws: UsageError if `message_list_schedule` and `matrix` have different numbers of messages.
Schedule schedule_from_levels(const MessageListSchedule& message_list_schedule, const CommunicationMatrix& matrix);

}  // namespace switchyard
