#pragma once
/// \file collision_graph_algorithms.hpp
/// The schedulers that use a collision graph. They can be called by name for lists of messages, and
/// are algorithms of the catalogue.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "algorithms/catalogue.hpp"
#include "algorithms/schedule/leveled_list.hpp"
#include "runtime/error.hpp"

namespace switchyard {

/// A scheduler for lists of messages: it gives each message a level, that is, a time step in which
/// the message is sent.
struct ListScheduler {
  std::string name;
  std::string summary;
  std::string source;
  bool reroutes = false;            ///< whether the scheduler may move messages to their second routes
  std::uint32_t most_messages = 0;  ///< most messages that the scheduler takes within seconds; 0 for no limit
  std::function<LeveledList(const CollisionModel&, Rng&)> compute_levels;

  bool accepts_message_count(std::size_t messages) const { return most_messages == 0 || messages <= most_messages; }
};

std::span<const ListScheduler> list_schedulers();

/// Finds a list scheduler by its name. Throws UsageError that names `place` in the user's input and
/// suggests the nearest name.
const ListScheduler& find_list_scheduler(const InputPlace& place, const std::string& name);

/// Returns the error for a list of `messages` messages that is too long for this scheduler.
Mistake too_many_messages_error(const ListScheduler& scheduler, std::size_t messages);

/// Gives each message of the model's list a level, that is, a time step in which it is sent. Throws UsageError if the
/// list has more messages than the scheduler takes.
LeveledList compute_levels_checked(const ListScheduler& scheduler, const CollisionModel& model, Rng& rng);

/// Adds all list schedulers except the exact scheduler to the catalogue. As algorithms of the catalogue, the schedulers
/// treat the ports of nodes as links, make one phase of each level, and carry out the phases with ready signals (scheme
/// S1).
void add_collision_graph_algorithms(Catalogue& catalogue);

}  // namespace switchyard
