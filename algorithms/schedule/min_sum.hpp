#pragma once
/// \file min_sum.hpp
/// Finds a schedule with a low level sum by local search over the level and the path of each message.
///
/// Source: the method is not from the papers on scheduling, but is simulated annealing (S. Kirkpatrick, C. D. Gelatt,
/// M. P. Vecchi, Science 220, 1983). A move puts one message into a lower level. Each message that collides with it
/// there goes to the lowest level that is free for it.

#include "algorithms/schedule/leveled_list.hpp"
#include "runtime/random.hpp"

namespace switchyard {

struct MinSumOptions {
  std::uint64_t moves_per_message = 500;
  /// the temperature at the start: a move that raises the level sum by this number is kept with
  /// probability 1/e
  double start_temperature = 1.0;
  double end_temperature = 0.15;
};

/// Schedules by simulated annealing: starts from the schedule of fcfs_rerouted_levels(), and never returns a higher
/// level sum than that has. The result depends only on the arguments, among them the state of `rng`.
LeveledList min_sum_levels(const CollisionModel& model, Rng& rng, const MinSumOptions& options = {});

}  // namespace switchyard
