#include "algorithms/schedule/regular_bipartite.hpp"

#include <bit>
#include <optional>
#include <utility>

#include "algorithms/matrix/work_watch.hpp"
#include "runtime/random.hpp"

namespace switchyard::detail {
namespace {

constexpr std::uint32_t kNoVertexOrEdge = ~std::uint32_t{0};

/// Finds a perfect matching in a regular bipartite graph of degree 2 or more, and removes it from the graph. The search
/// matches one left vertex after another.
class PerfectMatchingFinder {
 public:
  PerfectMatchingFinder(RegularBipartite& graph, Rng& rng)
      : graph_(graph),
        rng_(rng),
        left_partner_of_right_vertex_(graph.vertices_per_side, kNoVertexOrEdge),
        matched_edge_of_left_vertex_(graph.vertices_per_side, kNoVertexOrEdge),
        last_walked_edge_of_left_vertex_(graph.vertices_per_side) {}

  PerfectMatching take_perfect_matching(std::uint64_t& operations) {
    for (std::uint32_t left = 0; left < graph_.vertices_per_side; ++left) {
      walk_to_free_vertex(left);
      augment_matching(left);
    }
    operations += steps_;
    return remove_matching();
  }

 private:
  /// Walks from a left vertex to a free right vertex: along a random edge to the right, back to the left along the
  /// matching, and so on. For each left vertex only the edge by which the walk last left it is remembered, so the
  /// remembered edges form a path without loops.
  void walk_to_free_vertex(std::uint32_t left) {
    for (;;) {
      ++steps_;
      last_walked_edge_of_left_vertex_[left] = random_unmatched_edge(left);
      const std::uint32_t owner =
          left_partner_of_right_vertex_[graph_.edges[last_walked_edge_of_left_vertex_[left]].right_vertex];
      if (owner == kNoVertexOrEdge) return;
      left = owner;
    }
  }

  std::uint32_t random_unmatched_edge(std::uint32_t left) {
    const std::uint32_t first = left * graph_.degree;
    if (matched_edge_of_left_vertex_[left] == kNoVertexOrEdge)
      return first + static_cast<std::uint32_t>(rng_.random_number_below(graph_.degree));
    const std::uint32_t edge = first + static_cast<std::uint32_t>(rng_.random_number_below(graph_.degree - 1));
    return edge < matched_edge_of_left_vertex_[left] ? edge : edge + 1;
  }

  void augment_matching(std::uint32_t left) {
    while (left != kNoVertexOrEdge) {
      matched_edge_of_left_vertex_[left] = last_walked_edge_of_left_vertex_[left];
      left = std::exchange(
          left_partner_of_right_vertex_[graph_.edges[last_walked_edge_of_left_vertex_[left]].right_vertex], left);
    }
  }

  PerfectMatching remove_matching() {
    PerfectMatching matching;
    matching.reserve(graph_.vertices_per_side);
    std::size_t kept = 0;
    for (std::uint32_t left = 0; left < graph_.vertices_per_side; ++left) {
      matching.push_back(graph_.edges[matched_edge_of_left_vertex_[left]]);
      for (std::uint32_t k = 0; k < graph_.degree; ++k) {
        const std::uint32_t edge = left * graph_.degree + k;
        if (edge != matched_edge_of_left_vertex_[left]) graph_.edges[kept++] = graph_.edges[edge];
      }
    }
    graph_.edges.resize(kept);
    --graph_.degree;
    return matching;
  }

  RegularBipartite& graph_;
  Rng& rng_;
  std::vector<std::uint32_t>
      left_partner_of_right_vertex_;  ///< the left vertex that each right vertex is matched with, or kNoVertexOrEdge
  std::vector<std::uint32_t>
      matched_edge_of_left_vertex_;  ///< the edge with which each left vertex is matched, or kNoVertexOrEdge
  std::vector<std::uint32_t>
      last_walked_edge_of_left_vertex_;  ///< for each left vertex, the edge by which a walk last left it
  std::uint64_t steps_ = 0;
};

class MatchingDecomposer {
 public:
  MatchingDecomposer(std::uint32_t side, std::uint32_t degree)
      : unpaired_edge_of_vertex_(side), progress_("phases", degree) {}

  void decompose_into_matchings(RegularBipartite graph, std::vector<PerfectMatching>& out) {
    if (std::has_single_bit(graph.degree)) return split_into_matchings(std::move(graph), out);
    if (graph.degree % 2 == 1) out.push_back(PerfectMatchingFinder(graph, rng_).take_perfect_matching(operations_));
    auto [one, other] = split_in_half(std::move(graph));
    std::vector<PerfectMatching> of_one;
    decompose_into_matchings(std::move(one), of_one);
    if (!std::has_single_bit(other.degree)) put_matchings_back_into_graph(of_one, other);
    for (PerfectMatching& matching : of_one) out.push_back(std::move(matching));
    split_into_matchings(std::move(other), out);
  }

  std::uint64_t operations() const noexcept { return operations_; }

