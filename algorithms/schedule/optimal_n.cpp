#include "algorithms/schedule/optimal_n.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/exchange/scheduled.hpp"
#include "algorithms/schedule/regular_bipartite.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

constexpr std::uint32_t kDummyEdgeNumber = ~std::uint32_t{0};
// The largest number of messages of a matrix that the scheduler accepts. Within this limit, the number of edges of the
// bipartite graph, including dummy edges, stays below 2^32.
constexpr std::uint64_t kMostMessages = std::uint64_t{1} << 30U;

/// Maps nodes to the vertices of one side of a bipartite graph, where nodes with few messages share a vertex. Returns,
/// for each node, the number of its vertex. The degrees of the nodes that share a vertex add up to `limit` at most. All
/// vertices but one have a degree above limit / 2, so filling up all vertices with dummy edges at most doubles the
/// number of edges.
std::vector<std::uint32_t> merged_vertex_of_each_node(std::span<const std::uint32_t> degrees, std::uint32_t limit) {
  std::vector<std::uint32_t> order(degrees.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::uint32_t node) { return degrees[node]; });
  std::vector<std::uint32_t> vertex(degrees.size());
  std::uint32_t last = 0, used = 0;
  for (const std::uint32_t node : order) {
    if (degrees[node] > limit - used) {
      ++last;
      used = 0;
    }
    vertex[node] = last;
    used += degrees[node];
  }
  return vertex;
}

std::uint32_t vertex_count(std::span<const std::uint32_t> vertex_of) {
  return vertex_of.empty() ? 0 : *std::ranges::max_element(vertex_of) + 1;
}

class EdgeColourer {
 public:
  explicit EdgeColourer(const CommunicationMatrix& matrix) : matrix_(matrix), schedule_(matrix.node_count()) {
    for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
      out_degrees_.push_back(matrix.out_degree(NodeId{i}));
      in_degrees_.push_back(matrix.in_degree(NodeId{i}));
    }
  }

  Schedule make_schedule() {
    std::uint64_t operations = 0;
    const auto phases = detail::decompose_into_matchings(make_regular_graph(), operations);
    const std::vector<std::uint32_t> sources = source_of_each_message();
    schedule_.reserve(matrix_.message_count());
    for (const auto& phase : phases) {
      for (const auto& edge : phase) add_message_of_edge(sources, edge.edge_number_chosen_by_caller);
      schedule_.close_phase();
    }
    schedule_.count_operations(operations);
    return std::move(schedule_);
  }

 private:
  detail::RegularBipartite make_regular_graph() const {
    const std::uint32_t degree = matrix_.max_degree();
    const auto left_of = merged_vertex_of_each_node(out_degrees_, degree);
    const auto right_of = merged_vertex_of_each_node(in_degrees_, degree);
    const std::uint32_t side = std::max(vertex_count(left_of), vertex_count(right_of));
    detail::RegularBipartite graph{side, degree, std::vector<detail::BipartiteEdge>(std::size_t{side} * degree)};
    std::vector<std::uint32_t> left_used(side, 0), right_used(side, 0);
    for (std::uint32_t i = 0; i < matrix_.node_count(); ++i) {
      auto number = static_cast<std::uint32_t>(matrix_.number_of_first_message(NodeId{i}));
      for (const auto& entry : matrix_.row(NodeId{i})) {
        const std::uint32_t left = left_of[i], right = right_of[index(entry.destination)];
        graph.edges[std::size_t{left} * degree + left_used[left]++] = {right, number++};
        ++right_used[right];
      }
    }
    fill_up_with_dummy_edges(graph, left_used, right_used);
    return graph;
  }

  /// Adds dummy edges until every vertex of the bipartite graph has the same degree, graph.degree. This is possible
  /// because the left and the right vertices lack the same number of edges.
  static void fill_up_with_dummy_edges(detail::RegularBipartite& graph, std::span<const std::uint32_t> left_used,
                                       std::span<std::uint32_t> right_used) {
    std::uint32_t right = 0;
    for (std::uint32_t left = 0; left < graph.vertices_per_side; ++left) {
      for (std::uint32_t k = left_used[left]; k < graph.degree; ++k) {
        while (right_used[right] == graph.degree) ++right;
        ++right_used[right];
        graph.edges[std::size_t{left} * graph.degree + k] = {right, kDummyEdgeNumber};
      }
    }
  }

  std::vector<std::uint32_t> source_of_each_message() const {
    std::vector<std::uint32_t> sources;
    sources.reserve(matrix_.message_count());
    for (std::uint32_t i = 0; i < matrix_.node_count(); ++i) sources.insert(sources.end(), out_degrees_[i], i);
    return sources;
  }

  void add_message_of_edge(std::span<const std::uint32_t> sources, std::uint32_t number) {
    if (number == kDummyEdgeNumber) return;
    const NodeId source{sources[number]};
    const auto& [destination, bytes] = matrix_.row(source)[number - matrix_.number_of_first_message(source)];
    schedule_.add({source, destination, bytes});
  }

  const CommunicationMatrix& matrix_;
  std::vector<std::uint32_t> out_degrees_;
  std::vector<std::uint32_t> in_degrees_;
  Schedule schedule_;
};

}  // namespace

Schedule make_optimal_n_schedule(const CommunicationMatrix& matrix) {
  if (matrix.message_count() > kMostMessages) {
    throw UsageError(fmt::format("optimal_n: {} messages", matrix.message_count()),
                     fmt::format("it takes up to {}", kMostMessages));
  }
  return EdgeColourer(matrix).make_schedule();
}

Algorithm make_minimum_phase_count_algorithm() {
  return {.name = "optimal_n",
          .summary = "fewest phases without node contention, by edge colouring; post all (S2)",
          .source = "Konig 1916; Gabow 1976; Goel, Kapralov and Khanna 2010",
          .needs = "nothing",
          .guarantees = "no node contention within a phase; as many phases as the largest fan-in or fan-out",
          .most_messages = kMostMessages,
          .scheduler = [](const CommunicationMatrix& matrix, const Routes&,
                          Rng&) { return make_optimal_n_schedule(matrix); },
          .execution = exchange_with_all_messages_posted,
          .collective_pace = ExchangePace::at_once};
}

}  // namespace switchyard
