#pragma once
/// \file first_fit.hpp
/// First come, first served: each message of a list in turn takes the lowest level (time step) in which its path shares
/// no link with the path of an earlier message.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), sec. 3.1.1 and 3.2.2.

#include "algorithms/schedule/leveled_list.hpp"

namespace switchyard {

/// First come, first served (the scheduler `fcfs`): gives each message in turn the lowest free level (time step), with
/// all messages on their usual paths.
MessageListSchedule fcfs_levels(const CollisionModel& model);

/// First come, first served with re-routing: gives each message in turn the lowest free level (time step). A message
/// takes its detour if the detour gives it a lower level than its usual path.
MessageListSchedule fcfs_rerouted_levels(const CollisionModel& model);

}  // namespace switchyard
