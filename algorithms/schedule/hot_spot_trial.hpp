#pragma once
/// \file hot_spot_trial.hpp
/// The level sums of one random hot-spot list under every scheduler: one trial of the paper's experiment.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), sec. 4, tables 6 to 10.

#include <array>
#include <cstdint>

#include "algorithms/schedule/message_list.hpp"
#include "algorithms/schedule/message_paths.hpp"

namespace switchyard {

/// The paper's five columns, then what local search reaches and what no schedule can go below.
inline constexpr std::array<const char*, 7> kHotSpotColumns = {
    "fcfs", "miscom", "fcfs_rerouted", "miscom_rerouted", "miscom_improved", "min_sum", "lower_bound"};

/// In the order of kHotSpotColumns.
using HotSpotSums = std::array<std::uint64_t, kHotSpotColumns.size()>;

/// A function of its arguments alone, so that trials may run side by side. Throws UsageError as hot_spot_list does.
HotSpotSums hot_spot_trial(const HotSpot& lists, std::uint32_t messages, const Routes& routes, const Detour& detour,
                           std::uint64_t seed);

}  // namespace switchyard
