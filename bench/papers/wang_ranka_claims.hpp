#pragma once
/// \file wang_ranka_claims.hpp
/// Judges the claims of Wang and Ranka about their algorithms, on the basis of emulated mean costs, and draws their
/// chart of the regions in which each algorithm is best.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860", sec. 4.2 and 6.

#include <string>
#include <vector>

#include "bench/experiment/claim.hpp"
#include "bench/papers/wang_ranka_costs.hpp"

namespace switchyard::papers {

/// Returns a chart as text that shows which algorithm has the least mean cost: one line for each density, one character
/// for each message size, and a legend.
std::string best_algorithm_chart(const MeanTable& costs);

/// Judges the claims W1 to W3 about the regions of densities and message sizes in which the algorithms AC, LP and RS_NL
/// are best. Needs: the costs of all densities and sizes.
std::vector<PaperClaim> region_claims(const MeanTable& costs);

/// Judges the claims W4 and W5 of Wang and Ranka's paper about the cost of the slowest algorithm. Needs: the costs of
/// the largest messages at the densities d = 4 and d = 32.
std::vector<PaperClaim> slowest_algorithm_claims(const MeanTable& costs);

/// Judges the claims W6 and W7 about the schedule cost of rs_n and rs_nl as a fraction of the communication cost, and
/// also the parts of these claims that are expected to hold. Needs: the fractions for all densities and message sizes.
std::vector<PaperClaim> overhead_claims(const MeanTable& fractions);

/// The mean and the largest number of phases of rs_n at one density, over several random matrices.
struct PhaseCountSummary {
  std::uint32_t density = 0;
  double mean = 0;
  double greatest_phase_count = 0;  ///< largest number of phases over these matrices
};
/// Judges claim W8 about the number of phases of the algorithm RS_N, and also the part of W8 that is expected to hold.
std::vector<PaperClaim> phase_count_claims(const std::vector<PhaseCountSummary>& means);

}  // namespace switchyard::papers
