#pragma once
/// \file regular_bipartite.hpp
/// Edge colouring of regular bipartite multigraphs; optimal_n.hpp describes the method.

#include <cstdint>
#include <vector>

namespace switchyard::detail {

/// One edge, stored in the list of its left vertex. Its position in the list tells the left vertex,
/// so only the right vertex is stored.
struct BipartiteEdge {
  std::uint32_t right = 0;
  std::uint32_t number = 0;  ///< the caller's number for the edge
};

/// A regular bipartite multigraph: `vertices_per_side` vertices on the left and on the right, with `degree` edges each.
/// The edges of left vertex v stand at edges[v * degree .. (v + 1) * degree).
struct RegularBipartite {
  std::uint32_t vertices_per_side = 0;
  std::uint32_t degree = 0;
  std::vector<BipartiteEdge> edges;
};

/// A perfect matching: one edge for each left vertex, no two with the same right end.
using PerfectMatching = std::vector<BipartiteEdge>;

/// Splits the graph into `degree` perfect matchings, which together hold every edge once. The same
/// graph always gives the same matchings. Adds the number of edges looked at to `operations`.
std::vector<PerfectMatching> decompose_into_matchings(RegularBipartite graph, std::uint64_t& operations);

}  // namespace switchyard::detail
