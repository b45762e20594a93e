#pragma once
/// \file growth.hpp
/// How a cost grows with the number of nodes and the density: exponents of cost = a * n^p * d^q, and of the same with a
/// factor log n, and where the curve bends.

#include <optional>
#include <span>
#include <vector>

#include "bench/cost/statistics.hpp"

namespace switchyard::cost {

/// The cost of one matrix.
struct GrowthPoint {
  double nodes = 0;
  double degree = 0;
  double cost = 0;
};

/// Exponents; one that the points do not determine, as they have less than three values there, is missing.
struct GrowthForm {
  std::optional<Estimate> nodes;
  std::optional<Estimate> degree;
  double factor = 0;  ///< a
  double error = 0;   ///< by what share the points miss the form, as a typical ratio less one
};

/// A place where the exponent changes.
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
  /// Returns whether the factor log n makes the form fit the points better.
  bool log_fits_better() const noexcept;
};

/// Fits the logarithms by least squares. A bend is told if the exponents before and behind it differ by a tenth at
/// least, and by more than chance explains, at a confidence of 95 % over all places that were tried.
Growth growth_of(std::span<const GrowthPoint> points);

}  // namespace switchyard::cost
