#pragma once
/// \file wall_budget.hpp
/// How many samples, and how slow, an experiment under the clock `wall` may be so that it ends within a minute.

#include <chrono>
#include <string>

#include "bench/experiment/experiment.hpp"

namespace switchyard {

/// Host time that the runs of an experiment may take together if nobody says otherwise.
inline constexpr std::chrono::seconds kWallBudget{40};

/// Sets the number of samples, unless `has_samples`, and the largest dilation, so that all runs keep within the budget:
/// their makespans are found under the virtual clock first. Returns a note that says what was chosen.
std::string fit_to_budget(Experiment& experiment, bool has_samples);

}  // namespace switchyard
