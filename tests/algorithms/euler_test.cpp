#include "algorithms/applications/euler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

constexpr std::uint32_t kNodeCount = 8;
constexpr std::uint32_t kTimeStepCount = 3;

const Catalogue& shipped_catalogue() {
  static const Catalogue all = shipped_algorithms();
  return all;
}

/// Partitions the vertices of the mesh into slabs along x. METIS would find a better partition, but the tests work with
/// any partition.
Partition partition_by_position(const UnstructuredMesh& mesh, std::uint32_t nodes) {
  Partition result{nodes, {}};
  for (const Vector3& point : mesh.points) {
    const double along = (point.x + 2) / 6 * nodes;
    result.owner.push_back(NodeId{std::min(nodes - 1, static_cast<std::uint32_t>(along))});
  }
  return result;
}

Partition random_partition_of(const UnstructuredMesh& mesh, std::uint32_t nodes) {
  Rng rng(1);
  Partition result{nodes, {}};
  for (std::uint32_t v = 0; v < mesh.vertex_count(); ++v) {
    result.owner.push_back(NodeId{static_cast<std::uint32_t>(rng.random_number_below(nodes))});
  }
  return result;
}

EulerOptions euler_options(ExecutorKind executor, ClockKind clock) {
  EulerOptions options{.time_step_count = kTimeStepCount};
  options.run.executor = executor;
  options.run.clock = clock;
  return options;
}

void expect_serial_result(const Machine& machine, const std::vector<const char*>& algorithms,
                          const Partition& partition, const UnstructuredMesh& mesh) {
  const GasFlow initial = pressure_pulse_flow(mesh);
  const GasFlow serial = compute_euler_flow_serially(mesh, initial, kTimeStepCount);
  ASSERT_NE(serial, initial);
  for (const char* name : algorithms) {
    for (const ExecutorKind executor : executors_under_test()) {
      for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
        const EulerGasFlowResult result = euler(machine, shipped_catalogue().find("test", name), mesh, partition,
                                                initial, euler_options(executor, clock));
        EXPECT_EQ(result.gas_flow, serial) << name;
      }
    }
  }
}

TEST(Euler, EqualsTheSerialRunToTheLastBitOnTheCm5) {
  const UnstructuredMesh mesh = make_wing_mesh(300, 1);
  const Machine machine = machines::cm5({.nodes = kNodeCount});
  expect_serial_result(machine, {"ls", "ps", "bs", "gs"}, partition_by_position(mesh, kNodeCount), mesh);
  expect_serial_result(machine, {"ls", "ps", "bs", "gs"}, random_partition_of(mesh, kNodeCount), mesh);
}

TEST(Euler, EqualsTheSerialRunToTheLastBitOnTheIpsc860) {
  const UnstructuredMesh mesh = make_wing_mesh(300, 1);
  const Machine machine = machines::ipsc860({.nodes = kNodeCount});
  expect_serial_result(machine, {"ac", "ac_unposted", "lp", "rs_n", "rs_nl"}, partition_by_position(mesh, kNodeCount),
                       mesh);
  expect_serial_result(machine, {"ac", "ac_unposted", "lp", "rs_n", "rs_nl"}, random_partition_of(mesh, kNodeCount),
                       mesh);
}

TEST(Euler, TakesTimeToComputeAndToCommunicate) {
  const UnstructuredMesh mesh = make_wing_mesh(200, 4);
  const EulerGasFlowResult result =
      euler(machines::cm5({.nodes = kNodeCount}), shipped_catalogue().find("test", "gs"), mesh,
            partition_by_position(mesh, kNodeCount), pressure_pulse_flow(mesh), {.time_step_count = kTimeStepCount});
  EXPECT_GT(result.communication_time, Duration::zero());
  EXPECT_GT(result.computation_time, Duration::zero());
  EXPECT_LE(result.communication_time, result.report.makespan);
  EXPECT_LE(result.computation_time, result.report.makespan);
  EXPECT_GT(result.phases, 0U);
  EXPECT_EQ(result.message_bytes % kFlowBytesPerVertex, 0U);
}

TEST(Euler, RunsWithNodesWithoutVerticesAndOnOneNode) {
  const UnstructuredMesh mesh = make_wing_mesh(100, 2);
  const GasFlow initial = pressure_pulse_flow(mesh);
  const GasFlow serial = compute_euler_flow_serially(mesh, initial, kTimeStepCount);
  Partition lopsided = partition_by_position(mesh, 4);
  for (NodeId& owner : lopsided.owner) owner = index(owner) == 2 ? NodeId{1} : owner;
  const Algorithm& ac = shipped_catalogue().find("test", "ac");
  EXPECT_EQ(
      euler(machines::ipsc860({.nodes = 4}), ac, mesh, lopsided, initial, {.time_step_count = kTimeStepCount}).gas_flow,
      serial);
  EXPECT_EQ(euler(machines::ipsc860({.nodes = 1}), ac, mesh, partition_by_position(mesh, 1), initial,
                  {.time_step_count = kTimeStepCount})
                .gas_flow,
            serial);
}

TEST(Euler, KeepsMassAndEnergyToRounding) {
  const UnstructuredMesh mesh = make_wing_mesh(800, 3);
  const GasFlow initial = pressure_pulse_flow(mesh);
  const ConservedVariables before = total_conserved(mesh, initial);
  const ConservedVariables after = total_conserved(mesh, compute_euler_flow_serially(mesh, initial, 50));
  EXPECT_NEAR(after[0] / before[0], 1.0, 1e-13);
  EXPECT_NEAR(after[4] / before[4], 1.0, 1e-13);
  // The block in the flow and the walls push the gas, so that its momentum along x changes.
  EXPECT_GT(std::abs(after[1]), 1e-3);
}

TEST(Euler, StillGasStaysStillAroundTheBlock) {
  const UnstructuredMesh mesh = make_wing_mesh(500, 3);
  const GasFlow still(mesh.points.size(), ConservedVariables{1, 0, 0, 0, 2.5});
  for (const ConservedVariables& state : compute_euler_flow_serially(mesh, still, 20)) {
    EXPECT_NEAR(state[0], 1.0, 1e-12);
    for (std::size_t i = 1; i < 4; ++i) EXPECT_NEAR(state[i], 0.0, 1e-12);
    EXPECT_NEAR(state[4], 2.5, 1e-12);
  }
}

TEST(Euler, ThePulseSpreadsAndNothingBecomesNegative) {
  const UnstructuredMesh mesh = make_wing_mesh(800, 3);
  const GasFlow initial = pressure_pulse_flow(mesh);
  const GasFlow later = compute_euler_flow_serially(mesh, initial, 100);
  double highest = 0;
  for (const ConservedVariables& state : later) {
    ASSERT_GT(state[0], 0.0);
    ASSERT_GT(state[4], 0.0);
    highest = std::max(highest, state[4]);
  }
  // At the start, the highest energy density is 25, inside the bubble of high pressure.
  EXPECT_LT(highest, 25.0);
}

TEST(Euler, RefusesAPartitionForAnotherNumberOfNodes) {
  const UnstructuredMesh mesh = make_wing_mesh(100, 2);
  EXPECT_THROW(euler(machines::ipsc860({.nodes = 8}), shipped_catalogue().find("test", "ac"), mesh,
                     partition_by_position(mesh, 4), pressure_pulse_flow(mesh)),
               UsageError);
}

}  // namespace
}  // namespace switchyard
