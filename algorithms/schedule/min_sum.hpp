#pragma once
/// \file min_sum.hpp
/// A low level sum by local search over the level and the path of each message.
///
/// Source: none of the papers; simulated annealing (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Science 220, 1983)
/// whose move takes one message to a lower level and the messages in its way to the lowest levels that are free.

#include "algorithms/schedule/leveled_list.hpp"
#include "runtime/random.hpp"

namespace switchyard {

struct MinSumOptions {
  std::uint64_t moves_per_message = 500;
  double start_temperature = 1.0;  ///< a move that raises the level sum by this is kept with probability 1/e
  double end_temperature = 0.15;
};

/// Never above fcfs_rerouted, from which it begins. Depends on the generator's state and on nothing else but its
/// arguments.
LeveledList min_sum(const CollisionModel& model, Rng& rng, const MinSumOptions& options = {});

}  // namespace switchyard
