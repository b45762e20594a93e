#pragma once
/// \file ponnusamy_irregular.hpp
/// Experiments with irregular communication patterns on the CM-5, from R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox,
/// "Scheduling Regular and Irregular Communication Patterns on the CM-5" (1992), sec. 4.

#include "bench/experiment/experiment_context.hpp"

namespace switchyard::papers {

/// Reproduces tables 6 to 10 of Ponnusamy et al.: schedules of the pattern P for 8 nodes.
void reproduce_pattern_p(ExperimentContext& context);
/// Reproduces table 11 of Ponnusamy et al.: random patterns of several densities.
void reproduce_random_patterns(ExperimentContext& context);
/// Reproduces table 12 of Ponnusamy et al.: the patterns of conjugate gradient and Euler solvers.
void reproduce_real_patterns(ExperimentContext& context);

}  // namespace switchyard::papers
