#pragma once
/// \file regular_bipartite.hpp
/// Edge colouring of regular bipartite multigraphs; optimal_n.hpp describes the method.

#include <cstdint>
#include <vector>

namespace switchyard::detail {

/// One edge of a bipartite graph. The position of the edge in the list of edges tells its left vertex, so only the
/// right vertex is stored.
struct BipartiteEdge {
  std::uint32_t right_vertex = 0;
  /// number by which the caller recognises the edge, such as the number of a message
  std::uint32_t edge_number_chosen_by_caller = 0;
};

/// A bipartite multigraph in which all vertices have the same degree: `vertices_per_side` vertices on the left and on
/// the right, with `degree` edges each. The edges of left vertex v are edges[v * degree .. (v + 1) * degree).
struct RegularBipartite {
  std::uint32_t vertices_per_side = 0;
  std::uint32_t degree = 0;
  std::vector<BipartiteEdge> edges;
};

/// A perfect matching: one edge for each left vertex, no two with the same right end.
using PerfectMatching = std::vector<BipartiteEdge>;

/// Splits a regular bipartite graph into as many perfect matchings as its degree, which together contain every edge
/// once. The same graph always gives the same matchings. Adds the number of edges that were looked at to `operations`.
std::vector<PerfectMatching> decompose_into_matchings(RegularBipartite graph, std::uint64_t& operations);

}  // namespace switchyard::detail
