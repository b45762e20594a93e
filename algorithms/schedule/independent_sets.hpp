#pragma once
/// \file independent_sets.hpp
/// ISCOM and MISCOM: fill one level after the other with a set of messages that do not collide.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), sec. 3.1.2, 3.1.3, 3.2.3 and 3.2.4.
/// Settled by the worked example: a set grows from its seed by the message of least degree among the unscheduled that
/// collides with none of it, the earlier message at equal degrees. The sweep of miscom_rerouted reruns MISCOM for each
/// message that it tries on its detour; just moving the message misses the printed tables by 3.4 % on average.

#include "algorithms/schedule/leveled_list.hpp"

namespace switchyard {

/// Every level's set grows from the first unscheduled message. Usual paths.
LeveledList iscom(const CollisionModel& model);

/// Every level takes the largest of the sets that grow from each unscheduled message; of equal ones that with more
/// edges, then that of the earlier seed. Usual paths. About n^3 / 64 word operations for n messages.
LeveledList miscom(const CollisionModel& model);

/// MISCOM; then each message above level 1, highest levels first, takes its detour if MISCOM finds a lower level sum
/// with it.
LeveledList miscom_rerouted(const CollisionModel& model);

/// miscom_rerouted, beginning with the paths that fcfs_rerouted chose, and its highest levels first in the list.
LeveledList miscom_improved(const CollisionModel& model);

}  // namespace switchyard
