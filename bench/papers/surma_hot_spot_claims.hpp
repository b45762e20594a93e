#pragma once
/// \file surma_hot_spot_claims.hpp
/// The mean level sums (a level is the time slot of a message) that the paper's tables for hot spots print, and the
/// paper's claims about them, judged on emulated level sums.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
///         systems", TR-97-2 (1997), sec. 4, tables 6, 8 and 10.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bench/experiment/claim.hpp"

namespace switchyard::papers {

inline constexpr std::array<std::uint32_t, 5> kHotSpotListLengths{20, 30, 40, 50, 60};
inline constexpr std::array<std::uint32_t, 5> kHotSpotPercents{10, 25, 50, 75, 90};

/// The mean level sums of random message lists, as emulated. The key consists of the number of messages in a list, the
/// hot-spot percentage, and the name of the algorithm.
using HotSpotMeans = std::map<std::tuple<std::uint32_t, std::uint32_t, std::string>, double>;

/// Returns the mean level sum that the paper prints for lists with this number of messages, this hot-spot percentage
/// and this algorithm. Returns nothing if the table that has the number is not available or the paper does not have the
/// algorithm.
std::optional<double> published_sum_of_message_levels(std::uint32_t messages, std::uint32_t percent,
                                                      const std::string& algorithm);

/// Judges the claims S2 to S4 and S7 about the hot-spot tables of Surma and Sha, and the claim S7-lists, which compares
/// all algorithms on the same message lists. Needs: a mean for every number of messages, percentage and algorithm.
std::vector<PaperClaim> hot_spot_claims(const HotSpotMeans& means);

}  // namespace switchyard::papers
