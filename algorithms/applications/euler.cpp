#include "algorithms/applications/euler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "algorithms/applications/prepared_exchange.hpp"
#include "algorithms/matrix/describe.hpp"
#include "algorithms/matrix/halo.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

/// Returns for each node a list of mesh edges, ascending by number: those with at least one end at a vertex of the
/// node.
std::vector<std::vector<std::uint32_t>> edges_by_node(const UnstructuredMesh& mesh, const Partition& partition) {
  std::vector<std::vector<std::uint32_t>> result(partition.nodes);
  for (std::uint32_t e = 0; e < mesh.edges.size(); ++e) {
    const NodeId a = partition.owner[mesh.edges[e].a];
    const NodeId b = partition.owner[mesh.edges[e].b];
    result[index(a)].push_back(e);
    if (b != a) result[index(b)].push_back(e);
  }
  return result;
}

/// One node's part of the gas flow. During the run only the node's own thread reads or writes this part.
struct GasFlowOfNode {
  GasFlowMeshCells cells;
  GasFlow current_flow;
  GasFlow predicted_flow;
  Duration computation_time{};
  Duration communication_time{};
};

/// The data of one run of the Euler application: the parts of the flow of all nodes, and the data that the nodes share.
class DistributedFlow {
 public:
  DistributedFlow(const Machine& machine, const Algorithm& algorithm, const UnstructuredMesh& mesh,
                  const Partition& partition, const EulerOptions& options)
      : halos_(halos(mesh.graph(), partition)),
        halo_exchange_(machine, algorithm, halo_matrix(halos_, kFlowBytesPerVertex), options.run.seed,
                       options.protocol),
        time_step_count_(options.time_step_count) {
    const auto edges = edges_by_node(mesh, partition);
    std::vector<std::uint32_t> local(mesh.points.size());
    for (std::size_t node = 0; node < halos_.size(); ++node) {
      const std::vector<std::uint32_t> vertices = halos_[node].local_vertices();
      for (std::uint32_t k = 0; k < vertices.size(); ++k) local[vertices[k]] = k;
      GasFlowMeshCells cells(mesh, vertices, halos_[node].owned_vertices.size(), edges[node], local);
      flow_parts_.push_back({std::move(cells), GasFlow(vertices.size()), GasFlow(vertices.size()), {}, {}});
    }
    renumber_send_lists(local);
  }

  void distribute_flow(const GasFlow& flow) {
    for (std::size_t node = 0; node < flow_parts_.size(); ++node) {
      std::ranges::transform(halos_[node].owned_vertices, flow_parts_[node].current_flow.begin(),
                             [&](std::uint32_t v) { return flow[v]; });
    }
  }

  /// The program of each node: computes the gas flow in the node's part of the mesh for all time steps.
  void run_time_steps(Node& self) {
    for (std::uint32_t step = 0; step < time_step_count_; ++step) compute_time_step(self);
  }

  EulerGasFlowResult make_result(RunReport report, std::size_t vertices) const {
    EulerGasFlowResult result{.report = std::move(report),
                              .gas_flow = GasFlow(vertices),
                              .phases = halo_exchange_.phases(),
                              .message_bytes = describe(halo_exchange_.matrix()).max_bytes,
                              .schedule_cost = halo_exchange_.schedule_cost()};
    for (std::size_t node = 0; node < flow_parts_.size(); ++node) {
      const GasFlowOfNode& part = flow_parts_[node];
      for (std::size_t k = 0; k < halos_[node].owned_vertices.size(); ++k)
        result.gas_flow[halos_[node].owned_vertices[k]] = part.current_flow[k];
      result.computation_time = std::max(result.computation_time, part.computation_time);
      result.communication_time = std::max(result.communication_time, part.communication_time);
    }
    return result;
  }

 private:
  /// Replaces the vertex numbers of the whole mesh in the send lists of all nodes by the local numbers that the sending
  /// node gives to its vertices.
  void renumber_send_lists(std::vector<std::uint32_t>& local) {
    for (const Halo& halo : halos_) {
      for (std::uint32_t k = 0; k < halo.owned_vertices.size(); ++k) local[halo.owned_vertices[k]] = k;
    }
    for (Halo& halo : halos_) {
      for (HaloPart& part : halo.sends) {
        for (std::uint32_t& vertex : part.vertices) vertex = local[vertex];
      }
    }
  }

