#pragma once
/// \file surma_mesh.hpp
/// Whether the level sum, by which Surma and Sha judge schedules (1997, sec. 2.4), tells how long messages take on an
/// emulated mesh: random lists with a hot spot, each under six schedulers, carried out with and without a barrier after
/// each level.

#include <span>

namespace switchyard::experiments {

class ExperimentContext;

void mesh_prediction(ExperimentContext& context);

/// Pearson's correlation coefficient; 0 where one side does not vary. Needs: equally many of both.
double correlation(std::span<const double> one, std::span<const double> other);

}  // namespace switchyard::experiments
