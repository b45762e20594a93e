#pragma once
/// \file ponnusamy_regular.hpp
/// Complete exchange, two-dimensional FFT and broadcast on the CM-5: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox,
/// "Scheduling Regular and Irregular Communication Patterns on the CM-5" (1992), sec. 3.

#include "bench/experiment/experiment_context.hpp"

namespace switchyard::papers {

/// Reproduces the paper's figures 5 to 8.
void cm5_exchange(ExperimentContext& context);
/// Reproduces the paper's table 5.
void cm5_fft(ExperimentContext& context);
/// Reproduces the paper's figures 10 and 11.
void cm5_broadcast(ExperimentContext& context);

}  // namespace switchyard::papers
