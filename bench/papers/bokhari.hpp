#pragma once
/// \file bokhari.hpp
/// The experiments of S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991).

#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

/// Returns the experiments bokhari.latency, bokhari.contention, bokhari.charts, bokhari.hull and bokhari.spread.
std::vector<PublishedExperiment> bokhari_experiments();

}  // namespace switchyard::papers
