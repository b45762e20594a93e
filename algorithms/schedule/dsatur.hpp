#pragma once
/// \file dsatur.hpp
/// The DSATUR scheduler, which aims at few levels. It schedules next the message for which the most
/// different levels are already taken by messages that collide with it.
///
/// Source: D. Brélaz, "New methods to color the vertices of a graph", Comm. ACM 22 (1979), 251-256.
/// Departs from the paper: at the end the levels are renumbered so that the level with most messages comes first,
/// because this lowers the level sum.

#include "algorithms/schedule/leveled_list.hpp"

namespace switchyard {

/// Schedules the messages on their usual paths by DSATUR. If several messages could be scheduled next, takes the
/// message that collides with the most others, and among these the earliest one. DSATUR aims at few levels; its level
/// sum is often above that of the scheduler fcfs.
LeveledList dsatur_levels(const CollisionModel& model);

}  // namespace switchyard
