#pragma once
/// \file wang_ranka_claims.hpp
/// Judges what Wang and Ranka claim about their algorithms, on emulated means, and draws their chart of the regions in
/// which each algorithm is best.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860", sec. 4.2 and 6.

#include <string>
#include <vector>

#include "bench/experiment/claim.hpp"
#include "bench/papers/wang_ranka_costs.hpp"

namespace switchyard::papers {

/// Returns as text a chart of which algorithm has the least cost: one line for each density, one
/// character for each message size, and a legend.
std::string regions_chart(const MeanTable& costs);

/// Judges claims W1 to W3 on the regions in which AC, LP and RS_NL are best. Needs: the costs of all densities and
/// sizes.
std::vector<Claim> region_claims(const MeanTable& costs);

/// Judges claims W4 and W5 on the cost of the slowest algorithm. Needs: the costs of the largest messages at d = 4 and
/// d = 32.
std::vector<Claim> slowest_algorithm_claims(const MeanTable& costs);

/// Judges claims W6 and W7 on the schedule cost of rs_n and rs_nl as a fraction of the communication cost, and the
/// parts of these claims that are expected to hold. Needs: the fractions of all densities and sizes.
std::vector<Claim> overhead_claims(const MeanTable& fractions);

/// Numbers of phases of rs_n at one density, over several matrices.
struct PhaseMean {
  std::uint32_t density = 0;
  double mean = 0;
  double most = 0;  ///< largest number of phases of a matrix
};
/// Judges claim W8 on the number of phases of RS_N, and the part of W8 that is expected to hold.
std::vector<Claim> phase_count_claims(const std::vector<PhaseMean>& means);

}  // namespace switchyard::papers
