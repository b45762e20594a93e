#pragma once
/// \file ponnusamy.hpp
/// The experiments of R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication
/// Patterns on the CM-5" (1992).

#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

/// Returns the experiments ponnusamy.exchange, ponnusamy.fft, ponnusamy.broadcast, ponnusamy.patternP,
/// ponnusamy.synthetic and ponnusamy.real.
std::vector<PublishedExperiment> ponnusamy_experiments();

}  // namespace switchyard::papers
