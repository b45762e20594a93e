#pragma once
/// \file bokhari_hull_claims.hpp
/// Judges, sentence by sentence, what Bokhari's paper claims about its six implementations of the complete exchange, on
/// the basis of the maximum times of repeated emulated runs.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 6.1 to 6.5 and 7.

#include <vector>

#include "bench/experiment/claim.hpp"
#include "bench/papers/bokhari_hull.hpp"

namespace switchyard::papers {

/// Judges the claims of Bokhari's paper with the ids B3 to B11 and B15: which implementation of the complete exchange
/// is best for which block sizes, and by how much. Needs: `hull` has the times of all implementations at all dimensions
/// and block sizes.
std::vector<PaperClaim> judge_claims_about_best_implementations(const ImplementationTimes& hull);

}  // namespace switchyard::papers