 private:
  /// Splits the bipartite graph into perfect matchings by halving it again and again. Needs: the degree is a power of
  /// two.
  void split_into_matchings(RegularBipartite graph, std::vector<PerfectMatching>& out) {
    if (graph.degree == 1) {
      out.push_back(std::move(graph.edges));
      return progress_.report_items_done(++matching_count_);
    }
    auto [one, other] = split_in_half(std::move(graph));
    split_into_matchings(std::move(one), out);
    split_into_matchings(std::move(other), out);
  }

  /// Moves the edges of some matchings back into the graph: as many matchings as it takes to raise the graph's degree
  /// to a power of two.
  void put_matchings_back_into_graph(std::vector<PerfectMatching>& matchings, RegularBipartite& graph) {
    const std::uint32_t degree = std::bit_ceil(graph.degree);
    const std::size_t kept = matchings.size() - (degree - graph.degree);
    std::vector<BipartiteEdge> edges;
    edges.reserve(std::size_t{graph.vertices_per_side} * degree);
    for (std::size_t left = 0; left < graph.vertices_per_side; ++left) {
      const auto own = graph.edges.begin() + static_cast<std::ptrdiff_t>(left * graph.degree);
      edges.insert(edges.end(), own, own + graph.degree);
      for (std::size_t m = kept; m < matchings.size(); ++m) edges.push_back(matchings[m][left]);
    }
    matchings.resize(kept);
    graph.edges = std::move(edges);
    graph.degree = degree;
  }

  /// Splits a regular bipartite graph into two graphs of half the degree. The edges at each vertex are divided into
  /// pairs; at the left vertices, edges 2k and 2k + 1 are a pair. The pairs of both sides join into closed walks, and
  /// along a walk the edges go alternately to the two halves. So each half gets one edge of every pair, and keeps the
  /// order of the left vertices. Needs: the degree is even.
  std::pair<RegularBipartite, RegularBipartite> split_in_half(RegularBipartite graph) {
    pair_edges_at_right_vertices(graph);
    edge_goes_to_first_half_.assign(graph.edges.size(), 2);
    for (std::uint32_t start = 0; start < graph.edges.size(); ++start) {
      for (std::uint32_t edge = start; edge_goes_to_first_half_[edge] == 2; edge = paired_edge_[edge] ^ 1U) {
        edge_goes_to_first_half_[edge] = 1;
        edge_goes_to_first_half_[paired_edge_[edge]] = 0;
      }
    }
    // count three operations for each edge: pairing it, walking along it and copying it
    operations_ += 3 * graph.edges.size();
    RegularBipartite one{graph.vertices_per_side, graph.degree / 2, {}},
        other{graph.vertices_per_side, graph.degree / 2, {}};
    one.edges.reserve(graph.edges.size() / 2);
    other.edges.reserve(graph.edges.size() / 2);
    for (std::size_t edge = 0; edge < graph.edges.size(); edge += 2) {
      const std::size_t chosen = edge + (edge_goes_to_first_half_[edge] == 1 ? 0 : 1);
      one.edges.push_back(graph.edges[chosen]);
      other.edges.push_back(graph.edges[chosen ^ 1U]);
    }
    return {std::move(one), std::move(other)};
  }

  void pair_edges_at_right_vertices(const RegularBipartite& graph) {
    paired_edge_.resize(graph.edges.size());
    unpaired_edge_of_vertex_.assign(graph.vertices_per_side, kNoVertexOrEdge);
    for (std::uint32_t edge = 0; edge < graph.edges.size(); ++edge) {
      std::uint32_t& pending = unpaired_edge_of_vertex_[graph.edges[edge].right_vertex];
      if (pending == kNoVertexOrEdge) {
        pending = edge;
      } else {
        paired_edge_[edge] = pending;
        paired_edge_[pending] = edge;
        pending = kNoVertexOrEdge;
      }
    }
  }

  Rng rng_{1};  // the seed is arbitrary: it affects how long a random walk through the graph is, not whether it ends
  std::vector<std::uint32_t> unpaired_edge_of_vertex_;
  std::vector<std::uint32_t> paired_edge_;
  /// for each edge, whether it goes to the first half of the graph: 1 yes, 0 no, 2 not known yet
  std::vector<std::uint8_t> edge_goes_to_first_half_;
  std::uint64_t operations_ = 0;
  ProgressCounter progress_;
  /// number of perfect matchings found; a matching that was put back into the graph counts again
  std::uint64_t matching_count_ = 0;
};

}  // namespace

std::vector<PerfectMatching> decompose_into_matchings(RegularBipartite graph, std::uint64_t& operations) {
  std::vector<PerfectMatching> matchings;
  if (graph.degree == 0) return matchings;
  MatchingDecomposer decomposer(graph.vertices_per_side, graph.degree);
  decomposer.decompose_into_matchings(std::move(graph), matchings);
  operations += decomposer.operations();
  return matchings;
}

}  // namespace switchyard::detail
