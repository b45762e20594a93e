#pragma once
/// \file bokhari_spread.hpp
/// The spread of the times of repeated runs, with and without pairwise synchronisation, on a cube of dimension 5.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 6.3 and 6.4, figs. 12 and 13.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/experiment/claim.hpp"
#include "bench/experiment/exchange_timing.hpp"

namespace switchyard::papers {

inline constexpr std::uint32_t kSpreadCube = 5;
/// Block sizes in bytes. Those up to 256 that are not in Figure 13 show where the order of the minima changes.
inline constexpr std::array<std::uint64_t, 8> kSpreadSizes{0, 16, 64, 256, 1000, 2000, 3000, 4000};
/// The block sizes of Figure 13, at which the width of the band is judged.
inline constexpr std::array<std::uint64_t, 5> kPrintedSpreadSizes{0, 1000, 2000, 3000, 4000};
/// The measured implementations. The last one is pairwise_f without the pairwise synchronisations.
inline constexpr std::array<std::string_view, 4> kSpreadImplementations{"linear", "stable", "pairwise_f",
                                                                        "pairwise_f_global"};

using SpreadTimings = std::map<std::pair<std::string_view, std::uint64_t>, Timing>;

/// A table with minimum, mean and maximum of each implementation and block size.
std::string spread_text(const SpreadTimings& timings);

/// Judges claim B12, the part of it that holds, and B13. Needs: all implementations and sizes.
std::vector<Claim> spread_claims(const SpreadTimings& timings);

}  // namespace switchyard::papers
