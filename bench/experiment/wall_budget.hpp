#pragma once
/// \file wall_budget.hpp
/// Limits an experiment under the clock `wall`, which paces runs by real time: chooses the number
/// of samples and the largest dilation so that the experiment ends within a minute.

#include <chrono>
#include <string>

#include "bench/experiment/experiment.hpp"

namespace switchyard {

/// Host time that all runs of an experiment under the clock wall may take together, unless the user sets samples and
/// dilation.
inline constexpr std::chrono::seconds kWallBudget{40};

/// Sets the number of samples, unless `has_samples`, and the largest dilation of an experiment under the clock wall, so
/// that all runs together stay within kWallBudget. To this end it first finds the makespans under the virtual clock.
/// Returns a note that says what was chosen.
std::string limit_samples_to_wall_budget(Experiment& experiment, bool has_samples);

}  // namespace switchyard
