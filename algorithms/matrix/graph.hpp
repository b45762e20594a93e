#pragma once
/// \file graph.hpp
/// Undirected graphs, such as the edges of a mesh or the nonzeros of a sparse matrix.

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace switchyard {

/// An undirected edge between the vertices a and b of a graph.
struct Edge {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// An undirected graph without loops. Immutable; any thread may read it. Rows are stored one after another (compressed
/// sparse rows), and hold each edge in both directions.
class Graph {
 public:
  /// Makes a graph. An edge may be given more than once and in either direction.
  /// Throws: UsageError for a vertex out of range or an edge from a vertex to itself.
  static Graph from_edges(std::uint32_t vertex_count, std::span<const Edge> edges);

  std::uint32_t vertex_count() const noexcept { return static_cast<std::uint32_t>(row_starts_.size() - 1); }
  std::uint64_t edge_count() const noexcept { return neighbours_.size() / 2; }
  /// Returns the neighbours of a vertex, in ascending order.
  std::span<const std::uint32_t> neighbours(std::uint32_t vertex) const noexcept {
    return {neighbours_.data() + row_starts_[vertex], neighbours_.data() + row_starts_[vertex + std::size_t{1}]};
  }

 private:
  explicit Graph(std::uint32_t vertex_count) : row_starts_(std::size_t{vertex_count} + 1, 0) {}
  void fill_neighbour_rows(std::span<const Edge> edges);
  void merge_repeated_edges();

  std::vector<std::uint64_t> row_starts_;
  std::vector<std::uint32_t> neighbours_;
};

}  // namespace switchyard
