#include "bench/cost/growth.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "bench/experiment/student.hpp"

namespace switchyard::cost {
namespace {

/// The least number of different values of a variable (nodes, or density) for which the exponent of a fitted power law
/// is determined.
constexpr std::size_t kLeastDistinctValues = 3;
/// A point of a fitted curve counts as a bend only if the exponent of the power law changes there by at least this
/// much.
constexpr double kLeastPowerLawExponentChange = 0.1;
/// The least mean square of the residuals of a fit. A smaller value, which can only be due to rounding errors, is
/// replaced by this one.
constexpr double kLeastResidualVariance = 1e-9;
/// The probability with which a bend of a cost's growth is reported although the true growth has none.
constexpr double kFalseExponentChangeProbability = 0.05;

using GrowthPointMember = double GrowthPoint::*;

std::set<double> distinct_values(std::span<const GrowthPoint> points, GrowthPointMember member) {
  std::set<double> values;
  for (const GrowthPoint& point : points) values.insert(point.*member);
  return values;
}

/// The columns of a least-squares fit of a cost: a constant, and the logarithms of the number of nodes and of the
/// density. The logarithm of a variable is left out if too few different values of the variable were measured.
struct RegressionVariables {
  std::vector<GrowthPointMember> fitted_variables;
  std::vector<std::vector<double>> design_matrix_rows(std::span<const GrowthPoint> points) const {
    std::vector<std::vector<double>> list;
    for (const GrowthPoint& point : points) {
      auto& row = list.emplace_back(std::vector<double>{1});
      for (const GrowthPointMember member : fitted_variables) row.push_back(std::log(point.*member));
    }
    return list;
  }
  std::optional<std::size_t> column_index_of(GrowthPointMember member) const {
    const auto found = std::ranges::find(fitted_variables, member);
    if (found == fitted_variables.end()) return std::nullopt;
    return static_cast<std::size_t>(found - fitted_variables.begin()) + 1;
  }
};

RegressionVariables choose_regression_variables(std::span<const GrowthPoint> points) {
  RegressionVariables columns;
  for (const GrowthPointMember member : {&GrowthPoint::nodes, &GrowthPoint::degree}) {
    if (distinct_values(points, member).size() >= kLeastDistinctValues) columns.fitted_variables.push_back(member);
  }
  return columns;
}

std::vector<double> logarithms_of_costs(std::span<const GrowthPoint> points, bool over_log) {
  std::vector<double> list;
  for (const GrowthPoint& point : points) {
    list.push_back(std::log(point.measured_cost) - (over_log ? std::log(std::log2(point.nodes)) : 0));
  }
  return list;
}

std::optional<GrowthFormula> fit_growth_formula(std::span<const GrowthPoint> points, const RegressionVariables& columns,
                                                bool times_log) {
  const LinearFit found =
      fit_by_least_squares(columns.design_matrix_rows(points), logarithms_of_costs(points, times_log));
  if (found.coefficients.empty()) return std::nullopt;
  GrowthFormula form;
  form.leading_factor = std::exp(found.coefficients.front().value);
  form.relative_fit_error = std::exp(found.residual_standard_error) - 1;
  if (const auto place = columns.column_index_of(&GrowthPoint::nodes))
    form.exponent_of_nodes = found.coefficients[*place];
  if (const auto place = columns.column_index_of(&GrowthPoint::degree))
    form.exponent_of_degree = found.coefficients[*place];
  return form;
}

/// Fits a power law of a cost whose exponent of one variable changes at the value `at` of the variable. The variable is
/// `member` (the number of nodes, or the density).
LinearFit fit_power_law_with_exponent_change(std::span<const GrowthPoint> points, const RegressionVariables& columns,
                                             GrowthPointMember member, double at) {
  std::vector<std::vector<double>> rows = columns.design_matrix_rows(points);
  const std::size_t place = *columns.column_index_of(member);
  for (auto& row : rows) {
    row.push_back(std::max(0.0, row[place] - std::log(at)));
    row[place] = std::min(row[place], std::log(at));
  }
  return fit_by_least_squares(rows, logarithms_of_costs(points, false));
}

std::optional<PowerLawExponentChange> find_power_law_exponent_change(std::span<const GrowthPoint> points,
                                                                     const RegressionVariables& columns,
                                                                     GrowthPointMember member) {
  const auto place = columns.column_index_of(member);
  const std::set<double> values = distinct_values(points, member);
  if (!place || values.size() < kLeastDistinctValues + 2) return std::nullopt;
  const LinearFit straight =
      fit_by_least_squares(columns.design_matrix_rows(points), logarithms_of_costs(points, false));
  std::optional<PowerLawExponentChange> best;
  double least = straight.sum_of_squares;
  const std::vector<double> places(std::next(values.begin()), std::prev(values.end(), 2));
  for (const double at : places) {
    const LinearFit bent = fit_power_law_with_exponent_change(points, columns, member, at);
    if (bent.coefficients.empty() || bent.degrees_of_freedom < 2 || bent.sum_of_squares >= least) continue;
    const PowerLawExponentChange bend{at, bent.coefficients[*place], bent.coefficients.back()};
    const double t =
        std::sqrt((straight.sum_of_squares - bent.sum_of_squares) /
                  std::max(bent.sum_of_squares / static_cast<double>(bent.degrees_of_freedom), kLeastResidualVariance));
    const double error = kFalseExponentChangeProbability / 2 / static_cast<double>(places.size());
    if (t < student_t_quantile(bent.degrees_of_freedom, 1 - error)) continue;
    if (std::abs(bend.exponent_above_change.value - bend.exponent_below_change.value) < kLeastPowerLawExponentChange)
      continue;
    least = bent.sum_of_squares;
    best = bend;
  }
  return best;
}

}  // namespace

bool FittedGrowth::fits_better_with_logarithmic_factor() const noexcept {
  return fitted_power_law && fitted_power_law_times_log &&
         fitted_power_law_times_log->relative_fit_error < fitted_power_law->relative_fit_error;
}

FittedGrowth fit_cost_growth(std::span<const GrowthPoint> points) {
  FittedGrowth growth;
  if (points.empty()) return growth;
  const RegressionVariables columns = choose_regression_variables(points);
  if (columns.fitted_variables.empty()) return growth;
  growth.fitted_power_law = fit_growth_formula(points, columns, false);
  const bool has_logs = std::ranges::all_of(points, [](const GrowthPoint& point) { return point.nodes > 1; });
  if (has_logs && columns.column_index_of(&GrowthPoint::nodes))
    growth.fitted_power_law_times_log = fit_growth_formula(points, columns, true);
  growth.exponent_change_with_node_count = find_power_law_exponent_change(points, columns, &GrowthPoint::nodes);
  growth.exponent_change_with_degree = find_power_law_exponent_change(points, columns, &GrowthPoint::degree);
  return growth;
}

}  // namespace switchyard::cost
