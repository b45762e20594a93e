#include "machines/topology/hypercube.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <set>
#include <string>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

std::vector<std::uint32_t> nodes_on_the_way(const Hypercube& cube, NodeId from, NodeId to) {
  std::vector<LinkId> path;
  cube.route(from, to, path);
  std::vector<std::uint32_t> nodes{index(from)};
  for (const LinkId link : path) {
    EXPECT_EQ(index(link) / cube.dimension(), nodes.back()) << "the link starts where the last one ended";
    nodes.push_back(nodes.back() ^ (1U << index(link) % cube.dimension()));
  }
  return nodes;
}

TEST(EcubeRoute, CorrectsTheLowestDimensionFirst) {
  const Hypercube cube(128);
  using Path = std::vector<std::uint32_t>;
  EXPECT_EQ(nodes_on_the_way(cube, NodeId{0}, NodeId{127}), (Path{0, 1, 3, 7, 15, 31, 63, 127}));
  EXPECT_EQ(nodes_on_the_way(cube, NodeId{2}, NodeId{95}), (Path{2, 3, 7, 15, 31, 95}));
  EXPECT_EQ(nodes_on_the_way(cube, NodeId{14}, NodeId{11}), (Path{14, 15, 11}));
}

TEST(EcubeRoute, FromANodeToItselfIsEmptyAndClearsTheOldPath) {
  std::vector<LinkId> path{LinkId{3}};
  Hypercube(8).route(NodeId{5}, NodeId{5}, path);
  EXPECT_TRUE(path.empty());
}

RC_GTEST_PROP(EcubeRoute, TakesAShortestPathAndEachLinkOnce, ()) {
  const auto dimension = *rc::gen::inRange(0U, 10U);
  const Hypercube cube(1U << dimension);
  const NodeId from{*rc::gen::inRange(0U, 1U << dimension)};
  const NodeId to{*rc::gen::inRange(0U, 1U << dimension)};
  std::vector<LinkId> path;
  cube.route(from, to, path);
  RC_ASSERT(path.size() == static_cast<std::size_t>(std::popcount(index(from) ^ index(to))));
  RC_ASSERT(std::set<LinkId>(path.begin(), path.end()).size() == path.size());
  for (const LinkId link : path) RC_ASSERT(index(link) < cube.link_count());
  RC_ASSERT(nodes_on_the_way(cube, from, to).back() == index(to));
}

TEST(EcubeRoute, OppositeDirectionsShareNoLink) {
  const Hypercube cube(16);
  std::vector<LinkId> there, back;
  cube.route(NodeId{0}, NodeId{1}, there);
  cube.route(NodeId{1}, NodeId{0}, back);
  EXPECT_NE(there, back);
}

TEST(Hypercube, CountsNodesDimensionsAndLinks) {
  EXPECT_EQ(Hypercube(1).link_count(), 0U);
  EXPECT_EQ(Hypercube(2).link_count(), 2U);
  const Hypercube cube(64);
  EXPECT_EQ(cube.dimension(), 6U);
  EXPECT_EQ(cube.link_count(), 384U);
  EXPECT_EQ(cube.node_count(), 64U);
}

TEST(Hypercube, RefusesNumbersOfNodesThatAreNoPowersOfTwo) {
  for (const std::uint32_t nodes : {0U, 3U, 6U, 100U}) {
    try {
      Hypercube{nodes};
      ADD_FAILURE() << nodes;
    } catch (const UsageError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      EXPECT_NE(std::string(error.what()).find("write a power of two such as 64") != std::string::npos,
                nodes == 3 || nodes == 6)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace switchyard
