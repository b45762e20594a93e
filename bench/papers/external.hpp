#pragma once
/// \file external.hpp
/// What other publications print about these machines, beside what the emulated ones do: nothing here was fitted to but
/// the constants that a cell is about.

#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

std::vector<PublishedExperiment> external_experiments();

}  // namespace switchyard::papers
