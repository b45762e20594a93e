#pragma once
/// \file surma_hot_spot_claims.hpp
/// The printed hot-spot tables, and what can be claimed of the emulated ones.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), sec. 4, tables 6, 8 and 10.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bench/experiments/claim.hpp"

namespace switchyard::experiments {

inline constexpr std::array<std::uint32_t, 5> kHotSpotSizes{20, 30, 40, 50, 60};
inline constexpr std::array<std::uint32_t, 5> kHotSpotPercents{10, 25, 50, 75, 90};

/// Messages, hot-spot percentage, algorithm: mean level sum.
using HotSpotMeans = std::map<std::tuple<std::uint32_t, std::uint32_t, std::string>, double>;

/// Nothing where the table is not at hand, or for an algorithm that the paper does not have.
std::optional<double> published_level_sum(std::uint32_t messages, std::uint32_t percent, const std::string& algorithm);

/// S2 to S4, and S7. Needs: a mean for every size, percentage and algorithm.
std::vector<Claim> hot_spot_claims(const HotSpotMeans& means);

}  // namespace switchyard::experiments
