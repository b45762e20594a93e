#pragma once
/// \file collision_graph_algorithms.hpp
/// The schedulers that use a collision graph, a graph that joins the messages whose paths share a link. They can be
/// called by name for lists of messages, and are algorithms of the catalogue.

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
  bool reroutes = false;  ///< whether the scheduler may send messages on their second routes
  /// largest number of messages that the scheduler handles within seconds; 0 for no limit
  std::uint32_t most_messages = 0;
  std::function<MessageListSchedule(const CollisionModel&, Rng&)> compute_levels;

  bool accepts_message_count(std::size_t messages) const { return most_messages == 0 || messages <= most_messages; }
};

std::span<const ListScheduler> list_schedulers();

/// Finds a list scheduler by its name. Throws UsageError that names `place` in the user's input and
/// suggests the nearest name.
const ListScheduler& find_list_scheduler(const UserInputPlace& place, const std::string& name);

/// Returns the error message for a list with more messages than the scheduler accepts.
Mistake too_many_messages_error(const ListScheduler& scheduler, std::size_t messages);

/// Gives each message of a list a level, that is, a time step in which it is sent. Throws UsageError if the list has
/// more messages than the scheduler accepts.
MessageListSchedule compute_levels_checked(const ListScheduler& scheduler, const CollisionModel& model, Rng& rng);

/// Adds all list schedulers except the exact scheduler to the catalogue. As algorithms of the catalogue, the schedulers
/// treat each node's send port and receive port as links, make one phase of each level, and carry out the phases by
/// scheme S1 of Wang and Ranka (1994), in which a receiver signals that it is ready.
void add_collision_graph_algorithms(Catalogue& catalogue);

}  // namespace switchyard
