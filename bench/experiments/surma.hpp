#pragma once
/// \file surma.hpp
/// Collision graphs on a mesh: the worked example and the hot-spot tables.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997).

#include <vector>

#include "bench/experiments/published_experiment.hpp"

namespace switchyard::experiments {

std::vector<PublishedExperiment> surma_experiments();

}  // namespace switchyard::experiments
