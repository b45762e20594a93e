#include "machines/topology/fat_tree.hpp"

#include <gtest/gtest.h>

#include <set>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

TEST(FatTree, HasALevelForEachPowerOfFour) {
  EXPECT_EQ(FatTree(2).level_count(), 1U);
  EXPECT_EQ(FatTree(4).level_count(), 1U);
  EXPECT_EQ(FatTree(8).level_count(), 2U);
  EXPECT_EQ(FatTree(16).level_count(), 2U);
  EXPECT_EQ(FatTree(32).level_count(), 3U);
  EXPECT_EQ(FatTree(16384).level_count(), 7U);
}

TEST(FatTree, NodesMeetInTheSmallestClusterThatHoldsBoth) {
  EXPECT_EQ(FatTree::level_of_common_cluster(NodeId{5}, NodeId{5}), 0U);
  EXPECT_EQ(FatTree::level_of_common_cluster(NodeId{0}, NodeId{3}), 1U);
  EXPECT_EQ(FatTree::level_of_common_cluster(NodeId{3}, NodeId{4}), 2U);
  EXPECT_EQ(FatTree::level_of_common_cluster(NodeId{0}, NodeId{15}), 2U);
  EXPECT_EQ(FatTree::level_of_common_cluster(NodeId{15}, NodeId{16}), 3U);
}

TEST(FatTree, EachClusterHasAnEdgeUpAndOneDown) {
  const FatTree tree(32);
  EXPECT_EQ(tree.cluster_count(0), 32U);
  EXPECT_EQ(tree.cluster_count(1), 8U);
  EXPECT_EQ(tree.cluster_count(2), 2U);
  EXPECT_EQ(tree.edge_count(), 2U * (32 + 8 + 2));
  std::set<std::uint32_t> seen;
  for (std::uint32_t level = 0; level < 3; ++level) {
    for (std::uint32_t i = 0; i < 32; ++i) {
      seen.insert(index(tree.up_edge(level, NodeId{i})));
      seen.insert(index(tree.down_edge(level, NodeId{i})));
    }
  }
  EXPECT_EQ(seen.size(), tree.edge_count());
  EXPECT_LT(*seen.rbegin(), tree.edge_count());
  EXPECT_EQ(tree.up_edge(1, NodeId{4}), tree.up_edge(1, NodeId{7}));
  EXPECT_NE(tree.up_edge(1, NodeId{3}), tree.up_edge(1, NodeId{4}));
}

TEST(FatTree, NeedsAPowerOfTwo) {
  EXPECT_THROW(FatTree(0), UsageError);
  EXPECT_THROW(FatTree(1), UsageError);
  EXPECT_THROW(FatTree(24), UsageError);
}

}  // namespace
}  // namespace switchyard
