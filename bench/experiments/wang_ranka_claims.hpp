#pragma once
/// \file wang_ranka_claims.hpp
/// What Wang and Ranka say of their algorithms, judged on emulated means, and their chart of regions.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860", sec. 4.2 and 6.

#include <string>
#include <vector>

#include "bench/experiments/claim.hpp"
#include "bench/experiments/wang_ranka_costs.hpp"

namespace switchyard::experiments {

/// A line for each density, a sign for each message size: which algorithm has the least cost, with a legend.
std::string regions_chart(const MeanTable& costs);

/// W1 to W3. Needs: all densities and sizes.
std::vector<Claim> region_claims(const MeanTable& costs);

/// W4 and W5. Needs: the largest messages at d = 4 and d = 32.
std::vector<Claim> slowest_claims(const MeanTable& costs);

/// W6 and W7 on schedule cost over communication cost of rs_n and rs_nl, and the parts of them that are expected to
/// hold. Needs: all densities and sizes.
std::vector<Claim> overhead_claims(const MeanTable& fractions);

/// Phases of rs_n at one density.
struct PhaseMean {
  std::uint32_t density = 0;
  double mean = 0;
  double most = 0;  ///< of one matrix
};
/// W8, and the part of it that is expected to hold.
std::vector<Claim> phase_claims(const std::vector<PhaseMean>& means);

}  // namespace switchyard::experiments
