#pragma once
/// \file ponnusamy_regular.hpp
/// Experiments with complete exchange, two-dimensional FFT and broadcast on the CM-5, from R. Ponnusamy, R. Thakur, A.
/// Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on the CM-5" (1992), sec. 3.

#include "bench/experiment/experiment_context.hpp"

namespace switchyard::papers {

/// Reproduces figures 5 to 8 of Ponnusamy et al.: the complete exchange.
void reproduce_complete_exchange(ExperimentContext& context);
/// Reproduces table 5 of Ponnusamy et al.: the two-dimensional FFT.
void reproduce_fft(ExperimentContext& context);
/// Reproduces figures 10 and 11 of Ponnusamy et al.: broadcasts.
void reproduce_broadcasts(ExperimentContext& context);

}  // namespace switchyard::papers
