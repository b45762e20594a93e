#pragma once
/// \file surma.hpp
/// The published experiments of Surma and Sha on scheduling messages with collision graphs on a mesh: their worked
/// example and their tables for hot spots. A further experiment tests on an emulated mesh the level sum (the sum of the
/// time slots of all messages), by which they judge schedules.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
///         systems", TR-97-2 (1997).

#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

std::vector<PublishedExperiment> surma_experiments();

}  // namespace switchyard::papers
