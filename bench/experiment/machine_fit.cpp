#include "bench/experiment/machine_fit.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <unsupported/Eigen/NonLinearOptimization>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/pattern.hpp"
#include "machines/constants.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

// The step in the logarithm of a machine constant by which numerical derivatives are computed. It is so large that it
// changes emulated times by far more than the rounding of times to nanoseconds does.
constexpr double kDerivativeStep = 0.05;

/// A unit in which machine constants are written, such as "us", and its size in the smallest unit of the same kind,
/// which is ns for times and B/s for rates.
struct ConstantUnit {
  std::string_view name;
  double size;
  std::string_view smallest_unit;
};
constexpr std::array kConstantUnits{ConstantUnit{"ns", 1, "ns"},      ConstantUnit{"us", 1e3, "ns"},
                                    ConstantUnit{"ms", 1e6, "ns"},    ConstantUnit{"s", 1e9, "ns"},
                                    ConstantUnit{"B/s", 1, "B/s"},    ConstantUnit{"kB/s", 1e3, "B/s"},
                                    ConstantUnit{"MB/s", 1e6, "B/s"}, ConstantUnit{"GB/s", 1e9, "B/s"}};

/// The value of a machine constant in the smallest unit of its kind: ns for a time, B/s for a rate.
struct MachineConstantValue {
  double value;
  std::string_view measurement_unit;
};

std::optional<MachineConstantValue> parse_quantity(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || value <= 0) return std::nullopt;
  const std::string_view name(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const auto* const unit = std::ranges::find(kConstantUnits, name, &ConstantUnit::name);
  if (unit == kConstantUnits.end()) return std::nullopt;
  return MachineConstantValue{value * unit->size, unit->smallest_unit};
}

/// Returns the value of a machine constant as text: times in whole nanoseconds, rates in MB/s with three decimals. A
/// value outside of the allowed range is replaced by the nearest allowed value.
std::string constant_value_text(const MachineConstantValue& quantity) {
  constexpr double kMostMegabytesPerSecond = 1e9;
  if (quantity.measurement_unit == "ns")
    return fmt::format("{:.0f}ns", std::clamp<double>(quantity.value, 1, machines::kLongestConstant.count()));
  return fmt::format("{:.3f}MB/s", std::clamp(quantity.value / 1e6, 0.001, kMostMegabytesPerSecond));
}

std::vector<Constant> constants_of_shipped_machine(const std::string& machine) {
  return machines::make_machine({.name = machine}).model().constants();
}

Pattern pattern_of_row(const ResultRow& row) {
  if (row.pattern == "dense")
    return dense_pattern(static_cast<std::uint32_t>(parse_count("density", row.pattern_parameter, 0)));
  if (row.pattern == "complete") return parse_pattern("--rows", "complete");
  if (row.pattern == "percent" || row.pattern == "bounded") {
    return parse_pattern("--rows", row.pattern + ":" + row.pattern_parameter);
  }
  throw UsageError({.place = "--rows",
                    .value = row.pattern,
                    .reason = fmt::format("rows of the pattern {} do not say which matrix they are of", row.pattern),
                    .remedy = "leave them out"});
}

/// A run that was measured on a real machine: its row in the table that the option --rows names, and all that is needed
/// to emulate the same run.
struct MeasuredRun {
  ResultRow row;
  const Algorithm* algorithm;
  std::shared_ptr<Workload> exchange_workload;
  std::uint64_t seed;
  double measured_microseconds;  ///< the measured makespan in microseconds
};

std::vector<MeasuredRun> measured_runs(const std::vector<ResultRow>& rows, const Catalogue& catalogue) {
  std::vector<MeasuredRun> runs;
  for (const ResultRow& row : rows) {
    const Pattern pattern = pattern_of_row(row);
    const auto nodes = static_cast<std::uint32_t>(row.nodes);
    const auto bytes = pattern.determines_message_sizes() ? std::nullopt : std::optional(row.bytes);
    runs.push_back(
        {row, &catalogue.find("--rows", row.algorithm),
         std::make_shared<Workload>(make_matrix_of_sample(pattern, nodes, bytes, row.seed, row.sample_number)),
         seed_of_runs(pattern, row.seed, row.sample_number), std::max(microseconds(row.makespan), 0.001)});
  }
  return runs;
}

