#pragma once
/// \file dsatur.hpp
/// Few levels: the next message is the one that finds most levels taken by those that collide with it.
///
/// Source: D. Brélaz, "New methods to color the vertices of a graph", Comm. ACM 22 (1979), 251-256.
/// Departs from it: the levels are numbered by their messages in the end, the fullest first, as that lowers the level
/// sum.

#include "algorithms/schedule/leveled_list.hpp"

namespace switchyard {

/// Usual paths; ties go to the higher degree, then to the earlier message. It aims at few levels, and its level sum is
/// often above that of fcfs.
LeveledList dsatur(const CollisionModel& model);

}  // namespace switchyard
