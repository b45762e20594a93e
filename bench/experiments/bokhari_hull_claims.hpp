#pragma once
/// \file bokhari_hull_claims.hpp
/// What the paper says of its six implementations, each sentence judged on measured maxima.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 6.1 to 6.5 and 7.

#include <vector>

#include "bench/experiments/bokhari_hull.hpp"
#include "bench/experiments/claim.hpp"

namespace switchyard::experiments {

/// B3 to B11 and B15. Needs: all points of all implementations.
std::vector<Claim> hull_claims(const Hull& hull);

}  // namespace switchyard::experiments
