#pragma once
/// \file external.hpp
/// Numbers that other publications print about the machines, beside the emulated numbers. No
/// machine constant was fitted to these publications, except the constant that a cell of the table
/// shows.

#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

std::vector<PublishedExperiment> external_experiments();

}  // namespace switchyard::papers