  void compute_time_step(Node& self) {
    GasFlowOfNode& part = flow_parts_[index(self.id())];
    GasFlowMeshCells& cells = part.cells;
    exchange_halo(self, part.current_flow);
    double longest = 0;
    compute_and_spend_time_of_operations(
        self, cells.operation_count_to_compute_changes() + cells.operation_count_to_find_stable_step(), [&] {
          cells.compute_flow_changes(part.current_flow);
          longest = cells.longest_stable_step();
        });
    const double step = self.all_reduce(longest, [](double a, double b) { return std::min(a, b); });
    compute_and_spend_time_of_operations(self, cells.operation_count_to_predict_gas_flow(), [&] {
      cells.predict_gas_flow_after_time_step(step, part.current_flow, part.predicted_flow);
    });
    exchange_halo(self, part.predicted_flow);
    compute_and_spend_time_of_operations(self, cells.operation_count_to_compute_changes(),
                                         [&] { cells.compute_flow_changes(part.predicted_flow); });
    compute_and_spend_time_of_operations(self, cells.operation_count_to_correct_gas_flow(), [&] {
      cells.correct_gas_flow_after_time_step(step, part.current_flow, part.predicted_flow);
    });
    self.barrier();  // a barrier, which keeps the exchanges of two time steps from overlapping
  }

  template <class Work>
  void compute_and_spend_time_of_operations(Node& self, std::int64_t operations, Work work) {
    compute_for_duration(self, self.rates().flop * operations, work);
  }

  template <class Work>
  void compute_for_duration(Node& self, Duration cost, Work work) {
    self.compute(cost, work);
    flow_parts_[index(self.id())].computation_time += cost;
  }

  /// Exchanges the values at the borders between parts of the mesh: sends the cells that other nodes need, and receives
  /// the cells of other nodes that this node needs.
  void exchange_halo(Node& self, GasFlow& flow) {
    const Halo& halo = halos_[index(self.id())];
    compute_for_duration(self, halo_copy_time(self, halo.sends), [&] { pack_cells(self.id(), halo, flow); });
    const VirtualTime packed = self.now();
    halo_exchange_.run_prepared_exchange(self);
    flow_parts_[index(self.id())].communication_time += self.now() - packed;
    compute_for_duration(self, halo_copy_time(self, halo.receives), [&] { unpack_cells(self.id(), halo, flow); });
  }

  static Duration halo_copy_time(Node& self, const std::vector<HaloPart>& parts) {
    std::size_t vertices = 0;
    for (const HaloPart& part : parts) vertices += part.vertices.size();
    return self.rates().copy * (vertices * kFlowBytesPerVertex);
  }

  void pack_cells(NodeId node, const Halo& halo, const GasFlow& flow) {
    for (const HaloPart& part : halo.sends) {
      std::byte* message = halo_exchange_.bytes_to_send(node, part.peer).data();
      for (std::size_t k = 0; k < part.vertices.size(); ++k) {
        std::memcpy(message + k * kFlowBytesPerVertex, &flow[part.vertices[k]], kFlowBytesPerVertex);
      }
    }
  }

  void unpack_cells(NodeId node, const Halo& halo, GasFlow& flow) {
    std::size_t first = halo.owned_vertices.size();
    for (const HaloPart& part : halo.receives) {
      std::memcpy(&flow[first], halo_exchange_.received_bytes(part.peer, node).data(),
                  part.vertices.size() * kFlowBytesPerVertex);
      first += part.vertices.size();
    }
  }

  std::vector<Halo> halos_;
  PreparedExchange halo_exchange_;
  std::uint32_t time_step_count_;
  std::vector<GasFlowOfNode> flow_parts_;
};

}  // namespace

EulerGasFlowResult euler(const Machine& machine, const Algorithm& algorithm, const UnstructuredMesh& mesh,
                         const Partition& partition, const GasFlow& initial, const EulerOptions& options) {
  if (machine.node_count() != partition.nodes) {
    throw UsageError(
        fmt::format("the mesh is cut up for {} nodes and the machine has {}", partition.nodes, machine.node_count()),
        "they must be equal");
  }
  DistributedFlow flow(machine, algorithm, mesh, partition, options);
  flow.distribute_flow(initial);
  return flow.make_result(run(
                              machine, [&](Node& self) { flow.run_time_steps(self); }, options.run),
                          mesh.points.size());
}

GasFlow compute_euler_flow_serially(const UnstructuredMesh& mesh, const GasFlow& initial, std::uint32_t steps) {
  GasFlowMeshCells cells(mesh);
  GasFlow flow = initial;
  GasFlow predicted(flow.size());
  for (std::uint32_t i = 0; i < steps; ++i) {
    cells.compute_flow_changes(flow);
    const double step = cells.longest_stable_step();
    cells.predict_gas_flow_after_time_step(step, flow, predicted);
    cells.compute_flow_changes(predicted);
    cells.correct_gas_flow_after_time_step(step, flow, predicted);
  }
  return flow;
}

}  // namespace switchyard
