#pragma once
/// \file registry.hpp
/// The list of all published experiments that can be reproduced.

#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

/// Returns the experiments of all papers listed in bench/CMakeLists.txt, paper by paper.
std::vector<PublishedExperiment> published_experiments();

}  // namespace switchyard::papers
