#pragma once
/// \file ponnusamy_irregular.hpp
/// Irregular patterns on the CM-5: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular
/// Communication Patterns on the CM-5" (1992), sec. 4.

#include "bench/experiment/experiment_context.hpp"

namespace switchyard::papers {

/// Reproduces the paper's tables 6 to 10.
void cm5_pattern_p(ExperimentContext& context);
/// Reproduces the paper's table 11.
void cm5_synthetic(ExperimentContext& context);
/// Reproduces the paper's table 12.
void cm5_real(ExperimentContext& context);

}  // namespace switchyard::papers
