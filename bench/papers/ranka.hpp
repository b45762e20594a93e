#pragma once
/// \file ranka.hpp
/// The published experiments of Ranka, Shankar and Alsabti on the emulated CM-5.
///
/// Source: S. Ranka, R. V. Shankar, K. A. Alsabti, "Many-to-many personalized communication with bounded traffic"
/// (1995).

#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

std::vector<PublishedExperiment> ranka_experiments();

}  // namespace switchyard::papers
