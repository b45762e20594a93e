#pragma once
/// \file euler.hpp
/// The Euler equations of a gas around a block, on a partitioned mesh of tetrahedra: before each of the two stages of a
/// step, nodes exchange the 5 conserved variables of the vertices at the borders between their parts.
///
/// Source: the Euler solver of R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular
/// Communication Patterns on the CM-5" (1992), sec. 4.5, table 12. Departs from the paper: mesh
/// (unstructured_mesh.hpp), scheme (flow_cells.hpp) and partitioner (partition.hpp) are this project's own, as those of
/// the paper are not published.

#include <cstdint>
#include <optional>

#include "algorithms/applications/flow_cells.hpp"
#include "algorithms/applications/unstructured_mesh.hpp"
#include "algorithms/catalogue.hpp"
#include "algorithms/matrix/partition.hpp"
#include "runtime/machine.hpp"
#include "runtime/run.hpp"

namespace switchyard {

/// The number of message bytes for each mesh vertex that a node sends to another node: the size of the vertex's
/// conserved variables.
inline constexpr std::uint64_t kFlowBytesPerVertex = sizeof(ConservedVariables);

struct EulerOptions {
  RunOptions run = {};
  std::uint32_t time_step_count = 10;
  /// protocol of the messages; if empty, the algorithm's own protocol
  std::optional<Protocol> protocol = std::nullopt;
};

struct EulerGasFlowResult {
  RunReport report;
  GasFlow gas_flow;  ///< the gas flow after the last time step, gathered from all nodes after the run
  /// number of phases of the schedule of one exchange; 0 if the algorithm makes no schedule
  std::uint32_t phases = 0;
  std::uint64_t message_bytes = 0;  ///< size in bytes of the largest message of an exchange
  Duration schedule_cost{};         ///< time for making the schedule on one node; the schedule is made before the run
  Duration computation_time{};      ///< time for computing in all time steps, copying included; maximum over the nodes
  /// time for the exchanges of all time steps, waiting included; maximum over the nodes
  Duration communication_time{};
};

/// Computes the gas flow on the nodes of the machine for options.time_step_count time steps, starting from the flow
/// `initial`.
/// Needs:  `partition` is a partition of the mesh's graph, and `initial` has one entry for each vertex.
/// Throws: UsageError if the machine has another number of nodes than the partition, or the algorithm cannot run on
///         this machine or communication matrix. Also throws what run() throws.
EulerGasFlowResult euler(const Machine& machine, const Algorithm& algorithm, const UnstructuredMesh& mesh,
                         const Partition& partition, const GasFlow& initial, const EulerOptions& options = {});

/// Computes the same flow as euler(), but on one processor. The results of the two are equal to the last bit.
GasFlow compute_euler_flow_serially(const UnstructuredMesh& mesh, const GasFlow& initial, std::uint32_t steps);

}  // namespace switchyard
