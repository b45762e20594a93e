#pragma once
/// \file bokhari_spread.hpp
/// How far the times of repeated runs lie apart, with and without pairwise synchronisation, on a cube of dimension 5.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 6.3 and 6.4, figs. 12 and 13.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/experiments/claim.hpp"
#include "bench/experiments/exchange_timing.hpp"

namespace switchyard::experiments {

inline constexpr std::uint32_t kSpreadCube = 5;
/// Figure 13 has 0, 1000, 2000, ...; the small ones show where the minima change places.
inline constexpr std::array<std::uint64_t, 8> kSpreadSizes{0, 16, 64, 256, 1000, 2000, 3000, 4000};
/// The last is pairwise_f without the pairwise synchronisations.
inline constexpr std::array<std::string_view, 4> kSpreadImplementations{"linear", "stable", "pairwise_f",
                                                                        "pairwise_f_global"};

using SpreadTimings = std::map<std::pair<std::string_view, std::uint64_t>, Timing>;

/// Minimum, mean and maximum of each implementation and block size.
std::string spread_text(const SpreadTimings& timings);

/// B12, its part that holds, and B13. Needs: all implementations and sizes.
std::vector<Claim> spread_claims(const SpreadTimings& timings);

}  // namespace switchyard::experiments
