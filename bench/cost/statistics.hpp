#pragma once
/// \file statistics.hpp
/// Medians, ratios and fits with confidence intervals, for measurements on a host that other work
/// disturbs from time to time.
///
/// The confidence interval of a median lies between two of the sorted values and assumes nothing
/// about the distribution. Intervals of fits are by Student's distribution. All intervals have a
/// confidence of 95 %, as nearly as the number of values allows.

#include <cstddef>
#include <span>
#include <vector>

namespace switchyard::cost {

/// An estimated value, and the interval in which the true value lies with a confidence of 95 %.
struct IntervalEstimate {
  double value = 0;
  double interval_low = 0;
  double interval_high = 0;
  /// Returns half the width of the confidence interval.
  double half_width() const noexcept { return (interval_high - interval_low) / 2; }
};

/// Returns the median with its confidence interval. Up to five values are too few for 95 %: then the interval is from
/// the least to the greatest value. Needs: at least one value.
IntervalEstimate median_with_interval(std::vector<double> values);

/// Returns the median of the ratios one[i] / other[i] of two lists of values that were measured in pairs. Needs: two
/// lists of the same length, at least one value, and values above 0.
IntervalEstimate estimate_ratio_of_paired_values(std::span<const double> one, std::span<const double> other);

/// Returns the ratio of two lists of values that were measured independently, by the method of
/// Hodges and Lehmann: the median of the ratios of each value of `one` to each value of `other`.
/// Needs: at least one value in each list; values above 0.
IntervalEstimate estimate_ratio_of_independent_values(std::span<const double> one, std::span<const double> other);

/// A least-squares fit of the linear form y = sum over k of coefficients[k] * x[k].
struct LinearFit {
  std::vector<IntervalEstimate> coefficients;
  double residual_standard_error = 0;  ///< square root of sum_of_squares / degrees_of_freedom
  double sum_of_squares = 0;           ///< sum of the squares of the residuals
  std::size_t degrees_of_freedom = 0;
};

/// Returns a least-squares fit of `y` by the columns of `x`. Each row of `x` has one number for each coefficient. The
/// result has no coefficients if the rows do not determine them. With exactly as many rows as coefficients, the
/// confidence intervals are unbounded. Needs: at least one row, and as many rows as values in `y`.
LinearFit fit_by_least_squares(const std::vector<std::vector<double>>& x, const std::vector<double>& y);

}  // namespace switchyard::cost
