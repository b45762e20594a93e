#pragma once
/// \file surma_mesh.hpp
/// Tests whether the level sum (the sum of the time slots of all messages), by which Surma and Sha judge schedules
/// (1997, sec. 2.4), predicts how long messages take on an emulated mesh. Random message lists with a hot spot are
/// scheduled by six schedulers, and the schedules are carried out with and without a barrier after each time slot.

#include <span>

#include "bench/experiment/experiment_context.hpp"

namespace switchyard::papers {

void test_level_sum_on_mesh(ExperimentContext& context);

/// Returns Pearson's correlation coefficient of two series of numbers; 0 if one of the series is constant. Needs: both
/// series have the same length.
double pearson_correlation(std::span<const double> one, std::span<const double> other);

}  // namespace switchyard::papers
