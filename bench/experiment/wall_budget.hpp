#pragma once
/// \file wall_budget.hpp
/// Limits the time of an experiment under the wall clock (ClockKind::wall), which paces runs by real time: chooses the
/// number of samples and the largest dilation (host time per unit of virtual time) so that the experiment ends within a
/// minute.

#include <chrono>
#include <string>

#include "bench/experiment/experiment.hpp"

namespace switchyard {

/// The host time that all runs of an experiment under the wall clock (ClockKind::wall) may take together, unless the
/// user sets the number of samples and the dilation (host time per unit of virtual time).
inline constexpr std::chrono::seconds kWallClockHostTimeBudget{40};

/// Sets the largest dilation (host time per unit of virtual time) of an experiment under the wall clock, so that all
/// runs together take at most about 40 seconds of host time. Unless `has_samples` is true, also sets the number of
/// random samples. To this end the function first measures makespans under the virtual clock. Returns a note for the
/// user that says what was chosen.
std::string limit_samples_to_host_time_budget(Experiment& experiment, bool has_samples);

}  // namespace switchyard
