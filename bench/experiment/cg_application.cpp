#include "bench/experiment/cg_application.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/applications/serial_conjugate_gradient.hpp"
#include "bench/experiment/exchange_row.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kCheckedIterations = 20;
constexpr double kLargestAcceptedError = 1e-10;

double norm_of_difference(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

/// Returns the largest difference between a parallel and a serial run of the conjugate gradient method: the differences
/// of the residuals are relative to the first residual, and the difference of the iterates (approximate solutions) is
/// relative to the serial iterate.
double largest_error_against_serial(std::span<const double> residuals, std::span<const double> iterate,
                                    const SerialConjugateGradientResult& serial) {
  const std::vector<double> zero(iterate.size());
  double worst = norm_of_difference(iterate, serial.last_iterate) / norm_of_difference(serial.last_iterate, zero);
  for (std::size_t k = 0; k < serial.residual_norms.size(); ++k) {
    const double error = std::abs(residuals[k] - serial.residual_norms[k]) / serial.residual_norms.front();
    // The condition is written with a negation so that an error that is NaN counts as the largest one.
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

/// Makes the serial run of the conjugate gradient method with which parallel runs are compared, and returns its result.
/// The method enlarges rounding errors, most of all for a badly conditioned matrix, so the run has few enough
/// iterations that a comparison is still meaningful. To find the number of iterations, two serial runs are made whose
/// right-hand sides differ in the last bits; the number is halved until the two runs agree.
SerialConjugateGradientResult serial_reference_run(const SparseMatrix& matrix, const std::vector<double>& right_side) {
  std::vector<double> rounded = right_side;
  for (std::size_t i = 0; i < rounded.size(); i += 2) rounded[i] = std::nextafter(rounded[i], 2 * rounded[i]);
  for (std::uint64_t iterations = kCheckedIterations;; iterations /= 2) {
    SerialConjugateGradientResult serial = serial_conjugate_gradient(matrix, right_side, iterations);
    const SerialConjugateGradientResult other = serial_conjugate_gradient(matrix, rounded, iterations);
    if (iterations == 1 ||
        largest_error_against_serial(other.residual_norms, other.last_iterate, serial) <= kLargestAcceptedError / 100)
      return serial;
  }
}

class ConjugateGradientInput final : public ApplicationInput {
 public:
  ConjugateGradientInput(const Machine& machine, const CgProblem& problem, const Partition& partition,
                         std::uint64_t seed)
      : machine_(machine),
        cg_problem_(problem),
        partition_(partition),
        right_hand_side_(random_vector(problem.matrix.row_count(), seed)) {
    if (problem.compares_with_serial_run) serial_run_result_ = serial_reference_run(problem.matrix, right_hand_side_);
  }

  ApplicationMeasurement run(const Algorithm& algorithm, const RunOptions& options,
                             std::optional<Protocol> protocol) const override {
    ConjugateGradientResult result =
        conjugate_gradient(machine_, algorithm, cg_problem_.matrix, partition_, right_hand_side_,
                           {.run = options,
                            .protocol = protocol,
                            .most_iterations = cg_problem_.most_iterations,
                            .tolerance = cg_problem_.tolerance,
                            .iteration_number_of_kept_iterate = iteration_to_compare()});
    const std::optional<double> error = error_against_serial_run(result);
    return {.report = std::move(result.report),
            .phases = result.phases,
            .message_bytes = largest_message_bytes(result.halo_exchange_matrix),
            .schedule = result.schedule_cost,
            .computation_time = result.computation_time,
            .communication_time = result.communication_time,
            .iterations = result.iterations(),
            .residual = result.residual_norms.back() / result.residual_norms.front(),
            .error = error};
  }

 private:
  std::optional<std::uint64_t> iteration_to_compare() const {
    if (!serial_run_result_) return std::nullopt;
    return serial_run_result_->residual_norms.size() - 1;
  }
  std::optional<double> error_against_serial_run(const ConjugateGradientResult& result) const {
    if (!serial_run_result_) return std::nullopt;
    if (result.iterations() >= iteration_to_compare()) {
      return error_or_throw_if_above_limit(
          largest_error_against_serial(result.residual_norms, result.kept_iterate, *serial_run_result_),
          kLargestAcceptedError);
    }
    const SerialConjugateGradientResult shorter =
        serial_conjugate_gradient(cg_problem_.matrix, right_hand_side_, result.iterations());
    return error_or_throw_if_above_limit(largest_error_against_serial(result.residual_norms, result.solution, shorter),
                                         kLargestAcceptedError);
  }

  const Machine& machine_;
  const CgProblem& cg_problem_;
  const Partition& partition_;
  std::vector<double> right_hand_side_;
  /// the result of the serial run with which parallel runs are compared; empty if they are not compared
  std::optional<SerialConjugateGradientResult> serial_run_result_;
};

Partition partition_rows(const Machine& machine, const CgProblem& problem, std::uint64_t seed) {
  check_symmetric_with_positive_diagonal(problem.matrix, problem.matrix_name);
  if (problem.matrix.row_count() < machine.node_count()) {
    throw UsageError({.place = "--nodes",
                      .reason = fmt::format("{} nodes are more than the {} rows of {}", machine.node_count(),
                                            problem.matrix.row_count(), problem.matrix_name),
                      .remedy = "use fewer"});
  }
  return partition(graph_of_matrix(problem.matrix), machine.node_count(), seed);
}

}  // namespace

CgApplication::CgApplication(Machine machine, CgProblem problem, std::uint64_t seed)
    : machine_(std::move(machine)),
      cg_problem_(std::move(problem)),
      partition_(partition_rows(machine_, cg_problem_, seed)) {}

std::string CgApplication::problem_description() const {
  return fmt::format("{}: {} rows, {} entries; to {:g} or {} iterations", cg_problem_.matrix_name,
                     cg_problem_.matrix.row_count(), cg_problem_.matrix.entry_count(), cg_problem_.tolerance,
                     cg_problem_.most_iterations);
}

std::unique_ptr<ApplicationInput> CgApplication::make_application_input(std::uint64_t seed) const {
  return std::make_unique<ConjugateGradientInput>(machine_, cg_problem_, partition_, seed);
}

}  // namespace switchyard
