#pragma once
/// \file regular_bipartite.hpp
/// Edge colouring of regular bipartite multigraphs; optimal_n.hpp says by what method.

#include <cstdint>
#include <vector>

namespace switchyard::detail {

/// One end of an edge; the other one follows from where the edge stands.
struct BipartiteEdge {
  std::uint32_t right = 0;
  std::uint32_t number = 0;  ///< the caller's
};

/// `degree` edges at each of `side` vertices on the left and on the right; those of left vertex v stand at
/// edges[v * degree .. (v + 1) * degree).
struct RegularBipartite {
  std::uint32_t side = 0;
  std::uint32_t degree = 0;
  std::vector<BipartiteEdge> edges;
};

/// One edge for each left vertex, no two with the same right end.
using PerfectMatching = std::vector<BipartiteEdge>;

/// `degree` matchings that hold every edge once; deterministic. `operations` grows by the edges looked at.
std::vector<PerfectMatching> decompose(RegularBipartite graph, std::uint64_t& operations);

}  // namespace switchyard::detail
