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

/// The form a * n^p * d^q, perhaps times log n, that is fitted to the costs of matrices with n nodes and density d. The
/// exponent of n (or d) is missing if fewer than three different values of it were measured.
struct GrowthFormula {
  std::optional<IntervalEstimate> exponent_of_nodes;
  std::optional<IntervalEstimate> exponent_of_degree;
  double leading_factor = 0;  ///< the factor a of the form a * n^p * d^q
  /// Typical difference between the measured costs and the fitted form, as a fraction of the cost.
  double relative_fit_error = 0;
};

/// A number of nodes, or a density, at which the exponent of a cost's power law changes.
struct PowerLawExponentChange {
  /// The number of nodes, or the density, up to which `exponent_below_change` is the exponent of the cost's growth.
  double nodes_or_degree_at_exponent_change = 0;
  IntervalEstimate exponent_below_change;
  IntervalEstimate exponent_above_change;
};

struct FittedGrowth {
  /// The fitted form a * n^p * d^q of a cost over the number of nodes n and the density d; nothing if no exponent can
  /// be fitted.
  std::optional<GrowthFormula> fitted_power_law;
  /// The fitted form a * n^p * log2(n) * d^q of a cost over the number of nodes n and the density d; nothing if no
  /// exponent p can be fitted.
  std::optional<GrowthFormula> fitted_power_law_times_log;
  std::optional<PowerLawExponentChange> exponent_change_with_node_count;
  std::optional<PowerLawExponentChange> exponent_change_with_degree;
  /// Returns whether the form a * n^p * log2(n) * d^q fits the costs better than the form without the logarithm.
  bool fits_better_with_logarithmic_factor() const noexcept;
};

/// Fits the growth of a cost with the number of nodes n and the density d, by least squares of the logarithms. Reports
/// a bend, that is, a value of n or d at which the exponent changes, if the exponents below and above it differ by at
/// least 0.1 and by more than chance explains. The probability of reporting a bend where there is none is 5 %, over all
/// tried values of n or d together.
FittedGrowth fit_cost_growth(std::span<const GrowthPoint> points);

}  // namespace switchyard::cost
