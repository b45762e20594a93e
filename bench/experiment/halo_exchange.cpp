#include "bench/experiment/halo_exchange.hpp"

#include <fmt/format.h>

#include <utility>

#include "algorithms/applications/sparse_matrix_file.hpp"
#include "algorithms/applications/unstructured_mesh.hpp"
#include "bench/experiment/input_file.hpp"
#include "bench/experiment/partition_file.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

Partition partition_graph(const Graph& graph, const HaloDivision& division) {
  const std::uint32_t nodes = division.node_count.value_or(kDefaultHaloNodes);
  if (nodes > graph.vertex_count()) {
    throw UsageError({.place = "--nodes",
                      .reason = fmt::format("{} nodes are more than the {} vertices", nodes, graph.vertex_count()),
                      .remedy = "use fewer"});
  }
  return partition(graph, nodes, division.seed);
}

}  // namespace

HaloExchange halo_exchange_of_mesh(std::uint32_t vertices, const HaloDivision& division) {
  Graph graph = make_wing_mesh(vertices, division.seed).graph();
  Partition parts = partition_graph(graph, division);
  std::vector<Halo> exchanged = halos(graph, parts);
  return {fmt::format("mesh of tetrahedra, seed {}", division.seed), std::move(graph), std::move(parts),
          std::move(exchanged)};
}

HaloExchange halo_exchange_of_matrix(const std::string& path, const std::optional<std::string>& partition_file,
                                     const HaloDivision& division) {
  InputFile file({}, path);
  const SparseMatrix matrix = read_sparse_matrix(file, path, NonRealMatrixValuePolicy::entries_as_ones);
  Graph graph = graph_of_matrix(matrix);
  Partition parts = partition_file ? read_partition(*partition_file, matrix.row_count(), division.node_count)
                                   : partition_graph(graph, division);
  const std::string by =
      partition_file ? "parts of " + switchyard::quoted(*partition_file) : fmt::format("seed {}", division.seed);
  // The halos are computed from the matrix and not from the graph, because the graph has every edge in both directions.
  // For an unsymmetric matrix, the product may need value c for row r without needing value r for row c.
  std::vector<Halo> exchanged = asymmetric_halos(off_diagonal_edges(matrix), parts);
  return {fmt::format("{}, {}", path, by), std::move(graph), std::move(parts), std::move(exchanged)};
}

}  // namespace switchyard
