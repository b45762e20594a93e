#include "algorithms/matrix/partition.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "algorithms/matrix/halo.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// Makes a grid graph of width x height vertices. Each vertex has up to four neighbours.
Graph grid_graph(std::uint32_t width, std::uint32_t height) {
  std::vector<Edge> edges;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      if (x + 1 < width) edges.push_back({y * width + x, y * width + x + 1});
      if (y + 1 < height) edges.push_back({y * width + x, (y + 1) * width + x});
    }
  }
  return Graph::from_edges(width * height, edges);
}

Partition random_partition(std::uint32_t vertices, std::uint32_t nodes, std::uint64_t seed) {
  Rng rng(seed);
  Partition partition{nodes, {}};
  for (std::uint32_t i = 0; i < vertices; ++i) {
    partition.owner.push_back(NodeId{static_cast<std::uint32_t>(rng.random_number_below(nodes))});
  }
  return partition;
}

const HaloPart* find_halo_part(const std::vector<HaloPart>& parts, NodeId peer) {
  const auto part = std::ranges::find(parts, peer, &HaloPart::peer);
  return part == parts.end() ? nullptr : &*part;
}

TEST(Graph, MergesAnEdgeGivenTwiceOrInBothDirections) {
  const std::vector<Edge> edges{{2, 0}, {0, 2}, {0, 1}, {0, 2}};
  const Graph graph = Graph::from_edges(4, edges);
  EXPECT_EQ(graph.edge_count(), 2U);
  EXPECT_TRUE(std::ranges::equal(graph.neighbours(0), std::vector<std::uint32_t>{1, 2}));
  EXPECT_TRUE(std::ranges::equal(graph.neighbours(2), std::vector<std::uint32_t>{0}));
  EXPECT_TRUE(graph.neighbours(3).empty());
}

TEST(Graph, RefusesLoopsAndVerticesThatDoNotExist) {
  EXPECT_THROW(Graph::from_edges(3, std::vector<Edge>{{1, 1}}), UsageError);
  EXPECT_THROW(Graph::from_edges(3, std::vector<Edge>{{1, 3}}), UsageError);
}

TEST(Partition, DealsOutEveryVertexInPartsOfNearlyEqualSize) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const Graph graph = grid_graph(40, 50);
  for (const std::uint32_t parts : {1U, 2U, 7U, 32U}) {
    const Partition result = partition(graph, parts, 5);
    ASSERT_EQ(result.owner.size(), 2000U);
    EXPECT_EQ(result.nodes, parts);
    std::vector<std::uint32_t> sizes(parts, 0);
    for (const NodeId owner : result.owner) ++sizes.at(index(owner));
    EXPECT_LE(*std::ranges::max_element(sizes), 2000 / parts * 1.1) << parts;
    EXPECT_GE(*std::ranges::min_element(sizes), 2000 / parts * 0.5) << parts;
  }
}

TEST(Partition, CutsFewEdges) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const Graph graph = grid_graph(32, 32);
  const Partition result = partition(graph, 4, 1);
  std::uint64_t cut = 0;
  for (std::uint32_t v = 0; v < graph.vertex_count(); ++v) {
    for (const std::uint32_t other : graph.neighbours(v)) cut += v < other && result.owner[v] != result.owner[other];
  }
  // A partition of the grid into four squares cuts 64 edges, and a random partition about 1500.
  EXPECT_LE(cut, 96U);
}

TEST(Partition, DependsOnItsSeedOnly) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const Graph graph = grid_graph(30, 30);
  const auto first = partition(graph, 8, 17).owner;
  EXPECT_NE(partition(graph, 8, 18).owner, first);
  EXPECT_EQ(partition(graph, 8, 17).owner, first);
}

TEST(Partition, RefusesNoPartsAndMorePartsThanVertices) {
  EXPECT_THROW(partition(grid_graph(3, 3), 0, 1), UsageError);
  EXPECT_THROW(partition(grid_graph(3, 3), 10, 1), UsageError);
}

