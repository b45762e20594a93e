#include "bench/experiment/euler_application.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

double largest_difference(const GasFlow& found, const GasFlow& expected) {
  double largest = 0;
  for (std::size_t cell = 0; cell < expected.size(); ++cell) {
    for (std::size_t i = 0; i < expected[cell].size(); ++i) {
      const double difference = std::abs(found[cell][i] - expected[cell][i]);
      // The condition is written with a negation so that a difference that is NaN counts as the largest one.
      if (!(difference <= largest)) largest = difference;
    }
  }
  return largest;
}

class EulerTrial final : public ApplicationInput {
 public:
  EulerTrial(const Machine& machine, const EulerProblem& problem, const UnstructuredMesh& mesh,
             const Partition& partition)
      : machine_(machine),
        euler_problem_(problem),
        mesh_(mesh),
        partition_(partition),
        initial_flow_(pressure_pulse_flow(mesh)) {
    if (problem.compares_with_serial_run)
      expected_flow_ = compute_euler_flow_serially(mesh, initial_flow_, problem.time_step_count);
  }

  ApplicationMeasurement run(const Algorithm& algorithm, const RunOptions& options,
                             std::optional<Protocol> protocol) const override {
    EulerGasFlowResult result =
        euler(machine_, algorithm, mesh_, partition_, initial_flow_,
              {.run = options, .time_step_count = euler_problem_.time_step_count, .protocol = protocol});
    return {.report = std::move(result.report),
            .phases = result.phases,
            .message_bytes = result.message_bytes,
            .schedule = result.schedule_cost,
            .computation_time = result.computation_time,
            .communication_time = result.communication_time,
            .iterations = euler_problem_.time_step_count,
            .error = error_against_expected_flow(result)};
  }

 private:
  std::optional<double> error_against_expected_flow(const EulerGasFlowResult& result) const {
    if (!expected_flow_) return std::nullopt;
    return error_or_throw_if_above_limit(largest_difference(result.gas_flow, *expected_flow_), 0);
  }

  const Machine& machine_;
  const EulerProblem& euler_problem_;
  const UnstructuredMesh& mesh_;
  const Partition& partition_;
  GasFlow initial_flow_;
  std::optional<GasFlow> expected_flow_;
};

void check_vertex_count(std::uint32_t vertices, const Machine& machine) {
  if (vertices >= machine.node_count()) return;
  throw UsageError(
      {.place = "--nodes",
       .reason = fmt::format("{} nodes are more than the {} vertices of the mesh", machine.node_count(), vertices),
       .remedy = "use fewer"});
}

}  // namespace

EulerApplication::EulerApplication(Machine machine, EulerProblem problem, std::uint64_t seed)
    : machine_(std::move(machine)), euler_problem_(problem) {
  check_vertex_count(problem.vertex_count, machine_);
  mesh_ = make_wing_mesh(problem.vertex_count, seed);
  partition_ = partition(mesh_.graph(), machine_.node_count(), seed);
}

std::string EulerApplication::problem_description() const {
  return fmt::format("mesh of {} vertices, {} edges, {} tetrahedra; {} bytes a vertex, {} steps of two exchanges",
                     mesh_.points.size(), mesh_.edges.size(), mesh_.tetrahedra.size(), kFlowBytesPerVertex,
                     euler_problem_.time_step_count);
}

std::unique_ptr<ApplicationInput> EulerApplication::make_application_input(std::uint64_t) const {
  return std::make_unique<EulerTrial>(machine_, euler_problem_, mesh_, partition_);
}

}  // namespace switchyard
