#include "bench/cli/cg_application.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/applications/serial_conjugate_gradient.hpp"
#include "runtime/error.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kCheckedIterations = 20;

std::uint64_t largest_message(const CommunicationMatrix& matrix) {
  std::uint64_t largest = 0;
  for (std::uint32_t node = 0; node < matrix.node_count(); ++node) {
    for (const auto& entry : matrix.row(NodeId{node})) largest = std::max(largest, entry.bytes);
  }
  return largest;
}

double norm_of_difference(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

/// Residuals relative to the first one, the iterate to itself.
double error_of(const ConjugateGradientResult& result, const SerialHistory& serial) {
  double worst = 0;
  for (std::size_t k = 0; k < serial.residuals.size(); ++k) {
    worst = std::max(worst, std::abs(result.residuals[k] - serial.residuals[k]) / serial.residuals.front());
  }
  const auto& iterate = result.kept.empty() ? result.solution : result.kept;
  const std::vector<double> zero(iterate.size());
  return std::max(worst, norm_of_difference(iterate, serial.x) / norm_of_difference(serial.x, zero));
}

class CgTrial final : public ApplicationTrial {
 public:
  CgTrial(const Machine& machine, const CgProblem& problem, const Partition& partition, std::uint64_t seed)
      : machine_(machine),
        problem_(problem),
        partition_(partition),
        right_side_(random_vector(problem.matrix.order(), seed)) {}

  ApplicationMeasurement run(const Algorithm& algorithm, const RunOptions& options,
                             std::optional<Protocol> protocol) const override {
    ConjugateGradientResult result = conjugate_gradient(machine_, algorithm, problem_.matrix, partition_, right_side_,
                                                        {.run = options,
                                                         .protocol = protocol,
                                                         .most_iterations = problem_.most_iterations,
                                                         .tolerance = problem_.tolerance,
                                                         .kept_iteration = kCheckedIterations});
    const std::optional<double> error = checked(result);
    return {.report = std::move(result.report),
            .phases = result.phases,
            .message_bytes = largest_message(result.halo),
            .schedule = result.schedule_cost,
            .computation = result.computation,
            .communication = result.communication,
            .iterations = result.iterations(),
            .residual = result.residuals.back() / result.residuals.front(),
            .error = error};
  }

 private:
  std::optional<double> checked(const ConjugateGradientResult& result) const {
    if (!problem_.check) return std::nullopt;
    const std::uint64_t compared = std::min(kCheckedIterations, result.iterations());
    return accepted_error(error_of(result, serial_conjugate_gradient(problem_.matrix, right_side_, compared)), 1e-10);
  }

  const Machine& machine_;
  const CgProblem& problem_;
  const Partition& partition_;
  std::vector<double> right_side_;
};

Partition rows_of_nodes(const Machine& machine, const CgProblem& problem, std::uint64_t seed) {
  check_symmetric_positive(problem.matrix, problem.matrix_name);
  if (problem.matrix.order() < machine.node_count()) {
    throw UsageError(fmt::format("--nodes: {} nodes are more than the {} rows of {}; use fewer", machine.node_count(),
                                 problem.matrix.order(), problem.matrix_name));
  }
  return partition(graph_of(problem.matrix), machine.node_count(), seed);
}

}  // namespace

CgApplication::CgApplication(Machine machine, CgProblem problem, std::uint64_t seed)
    : machine_(std::move(machine)), problem_(std::move(problem)), partition_(rows_of_nodes(machine_, problem_, seed)) {}

std::string CgApplication::problem() const {
  return fmt::format("{}: {} rows, {} entries; to {:g} or {} iterations", problem_.matrix_name, problem_.matrix.order(),
                     problem_.matrix.entry_count(), problem_.tolerance, problem_.most_iterations);
}

std::unique_ptr<ApplicationTrial> CgApplication::trial(std::uint64_t seed) const {
  return std::make_unique<CgTrial>(machine_, problem_, partition_, seed);
}

}  // namespace switchyard::cli
