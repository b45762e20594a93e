#pragma once
/// \file first_fit.hpp
/// First come, first served: each message of a list in turn takes the lowest level in which no earlier message collides
/// with it.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), sec. 3.1.1 and 3.2.2.

#include "algorithms/schedule/leveled_list.hpp"

namespace switchyard {

/// Schedules first come, first served, with all messages on their usual paths.
LeveledList fcfs_levels(const CollisionModel& model);

/// Schedules first come, first served. A message takes its detour if the detour gives it a lower
/// level than the usual path.
LeveledList fcfs_rerouted_levels(const CollisionModel& model);

}  // namespace switchyard
