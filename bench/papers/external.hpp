#pragma once
/// \file external.hpp
/// Compares emulated numbers with numbers that publications give for the machines. No machine constant was fitted to
/// these publications, except for constants that are themselves a cell of the table.

#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

std::vector<PublishedExperiment> external_experiments();

}  // namespace switchyard::papers
