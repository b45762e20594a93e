#pragma once
/// \file dsatur.hpp
/// The DSATUR scheduler, which aims at few levels. It schedules next the message for which the most
/// different levels are already taken by messages that collide with it.
///
/// Source: D. Brélaz, "New methods to color the vertices of a graph", Comm. ACM 22 (1979), 251-256.
/// Departs from it: at the end the levels are renumbered, the one with most messages first, because this lowers the
/// level sum.

#include "algorithms/schedule/leveled_list.hpp"

namespace switchyard {

/// Schedules the messages on their usual paths. Ties go to the higher degree, then to the earlier message. DSATUR aims
/// at few levels; its level sum is often above that of fcfs.
LeveledList dsatur_levels(const CollisionModel& model);

}  // namespace switchyard
