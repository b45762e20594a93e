#pragma once
/// \file growth.hpp
/// The growth of a cost with the number of nodes n and the density d: the exponents p and q of
/// cost = a * n^p * d^q, or of this form times log n, and the values of n or d at which an
/// exponent changes.

#include <optional>
#include <span>
#include <vector>

#include "bench/cost/statistics.hpp"

namespace switchyard::cost {

/// The measured cost of one matrix, with its number of nodes and its density.
struct GrowthPoint {
  double nodes = 0;
  double degree = 0;
  double measured_cost = 0;
};

/// A form a * n^p * d^q, perhaps times log n, that is fitted to costs. An exponent is missing if
/// fewer than three numbers of nodes, or densities, were measured.
struct GrowthForm {
  std::optional<IntervalEstimate> exponent_of_nodes;
  std::optional<IntervalEstimate> exponent_of_degree;
  double leading_factor = 0;      ///< the factor a of the form a * n^p * d^q
  double relative_fit_error = 0;  ///< typical difference between the points and the form, as a fraction
};

/// A number of nodes, or a density, at which the exponent of a cost's growth changes.
struct ExponentBend {
  double bend_point = 0;  ///< nodes or density up to which `exponent_before` holds
  IntervalEstimate exponent_before;
  IntervalEstimate exponent_after;
};

struct FittedGrowth {
  std::optional<GrowthForm> fitted_power_law;  ///< the fitted form a * n^p * d^q; nothing if no exponent can be fitted
  std::optional<GrowthForm>
      fitted_power_law_times_log;  ///< the fitted form a * n^p * log2(n) * d^q; only if it has an exponent p
  std::optional<ExponentBend> bend_in_nodes;
  std::optional<ExponentBend> bend_in_degree;
  /// Returns whether the form with the factor log n fits the points better than the form without it.
  bool fits_better_with_log() const noexcept;
};

/// Fits the growth of a cost to the logarithms of the points by least squares. Reports a bend, that is, a value of n or
/// d at which the exponent changes, if the exponents below and above it differ by at least 0.1 and by more than chance
/// explains. The probability of reporting a bend where there is none is 5 %, over all tried values of n or d together.
FittedGrowth fit_cost_growth(std::span<const GrowthPoint> points);

}  // namespace switchyard::cost
