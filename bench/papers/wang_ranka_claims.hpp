#pragma once
/// \file wang_ranka_claims.hpp
/// Judges what Wang and Ranka say of their algorithms on emulated means, and draws their chart of regions.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860", sec. 4.2 and 6.

#include <string>
#include <vector>

#include "bench/experiment/claim.hpp"
#include "bench/papers/wang_ranka_costs.hpp"

namespace switchyard::papers {

/// A chart of which algorithm has the least cost: one line for each density, one character for each message size, and a
/// legend.
std::string regions_chart(const MeanTable& costs);

/// Judges claims W1 to W3. Needs: all densities and sizes.
std::vector<Claim> region_claims(const MeanTable& costs);

/// Judges claims W4 and W5. Needs: the largest messages at d = 4 and d = 32.
std::vector<Claim> slowest_claims(const MeanTable& costs);

/// Judges claims W6 and W7 on schedule cost over communication cost of rs_n and rs_nl, and the parts of these claims
/// that are expected to hold. Needs: all densities and sizes.
std::vector<Claim> overhead_claims(const MeanTable& fractions);

/// Numbers of phases of rs_n at one density, over several matrices.
struct PhaseMean {
  std::uint32_t density = 0;
  double mean = 0;
  double most = 0;  ///< the most phases of a matrix
};
/// Judges claim W8, and the part of it that is expected to hold.
std::vector<Claim> phase_claims(const std::vector<PhaseMean>& means);

}  // namespace switchyard::papers
