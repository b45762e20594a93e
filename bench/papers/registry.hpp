#pragma once
/// \file registry.hpp
/// The list of all published experiments that can be reproduced.

#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

/// Returns all published experiments, one paper after another. The papers are listed in bench/CMakeLists.txt.
std::vector<PublishedExperiment> published_experiments();

}  // namespace switchyard::papers
