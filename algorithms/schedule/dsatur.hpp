#pragma once
/// \file dsatur.hpp
/// The DSATUR scheduler, which aims at few levels (time steps in which messages are sent). It schedules next the
/// message for which the most different levels are already taken by messages that collide with it.
///
/// Source: D. Brélaz, "New methods to color the vertices of a graph", Comm. ACM 22 (1979), 251-256.
/// Departs from the paper: at the end the levels are renumbered so that the level with most messages comes first,
/// because this lowers the sum of the levels of all messages.

#include "algorithms/schedule/leveled_list.hpp"

namespace switchyard {

/// Schedules the messages on their usual paths by DSATUR. The next message is the one whose colliding messages take the
/// most different levels; among such messages the one that collides with the most others, and among those the earliest
/// one. DSATUR aims at few levels; its level sum is often above that of the scheduler fcfs.
MessageListSchedule dsatur_levels(const CollisionModel& model);

}  // namespace switchyard
