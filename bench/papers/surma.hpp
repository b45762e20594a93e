#pragma once
/// \file surma.hpp
/// The published experiments of Surma and Sha on scheduling messages with collision graphs on a mesh: their worked
/// example, their hot-spot tables, and a test on an emulated mesh of the level sum, by which they judge schedules.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997).

#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

std::vector<PublishedExperiment> surma_experiments();

}  // namespace switchyard::papers
