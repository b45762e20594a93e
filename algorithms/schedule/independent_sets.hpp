#pragma once
/// \file independent_sets.hpp
/// The schedulers ISCOM and MISCOM, which fill one level (time step) after the other with a set of messages whose paths
/// share no link.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), sec. 3.1.2, 3.1.3, 3.2.3 and 3.2.4.
/// Settled by the paper's worked example: a set grows from its seed message by message. The next message is, among the
/// unscheduled messages that collide with no message of the set, the message that collides with the fewest other
/// messages; among equal ones the earliest. Settled by the paper's tables: miscom_rerouted reruns MISCOM for each
/// message that it tries on its detour; just moving the message misses the printed tables by 3.4 % on average.

#include "algorithms/schedule/leveled_list.hpp"

namespace switchyard {

/// ISCOM, a scheduler for lists of messages: it fills one level (time step) after the other with messages that do not
/// collide. Each level begins with the first message that has no level yet, and all messages take their usual paths.
MessageListSchedule make_independent_set_schedule(const CollisionModel& model);

/// MISCOM, a scheduler for lists of messages: for each level (time step), it grows a set of messages that do not
/// collide from each unscheduled message, and fills the level with the largest set. Among equally large sets it takes
/// the set whose messages collide with more other messages, then the set that grew from the earlier message. All
/// messages take their usual paths. Takes about n^3 / 64 word operations for n messages.
MessageListSchedule miscom_levels(const CollisionModel& model);

/// MISCOM with re-routing: after MISCOM, each message above level 1 is tried on its detour, beginning with the messages
/// on the highest levels. A message keeps its detour if MISCOM then finds a lower level sum (sum of the levels of all
/// messages).
MessageListSchedule miscom_rerouted_levels(const CollisionModel& model);

/// MISCOM with re-routing as in miscom_rerouted_levels(), except that it starts with the paths that
/// fcfs_rerouted_levels() chose, and lists the messages on the highest levels of fcfs_rerouted_levels() first.
MessageListSchedule miscom_improved_levels(const CollisionModel& model);

}  // namespace switchyard
