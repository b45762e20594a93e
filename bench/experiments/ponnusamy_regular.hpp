#pragma once
/// \file ponnusamy_regular.hpp
/// Complete exchange, two-dimensional FFT and broadcast on the CM-5: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox,
/// "Scheduling Regular and Irregular Communication Patterns on the CM-5" (1992), sec. 3.

#include "bench/experiments/experiment_context.hpp"

namespace switchyard::experiments {

/// Figures 5 to 8.
void cm5_exchange(ExperimentContext& context);
/// Table 5.
void cm5_fft(ExperimentContext& context);
/// Figures 10 and 11.
void cm5_broadcast(ExperimentContext& context);

}  // namespace switchyard::experiments
