#pragma once
/// \file collision_graph_algorithms.hpp
/// The collision graph's schedulers, by name: for lists of messages, and as algorithms of the catalogue.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "algorithms/catalogue.hpp"
#include "algorithms/schedule/leveled_list.hpp"

namespace switchyard {

/// One scheduler of lists.
struct ListScheduler {
  std::string name;
  std::string summary;
  std::string source;
  bool reroutes = false;            ///< puts messages on their detours
  std::uint32_t most_messages = 0;  ///< more would take minutes; 0: no limit
  std::function<LeveledList(const CollisionModel&, Rng&)> levels;

  bool takes(std::size_t messages) const { return most_messages == 0 || messages <= most_messages; }
};

std::span<const ListScheduler> list_schedulers();

/// Throws UsageError that starts with `option` and shows the nearest name.
const ListScheduler& find_list_scheduler(const std::string& option, const std::string& name);

/// What to say where it does not take so many messages.
std::string too_many_text(const ListScheduler& scheduler, std::size_t messages);

/// The list's levels. Throws UsageError for more messages than it takes.
LeveledList levels_of(const ListScheduler& scheduler, const CollisionModel& model, Rng& rng);

/// All of them but the exact one: each level is a phase, ports count as links, S1 carries the phases out.
void add_collision_graph_algorithms(Catalogue& catalogue);

}  // namespace switchyard
