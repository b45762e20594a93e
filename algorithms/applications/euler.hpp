#pragma once
/// \file euler.hpp
/// The Euler equations of a gas around a block, on a partitioned mesh of tetrahedra: before each of the two stages of a
/// step, nodes trade the 5 conserved variables of the vertices at the seams of their parts.
///
/// Source: the Euler solver of R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular
/// Communication Patterns on the CM-5" (1992), sec. 4.5, table 12. Departs from it: mesh (mesh.hpp), scheme
/// (flow_cells.hpp) and partitioner (partition.hpp) are ours, as none of them is published.

#include <cstdint>
#include <optional>

#include "algorithms/applications/flow_cells.hpp"
#include "algorithms/applications/unstructured_mesh.hpp"
#include "algorithms/catalogue.hpp"
#include "algorithms/matrix/partition.hpp"
#include "runtime/machine.hpp"
#include "runtime/run.hpp"

namespace switchyard {

/// What travels for each vertex.
inline constexpr std::uint64_t kFlowBytes = sizeof(Conserved);

struct EulerOptions {
  RunOptions run = {};
  std::uint32_t steps = 10;
  std::optional<Protocol> protocol = std::nullopt;  ///< instead of the algorithm's own
};

struct EulerResult {
  RunReport report;
  Flow flow;                        ///< gathered after the run
  std::uint32_t phases = 0;         ///< of each exchange; 0 without a schedule
  std::uint64_t message_bytes = 0;  ///< of the largest message of an exchange
  Duration schedule_cost{};         ///< on one node, before the run
  Duration computation{};           ///< of all steps, copying included; maximum over the nodes
  Duration communication{};         ///< in the exchanges of all steps, waiting included; maximum over the nodes
};

/// Needs:  `partition` is one of the mesh's graph, `initial` has one entry for each vertex.
/// Throws: UsageError if the machine has another number of nodes than the partition, or the algorithm cannot run on
/// this
///         machine or halo; what run() throws.
EulerResult euler(const Machine& machine, const Algorithm& algorithm, const UnstructuredMesh& mesh,
                  const Partition& partition, const Flow& initial, const EulerOptions& options = {});

/// The same on one processor; equal to the last bit.
Flow serial_euler(const UnstructuredMesh& mesh, const Flow& initial, std::uint32_t steps);

}  // namespace switchyard
