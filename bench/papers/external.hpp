#pragma once
/// \file external.hpp
/// Compares emulated numbers with numbers about the machines in publications from which no machine constant was fitted,
/// except for constants that are themselves a cell of the table.

#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

std::vector<PublishedExperiment> external_experiments();

}  // namespace switchyard::papers
