#include "algorithms/schedule/hot_spot_trial.hpp"

#include "algorithms/schedule/first_fit.hpp"
#include "algorithms/schedule/independent_sets.hpp"
#include "algorithms/schedule/level_bounds.hpp"
#include "algorithms/schedule/min_sum.hpp"

namespace switchyard {

HotSpotLevelSumByScheduler run_hot_spot_trial(const HotSpot& lists, std::uint32_t messages, const Routes& routes,
                                              const DetourFinder& detour, std::uint64_t seed) {
  Rng rng(seed);
  const CollisionModel model(MessagePaths(hot_spot_list(lists, messages, rng), routes, detour));
  return {fcfs_levels(model).level_sum(),
          miscom_levels(model).level_sum(),
          fcfs_rerouted_levels(model).level_sum(),
          miscom_rerouted_levels(model).level_sum(),
          miscom_improved_levels(model).level_sum(),
          min_sum_levels(model, rng).level_sum(),
          level_bounds(model.paths).sum};
}

}  // namespace switchyard