/// The weight with which the fit pulls each machine constant towards the value that the constant has in the shipped
/// machine. The weight is so small that it matters only for constants that the measured rows do not determine.
constexpr double kFitWeightOfDefaultConstants = 0.01;

/// The residuals of the fit as a function of the logarithms of the factors by which the machine constants change. There
/// is one residual for each measured run, and one for each constant, which pulls the constant towards its shipped
/// value. Eigen's solver prescribes the names of some members of this class.
class FitResiduals {
 public:
  using Scalar = double;
  using InputType = Eigen::VectorXd;
  using ValueType = Eigen::VectorXd;
  using JacobianType = Eigen::MatrixXd;
  [[maybe_unused]] static constexpr int InputsAtCompileTime = Eigen::Dynamic;
  [[maybe_unused]] static constexpr int ValuesAtCompileTime = Eigen::Dynamic;

  FitResiduals(std::string machine, std::vector<std::string> names, std::vector<MachineConstantValue> start,
               std::vector<MeasuredRun>& runs)
      : machine_name_(std::move(machine)),
        constant_names_(std::move(names)),
        shipped_quantities_(std::move(start)),
        runs_(runs) {}

  int inputs() const { return static_cast<int>(constant_names_.size()); }
  int run_count() const { return static_cast<int>(runs_.size()); }
  int values() const { return run_count() + inputs(); }

  int operator()(const Eigen::VectorXd& at, Eigen::VectorXd& residuals) const {
    const auto times = emulated_times(at);
    for (int i = 0; i < run_count(); ++i) {
      const auto place = static_cast<std::size_t>(i);
      residuals[i] = std::log(std::max(microseconds(times[place]), 0.001) / runs_[place].measured_microseconds);
    }
    residuals.tail(inputs()) = kFitWeightOfDefaultConstants * at;
    return 0;
  }
  int df(const Eigen::VectorXd& at, Eigen::MatrixXd& jacobian) const {
    Eigen::VectorXd above(values()), below(values());
    for (int column = 0; column < inputs(); ++column) {
      Eigen::VectorXd moved = at;
      moved[column] = at[column] + kDerivativeStep;
      (*this)(moved, above);
      moved[column] = at[column] - kDerivativeStep;
      (*this)(moved, below);
      jacobian.col(column) = (above - below) / (2 * kDerivativeStep);
    }
    return 0;
  }

  machines::MachineChoice machine_choice_with_constants(const Eigen::VectorXd& at, std::uint32_t nodes) const {
    machines::MachineChoice choice{.name = machine_name_, .nodes = nodes};
    choice.input_place_of_machine_name = "--machine";
    for (std::size_t i = 0; i < constant_names_.size(); ++i) {
      choice.settings.push_back({"--fit", constant_names_[i], constant_text_at(at, i)});
    }
    return choice;
  }
  std::string constant_text_at(const Eigen::VectorXd& at, std::size_t i) const {
    return constant_value_text(
        {shipped_quantities_[i].value * std::exp(at[static_cast<int>(i)]), shipped_quantities_[i].measurement_unit});
  }

  std::vector<Duration> emulated_times(const Eigen::VectorXd& at) const {
    std::map<std::uint64_t, Machine> machines;
    std::vector<Duration> times;
    for (MeasuredRun& run : runs_) {
      auto found = machines.find(run.row.nodes);
      if (found == machines.end()) {
        const auto nodes = static_cast<std::uint32_t>(run.row.nodes);
        found = machines.emplace(run.row.nodes, machines::make_machine(machine_choice_with_constants(at, nodes))).first;
      }
      ExchangeOptions options{.reuse = run.row.exchanges_per_schedule, .verify = false};
      options.run.seed = run.seed;
      options.run.executor = ExecutorKind::fibers;
      times.push_back(run_exchange(found->second, *run.algorithm, *run.exchange_workload, options).communication_cost);
    }
    return times;
  }

 private:
  std::string machine_name_;
  std::vector<std::string> constant_names_;
  std::vector<MachineConstantValue> shipped_quantities_;
  std::vector<MeasuredRun>& runs_;
};

