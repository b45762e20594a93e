#pragma once
/// \file hot_spot_trial.hpp
/// One trial of the hot-spot experiment of Surma and Sha, in which many messages go to few nodes: the level sums that
/// all schedulers reach for one random list of messages.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), sec. 4, tables 6 to 10.

#include <array>
#include <cstdint>

#include "algorithms/schedule/message_list.hpp"
#include "algorithms/schedule/message_paths.hpp"

namespace switchyard {

/// Names of the columns of the results of a hot-spot trial: the five schedulers of Surma and Sha, then local search,
/// then a lower bound for all schedules.
inline constexpr std::array<const char*, 7> kHotSpotColumns = {
    "fcfs", "miscom", "fcfs_rerouted", "miscom_rerouted", "miscom_improved", "min_sum", "lower_bound"};

/// The level sums (sums of the time steps of all messages) of a hot-spot trial, one for each column of kHotSpotColumns,
/// in the order of the columns.
using HotSpotLevelSumByScheduler = std::array<std::uint64_t, kHotSpotColumns.size()>;

/// Runs one trial of the hot-spot experiment: schedules one random list of messages with every scheduler. A trial
/// depends on its arguments alone, so trials may run in parallel. Throws UsageError as hot_spot_list() does.
HotSpotLevelSumByScheduler run_hot_spot_trial(const HotSpot& lists, std::uint32_t messages, const Routes& routes,
                                              const DetourFinder& detour, std::uint64_t seed);

}  // namespace switchyard
