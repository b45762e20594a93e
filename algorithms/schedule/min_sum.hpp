#pragma once
/// \file min_sum.hpp
/// Finds a schedule with a low level sum (sum of the time steps, called levels, of all messages) by local search over
/// the level and the path of each message.
///
/// Source: the method is not from the papers on scheduling, but is simulated annealing (S. Kirkpatrick, C. D. Gelatt,
/// M. P. Vecchi, Science 220, 1983). A move puts one message into a lower level. Each message that collides with the
/// moved message in this level goes to the lowest level in which it fits.

#include "algorithms/schedule/leveled_list.hpp"
#include "runtime/random.hpp"

namespace switchyard {

struct MinSumOptions {
  std::uint64_t moves_per_message = 500;
  /// the temperature of the simulated annealing at the start: a move that raises the level sum by this value is kept
  /// with probability 1/e
  double start_temperature = 1.0;
  double end_temperature = 0.15;
};

/// Finds a schedule with a low level sum (sum of the levels of all messages) by simulated annealing. The search starts
/// from the schedule of fcfs_rerouted_levels(), and the result never has a higher level sum. The result depends only on
/// the arguments, including the state of `rng`.
MessageListSchedule min_sum_levels(const CollisionModel& model, Rng& rng, const MinSumOptions& options = {});

}  // namespace switchyard
