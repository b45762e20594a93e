#pragma once
/// \file bokhari_spread.hpp
/// The spread of the times of repeated runs of the complete exchange, with and without pairwise synchronisation of the
/// nodes, on a hypercube of dimension 5.
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

inline constexpr std::uint32_t kRunTimeSpreadCubeDimension = 5;
/// The measured block sizes in bytes: those of the paper's figure 13, and three smaller ones, which show from which
/// size on another implementation has the least minimum time.
inline constexpr std::array<std::uint64_t, 8> kRunTimeSpreadBlockSizes{0, 16, 64, 256, 1000, 2000, 3000, 4000};
/// The block sizes of the paper's figure 13 in bytes. Only for these is the difference between the slowest and the
/// fastest run judged.
inline constexpr std::array<std::uint64_t, 5> kPublishedRunTimeSpreadBlockSizes{0, 1000, 2000, 3000, 4000};
/// The measured implementations of the complete exchange. The last entry is pairwise_f without its pairwise
/// synchronisations.
inline constexpr std::array<std::string_view, 4> kRunTimeSpreadImplementations{"linear", "stable", "pairwise_f",
                                                                               "pairwise_f_global"};

using ExchangeTimesByImplementationAndSize = std::map<std::pair<std::string_view, std::uint64_t>, ExchangeTimes>;

/// Returns a table as text with the minimum, mean and maximum time of each implementation of the complete exchange and
/// each block size.
std::string run_time_spread_table_as_text(const ExchangeTimesByImplementationAndSize& timings);

/// Judges the paper's claims about the spread of run times: claim B12, the part of B12 that is expected to hold on the
/// emulated machine, and claim B13. Needs: the times of all implementations and block sizes.
std::vector<PaperClaim> judge_paper_claims_about_run_time_spread(const ExchangeTimesByImplementationAndSize& timings);

}  // namespace switchyard::papers
