#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "algorithms/catalogue.hpp"
#include "algorithms/matrix/generators.hpp"
#include "algorithms/schedule/optimal_n.hpp"
#include "algorithms/schedule/verify.hpp"

namespace switchyard {
namespace {

RC_GTEST_PROP(OptimalN, HasAsManyPhasesAsTheLargestDegree, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const CommunicationMatrix matrix =
      random_percent_matrix(*rc::gen::inRange(1U, 70U), *rc::gen::inRange(0, 101), 64, rng);
  const Schedule schedule = make_optimal_n_schedule(matrix);
  RC_ASSERT(verify(schedule, matrix).empty());
  RC_ASSERT(schedule.phase_count() == matrix.max_degree());
}

RC_GTEST_PROP(OptimalN, HasAsManyPhasesAsTheDegreeOfARegularMatrix, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const auto nodes = *rc::gen::inRange(2U, 80U);
  const CommunicationMatrix matrix = random_matrix_with_degree(nodes, *rc::gen::inRange(1U, nodes), 64, rng);
  const Schedule schedule = make_optimal_n_schedule(matrix);
  RC_ASSERT(verify(schedule, matrix).empty());
  RC_ASSERT(schedule.phase_count() == matrix.max_degree());
}

TEST(OptimalN, OneBusyNodeDoesNotMakeAnEdgeForEachIdleOne) {
  // In this communication matrix, node 0 sends to all others, and node 1 to node 2. It has n messages, and node 0 has n
  // - 1 of them. The scheduler makes a regular bipartite graph of the messages; if idle nodes did not share vertices of
  // it, the graph would have n^2 edges.
  constexpr std::uint32_t kNodes = 20000;
  std::vector<Triplet> triplets{{NodeId{1}, NodeId{2}, 8}};
  for (std::uint32_t j = 1; j < kNodes; ++j) triplets.push_back({NodeId{0}, NodeId{j}, 8});
  const auto matrix = CommunicationMatrix::from_triplets(kNodes, triplets);
  const Schedule schedule = make_optimal_n_schedule(matrix);
  EXPECT_TRUE(verify(schedule, matrix).empty());
  EXPECT_EQ(schedule.phase_count(), kNodes - 1);
  // The algorithm halves the edges of its graph again and again, and each halving takes three operations for each edge.
  EXPECT_LT(schedule.operations(), 300U * kNodes);
}

TEST(OptimalN, AnEmptyMatrixHasNoPhase) {
  EXPECT_EQ(make_optimal_n_schedule(CommunicationMatrix::from_triplets(5, {})).phase_count(), 0U);
  EXPECT_EQ(make_optimal_n_schedule(CommunicationMatrix()).phase_count(), 0U);
}

TEST(OptimalN, SameMatrixGivesTheSameSchedule) {
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(100, 13, 64, rng);
  EXPECT_EQ(make_optimal_n_schedule(matrix), make_optimal_n_schedule(matrix));
}

TEST(OptimalN, IsInTheCatalogue) {
  const Catalogue catalogue = shipped_algorithms();
  EXPECT_TRUE(catalogue.find("--algorithm", "optimal_n").scheduler);
}

}  // namespace
}  // namespace switchyard