std::vector<MachineConstantValue> default_values_of_machine_constants(const std::string& machine,
                                                                      const std::vector<std::string>& names) {
  const std::vector<Constant> all = constants_of_shipped_machine(machine);
  std::vector<std::string> known;
  for (const Constant& constant : all) known.push_back(constant.name);
  std::vector<MachineConstantValue> start;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(all, name, &Constant::name);
    if (found == all.end()) throw UsageError(mistake_for_unknown_name("--fit", name, known, "constant"));
    const auto quantity = parse_quantity(found->value);
    if (!quantity) {
      throw UsageError({.place = "--fit",
                        .value = name,
                        .reason = fmt::format("{} is {}, which is no time and no rate", name, found->value),
                        .remedy = "name another constant"});
    }
    start.push_back(*quantity);
  }
  return start;
}

/// Returns the standard errors of the logarithms of the fitted constants. For a constant on which no measured row
/// depends, the standard error is huge.
Eigen::VectorXd standard_errors(const Eigen::MatrixXd& jacobian, double spread) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(jacobian, Eigen::ComputeThinU | Eigen::ComputeThinV);
  Eigen::VectorXd squares = Eigen::VectorXd::Zero(jacobian.cols());
  for (Eigen::Index k = 0; k < svd.singularValues().size(); ++k) {
    const double value = std::max(svd.singularValues()[k], 1e-9);
    squares += (svd.matrixV().col(k) * (spread / value)).array().square().matrix();
  }
  return squares.array().sqrt();
}

void check_row_count(const std::vector<ResultRow>& rows, std::size_t constants) {
  if (rows.size() > constants) return;
  throw UsageError({.place = "--rows",
                    .reason = fmt::format("{} rows do not determine {} constants", rows.size(), constants),
                    .remedy = "give more rows, or name fewer constants with --fit"});
}

}  // namespace

std::vector<std::string> default_fitted_constants(const std::string& machine) {
  constexpr std::array<std::string_view, 6> kUsual{"send_overhead", "receive_overhead", "latency",
                                                   "hop",           "bandwidth",        "link_bandwidth"};
  std::vector<std::string> names;
  for (const Constant& constant : constants_of_shipped_machine(machine)) {
    const bool is_usual = std::ranges::find(kUsual, constant.name) != kUsual.end();
    if (is_usual && parse_quantity(constant.value)) names.push_back(constant.name);
  }
  if (!names.empty()) return names;
  throw UsageError({.place = "--machine",
                    .value = machine,
                    .reason = fmt::format("machine {} has no constants that are fitted without being named", machine),
                    .remedy = "name some of 'switchyard machine' with --fit"});
}

MachineFit fit_machine(const std::string& machine, const std::vector<std::string>& constants,
                       const std::vector<ResultRow>& rows, const Catalogue& catalogue) {
  const std::vector<MachineConstantValue> start = default_values_of_machine_constants(machine, constants);
  check_row_count(rows, constants.size());
  std::vector<MeasuredRun> runs = measured_runs(rows, catalogue);
  FitResiduals residuals(machine, constants, start, runs);
  Eigen::VectorXd at = Eigen::VectorXd::Zero(residuals.inputs());
  Eigen::LevenbergMarquardt<FitResiduals> solver(residuals);
  solver.parameters.xtol = 1e-4;
  solver.parameters.ftol = 1e-6;
  solver.parameters.factor = 1;
  solver.parameters.maxfev = 100;
  solver.minimize(at);

  Eigen::VectorXd left(residuals.values());
  Eigen::MatrixXd jacobian(residuals.values(), residuals.inputs());
  residuals(at, left);
  residuals.df(at, jacobian);
  const double freedom = std::max(residuals.run_count() - residuals.inputs(), 1);
  const double spread = std::sqrt(left.head(residuals.run_count()).squaredNorm() / freedom);
  const Eigen::VectorXd errors = standard_errors(jacobian.topRows(residuals.run_count()), std::max(spread, 1e-4));

  MachineFit fit{
      .fitted_machine = residuals.machine_choice_with_constants(at, static_cast<std::uint32_t>(rows.front().nodes)),
      .constants = {},
      .rows = {},
      .typical_error_factor = std::exp(spread)};
  for (std::size_t i = 0; i < constants.size(); ++i) {
    fit.constants.push_back({constants[i], constant_value_text(start[i]), residuals.constant_text_at(at, i),
                             std::exp(errors[static_cast<int>(i)])});
  }
  const std::vector<Duration> emulated = residuals.emulated_times(at);
  for (std::size_t i = 0; i < rows.size(); ++i) fit.rows.push_back({rows[i], emulated[i]});
  return fit;
}

}  // namespace switchyard
