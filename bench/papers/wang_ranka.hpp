#pragma once
/// \file wang_ranka.hpp
/// The experiments of J.-C. Wang, S. Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860" (1994).

#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

/// Returns the experiments wangranka.phases, wangranka.cost, wangranka.regions and wangranka.overhead.
std::vector<PublishedExperiment> wang_ranka_experiments();

}  // namespace switchyard::papers
