#pragma once
/// \file collision_graph_algorithms.hpp
/// The schedulers that use a collision graph, by name, for lists of messages and as algorithms of the catalogue.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "algorithms/catalogue.hpp"
#include "algorithms/schedule/leveled_list.hpp"
#include "runtime/error.hpp"

namespace switchyard {

/// A scheduler for lists of messages.
struct ListScheduler {
  std::string name;
  std::string summary;
  std::string source;
  bool reroutes = false;            ///< true if the scheduler may move messages to their detours
  std::uint32_t most_messages = 0;  ///< the most messages that it takes, as more would need minutes; 0: no limit
  std::function<LeveledList(const CollisionModel&, Rng&)> levels;

  bool takes(std::size_t messages) const { return most_messages == 0 || messages <= most_messages; }
};

std::span<const ListScheduler> list_schedulers();

/// Finds a list scheduler. Throws UsageError that is about `place` and suggests the nearest name.
const ListScheduler& find_list_scheduler(const InputPlace& place, const std::string& name);

/// The mistake of giving this scheduler a list of `messages` messages, if that is too long for it.
Mistake too_many(const ListScheduler& scheduler, std::size_t messages);

/// Schedules the list. Throws UsageError if it has more messages than the scheduler takes.
LeveledList levels_of(const ListScheduler& scheduler, const CollisionModel& model, Rng& rng);

/// Adds all list schedulers but the exact one to the catalogue. There each level is a phase, ports count as links, and
/// scheme S1 carries the phases out.
void add_collision_graph_algorithms(Catalogue& catalogue);

}  // namespace switchyard
