#include "bench/cost/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "bench/experiment/student.hpp"

namespace switchyard::cost {
namespace {

/// The probability that the true value lies below a confidence interval, which equals the probability that it lies
/// above.
constexpr double kTailProbability = 0.025;
constexpr double kStandardDeviationsToTail = 1.959964;

double median_of_sorted(const std::vector<double>& sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/// Returns how many of the smallest of `count` sorted values lie below the confidence interval of their median; equally
/// many of the largest values lie above. The number is the greatest m for which `count` tosses of a fair coin show at
/// most m heads with a probability of at most kTailProbability; 0 if there is no such m.
std::size_t count_values_below_interval(std::size_t count) {
  double probability = std::pow(0.5, static_cast<double>(count));
  double sum = probability;
  std::size_t k = 0;
  while (sum <= kTailProbability) {
    ++k;
    probability *= static_cast<double>(count - k + 1) / static_cast<double>(k);
    sum += probability;
  }
  return k > 0 ? k - 1 : 0;
}

/// Replaces `matrix` by its inverse, by elimination with pivots. Returns false if the matrix has
/// no inverse.
bool invert_matrix(std::vector<std::vector<double>>& matrix) {
  const std::size_t n = matrix.size();
  for (std::size_t i = 0; i < n; ++i) {
    matrix[i].resize(2 * n, 0);
    matrix[i][n + i] = 1;
  }
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t row = i; row < n; ++row) {
      if (std::abs(matrix[row][i]) > std::abs(matrix[pivot][i])) pivot = row;
    }
    if (std::abs(matrix[pivot][i]) < 1e-9) return false;
    std::swap(matrix[i], matrix[pivot]);
    const double by = matrix[i][i];
    for (double& value : matrix[i]) value /= by;
    for (std::size_t row = 0; row < n; ++row) {
      const double times = matrix[row][i];
      if (row == i || times == 0) continue;
      for (std::size_t k = 0; k < 2 * n; ++k) matrix[row][k] -= times * matrix[i][k];
    }
  }
  for (auto& row : matrix) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(n));
  return true;
}

std::vector<std::vector<double>> normal_equation_matrix(const std::vector<std::vector<double>>& x) {
  const std::size_t n = x.front().size();
  std::vector<std::vector<double>> matrix(n, std::vector<double>(n, 0));
  for (const auto& row : x) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < n; ++k) matrix[i][k] += row[i] * row[k];
    }
  }
  return matrix;
}

double sum_of_squared_residuals(const std::vector<std::vector<double>>& x, const std::vector<double>& y,
                                const std::vector<IntervalEstimate>& coefficients) {
  double squares = 0;
  for (std::size_t r = 0; r < x.size(); ++r) {
    double left = y[r];
    for (std::size_t k = 0; k < coefficients.size(); ++k) left -= coefficients[k].value * x[r][k];
    squares += left * left;
  }
  return squares;
}

}  // namespace

IntervalEstimate median_with_interval(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t outside = count_values_below_interval(values.size());
  return {median_of_sorted(values), values[outside], values[values.size() - 1 - outside]};
}

IntervalEstimate estimate_ratio_of_paired_values(std::span<const double> one, std::span<const double> other) {
  std::vector<double> ratios(one.size());
  for (std::size_t i = 0; i < one.size(); ++i) ratios[i] = one[i] / other[i];
  return median_with_interval(std::move(ratios));
}

IntervalEstimate estimate_ratio_of_independent_values(std::span<const double> one, std::span<const double> other) {
  std::vector<double> ratios;
  for (const double a : one) {
    for (const double b : other) ratios.push_back(a / b);
  }
  std::ranges::sort(ratios);
  const auto m = static_cast<double>(one.size());
  const auto n = static_cast<double>(other.size());
  // The ratio's confidence interval follows from the normal approximation of the distribution of Mann and Whitney's
  // statistic.
  const double outside = std::floor(m * n / 2 - kStandardDeviationsToTail * std::sqrt(m * n * (m + n + 1) / 12));
  const auto k = static_cast<std::size_t>(std::max(outside, 0.0));
  return {median_of_sorted(ratios), ratios[k], ratios[ratios.size() - 1 - k]};
}

LinearFit fit_by_least_squares(const std::vector<std::vector<double>>& x, const std::vector<double>& y) {
  LinearFit result;
  std::vector<std::vector<double>> inverse = normal_equation_matrix(x);
  const std::size_t unknowns = inverse.size();
  if (x.size() < unknowns || !invert_matrix(inverse)) return result;
  std::vector<double> right(unknowns, 0);
  for (std::size_t r = 0; r < x.size(); ++r) {
    for (std::size_t k = 0; k < unknowns; ++k) right[k] += x[r][k] * y[r];
  }
  result.coefficients.resize(unknowns);
  for (std::size_t k = 0; k < unknowns; ++k) {
    for (std::size_t i = 0; i < unknowns; ++i) result.coefficients[k].value += inverse[k][i] * right[i];
  }
  result.degrees_of_freedom = x.size() - unknowns;
  result.sum_of_squares = sum_of_squared_residuals(x, y, result.coefficients);
  if (result.degrees_of_freedom > 0)
    result.residual_standard_error = std::sqrt(result.sum_of_squares / static_cast<double>(result.degrees_of_freedom));
  for (std::size_t k = 0; k < unknowns; ++k) {
    IntervalEstimate& each = result.coefficients[k];
    const double margin = result.degrees_of_freedom == 0
                              ? std::numeric_limits<double>::infinity()
                              : student_t_quantile(result.degrees_of_freedom, 1 - kTailProbability) *
                                    result.residual_standard_error * std::sqrt(std::max(inverse[k][k], 0.0));
    each.interval_low = each.value - margin;
    each.interval_high = each.value + margin;
  }
  return result;
}

}  // namespace switchyard::cost
