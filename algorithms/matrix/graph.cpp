#include "algorithms/matrix/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

void check_edge_ends(std::uint32_t vertex_count, Edge edge) {
  if (std::max(edge.a, edge.b) >= vertex_count) {
    throw UsageError(fmt::format("graph: edge {}-{} names a vertex that does not exist", edge.a, edge.b),
                     fmt::format("vertices are 0..{}", std::int64_t{vertex_count} - 1));
  }
  if (edge.a == edge.b) {
    throw UsageError(fmt::format("graph: an edge from vertex {} to itself", edge.a), "edges join two vertices");
  }
}

}  // namespace

Graph Graph::from_edges(std::uint32_t vertex_count, std::span<const Edge> edges) {
  Graph graph(vertex_count);
  for (const Edge edge : edges) check_edge_ends(vertex_count, edge);
  graph.fill_neighbour_rows(edges);
  graph.merge_repeated_edges();
  return graph;
}

void Graph::fill_neighbour_rows(std::span<const Edge> edges) {
  for (const Edge edge : edges) {
    ++row_starts_[edge.a + std::size_t{1}];
    ++row_starts_[edge.b + std::size_t{1}];
  }
  std::partial_sum(row_starts_.begin(), row_starts_.end(), row_starts_.begin());
  neighbours_.resize(edges.size() * 2);
  std::vector<std::uint64_t> next(row_starts_.begin(), row_starts_.end() - 1);
  for (const Edge edge : edges) {
    neighbours_[next[edge.a]++] = edge.b;
    neighbours_[next[edge.b]++] = edge.a;
  }
}

/// Sorts the neighbours of each vertex in the stored rows, removes repeated neighbours, which come from repeated edges,
/// and closes the gaps.
void Graph::merge_repeated_edges() {
  auto end = neighbours_.begin();
  for (std::uint32_t vertex = 0; vertex < vertex_count(); ++vertex) {
    const auto first = neighbours_.begin() + static_cast<std::ptrdiff_t>(row_starts_[vertex]);
    const auto last = neighbours_.begin() + static_cast<std::ptrdiff_t>(row_starts_[vertex + std::size_t{1}]);
    std::sort(first, last);
    row_starts_[vertex] = static_cast<std::uint64_t>(end - neighbours_.begin());
    end = std::move(first, std::unique(first, last), end);
  }
  row_starts_.back() = static_cast<std::uint64_t>(end - neighbours_.begin());
  neighbours_.erase(end, neighbours_.end());
}

}  // namespace switchyard
