#pragma once
/// \file growth.hpp
/// How a cost grows with the number of nodes n and the density d: exponents p and q of cost = a * n^p * d^q, and of the
/// same form with a factor log n, and the places where the curve bends.

#include <optional>
#include <span>
#include <vector>

#include "bench/cost/statistics.hpp"

namespace switchyard::cost {

/// The measured cost of one matrix, with its number of nodes and its density.
struct GrowthPoint {
  double nodes = 0;
  double degree = 0;
  double cost = 0;
};

/// The exponents of a form that is fitted to costs. An exponent is missing if fewer than three numbers of nodes, or
/// densities, were measured.
struct GrowthForm {
  std::optional<Estimate> nodes;
  std::optional<Estimate> degree;
  double factor = 0;  ///< the factor a of the form a * n^p * d^q
  double error = 0;   ///< by what fraction the points typically miss the form
};

/// A place where the exponent of a cost's growth changes.
struct Bend {
  double at = 0;  ///< nodes or density up to which `before` holds
  Estimate before;
  Estimate after;
};

struct Growth {
  std::optional<GrowthForm> power;            ///< a * n^p * d^q
  std::optional<GrowthForm> power_times_log;  ///< a * n^p * log2(n) * d^q; only if there is an exponent of n
  std::optional<Bend> bend_in_nodes;
  std::optional<Bend> bend_in_degree;
  /// Returns whether the form with the factor log n fits the points better than the form without it.
  bool log_fits_better() const noexcept;
};

/// Fits the growth of a cost to the logarithms of the points by least squares. Reports a bend if the exponents before
/// and behind it differ by at least a tenth, and by more than chance explains, at a confidence of 95 % over all places
/// that were tried.
Growth growth_of(std::span<const GrowthPoint> points);

}  // namespace switchyard::cost