RC_GTEST_PROP(Halo, SenderAndReceiverListTheSameVerticesWhateverThePartition, ()) {
  const auto nodes = *rc::gen::inRange(1U, 9U);
  const Graph graph = grid_graph(*rc::gen::inRange(1U, 9U), *rc::gen::inRange(1U, 9U));
  const Partition partition = random_partition(graph.vertex_count(), nodes, *rc::gen::arbitrary<std::uint64_t>());
  const std::vector<Halo> all = halos(graph, partition);
  const CommunicationMatrix matrix = halo_matrix(graph, partition, 8);
  std::size_t owned_vertex_count = 0;
  std::uint64_t messages = 0;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    owned_vertex_count += all[i].owned_vertices.size();
    for (const HaloPart& sent : all[i].sends) {
      const HaloPart* received = find_halo_part(all[index(sent.peer)].receives, NodeId{i});
      RC_ASSERT(received != nullptr);
      RC_ASSERT(received->vertices == sent.vertices);
      RC_ASSERT(matrix.find(NodeId{i}, sent.peer)->bytes == 8 * sent.vertices.size());
      ++messages;
    }
  }
  RC_ASSERT(owned_vertex_count == graph.vertex_count());
  RC_ASSERT(messages == matrix.message_count());
}

RC_GTEST_PROP(Halo, GivesANodeEveryNeighbourOfItsVerticesAndNothingElse, ()) {
  const auto nodes = *rc::gen::inRange(1U, 6U);
  const Graph graph = grid_graph(*rc::gen::inRange(1U, 9U), *rc::gen::inRange(1U, 9U));
  const Partition partition = random_partition(graph.vertex_count(), nodes, *rc::gen::arbitrary<std::uint64_t>());
  for (const Halo& halo : halos(graph, partition)) {
    std::set<std::uint32_t> needed(halo.owned_vertices.begin(), halo.owned_vertices.end());
    for (const std::uint32_t vertex : halo.owned_vertices) {
      for (const std::uint32_t other : graph.neighbours(vertex)) needed.insert(other);
    }
    const std::vector<std::uint32_t> vertices_in_local_order = halo.local_vertices();
    RC_ASSERT(vertices_in_local_order.size() == needed.size());
    RC_ASSERT(std::set<std::uint32_t>(vertices_in_local_order.begin(), vertices_in_local_order.end()) == needed);
  }
}

TEST(Halo, SendsOnlyInTheDirectionInWhichValuesAreNeeded) {
  const Partition thirds{3, {NodeId{0}, NodeId{0}, NodeId{1}, NodeId{1}, NodeId{2}, NodeId{2}}};
  // In this list of needs, vertex 1 needs the value of vertex 2, which is listed twice. Vertices 0 and 1 need vertex 4,
  // and vertex 5 needs vertex 3. Vertex 0 needs vertex 1, which belongs to the same node.
  const std::vector<Edge> needs{{1, 2}, {5, 3}, {1, 4}, {0, 4}, {1, 2}, {0, 1}};
  const std::vector<Halo> all = asymmetric_halos(needs, thirds);
  EXPECT_TRUE(all[0].sends.empty());
  EXPECT_EQ(all[0].receives, (std::vector<HaloPart>{{NodeId{1}, {2}}, {NodeId{2}, {4}}}));
  EXPECT_EQ(all[1].sends, (std::vector<HaloPart>{{NodeId{0}, {2}}, {NodeId{2}, {3}}}));
  EXPECT_TRUE(all[1].receives.empty());
  EXPECT_EQ(all[2].sends, (std::vector<HaloPart>{{NodeId{0}, {4}}}));
  EXPECT_EQ(all[2].receives, (std::vector<HaloPart>{{NodeId{1}, {3}}}));
  EXPECT_EQ(all[2].owned_vertices, (std::vector<std::uint32_t>{4, 5}));
  EXPECT_EQ(halo_matrix(all, 8).total_bytes(), 24U);
}

TEST(Halo, OfAPathCutInTheMiddleIsOneVertexEachWay) {
  const Graph path = grid_graph(6, 1);
  const Partition halves{2, {NodeId{0}, NodeId{0}, NodeId{0}, NodeId{1}, NodeId{1}, NodeId{1}}};
  const std::vector<Halo> all = halos(path, halves);
  EXPECT_EQ(all[0].sends, (std::vector<HaloPart>{{NodeId{1}, {2}}}));
  EXPECT_EQ(all[0].receives, (std::vector<HaloPart>{{NodeId{1}, {3}}}));
  EXPECT_EQ(all[1].local_vertices(), (std::vector<std::uint32_t>{3, 4, 5, 2}));
  EXPECT_EQ(halo_matrix(path, halves, 40).total_bytes(), 80U);
}

}  // namespace
}  // namespace switchyard
