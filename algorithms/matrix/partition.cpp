#include "algorithms/matrix/partition.hpp"

#include <fmt/format.h>
#include <metis.h>

#include <limits>

#include "algorithms/matrix/work_watch.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

constexpr auto kLargestMetisIndex = static_cast<std::uint64_t>(std::numeric_limits<idx_t>::max());

void check_part_count(const Graph& graph, std::uint32_t parts) {
  const std::uint32_t vertices = graph.vertex_count();
  if (parts == 0 || parts > vertices) {
    throw UsageError(fmt::format("partition: {} vertices cannot be dealt out to {} nodes", vertices, parts),
                     fmt::format("use 1 to {} nodes", vertices));
  }
  if (vertices > kLargestMetisIndex || 2 * graph.edge_count() > kLargestMetisIndex) {
    throw UsageError(fmt::format("partition: {} edges are too many for METIS", graph.edge_count()),
                     fmt::format("use at most {}", kLargestMetisIndex / 2));
  }
}

/// A graph in the form that METIS takes: compressed rows of neighbours.
struct MetisGraph {
  explicit MetisGraph(const Graph& graph) : row_starts{0} {
    for (std::uint32_t vertex = 0; vertex < graph.vertex_count(); ++vertex) {
      for (const std::uint32_t other : graph.neighbours(vertex)) neighbours.push_back(static_cast<idx_t>(other));
      row_starts.push_back(static_cast<idx_t>(neighbours.size()));
    }
  }
  std::vector<idx_t> row_starts;
  std::vector<idx_t> neighbours;
};

std::vector<idx_t> part_of_each_vertex_by_metis(const Graph& graph, std::uint32_t parts, std::uint64_t seed) {
  detail::report_step_begin("partitioning by METIS");
  MetisGraph rows(graph);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = static_cast<idx_t>(seed % kLargestMetisIndex);
  auto vertices = static_cast<idx_t>(graph.vertex_count());
  idx_t constraints = 1;
  auto wanted = static_cast<idx_t>(parts);
  idx_t cut = 0;
  std::vector<idx_t> result(graph.vertex_count(), 0);
  const int status =
      METIS_PartGraphKway(&vertices, &constraints, rows.row_starts.data(), rows.neighbours.data(), nullptr, nullptr,
                          nullptr, &wanted, nullptr, nullptr, options, &cut, result.data());
  if (status != METIS_OK) throw Error(fmt::format("partition: METIS gave up with status {}", status));
  return result;
}

}  // namespace

bool has_partitioning_library() noexcept { return true; }

Partition partition(const Graph& graph, std::uint32_t parts, std::uint64_t seed) {
  check_part_count(graph, parts);
  Partition result{parts, std::vector<NodeId>(graph.vertex_count())};
  // METIS cannot make just one part, because it divides by the logarithm of the number of parts
  if (parts == 1) return result;
  const std::vector<idx_t> part = part_of_each_vertex_by_metis(graph, parts, seed);
  for (std::size_t vertex = 0; vertex < part.size(); ++vertex) {
    result.owner[vertex] = NodeId{static_cast<std::uint32_t>(part[vertex])};
  }
  return result;
}

}  // namespace switchyard
