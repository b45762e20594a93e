#include "machines/networks/channel_dependencies.hpp"

#include <gtest/gtest.h>

#include "machines/topology/dragonfly.hpp"
#include "machines/topology/fat_tree.hpp"
#include "machines/topology/hypercube.hpp"
#include "machines/topology/mesh.hpp"
#include "machines/topology/torus.hpp"

namespace switchyard {
namespace {

/// Expects that the virtual channels of the links are numbered so that the numbers rise along the usual and the second
/// route of every pair of nodes.
void expect_channels_numbered_upwards(const Routes& routes) {
  const ChannelDependencies found = channel_dependencies(routes);
  ASSERT_TRUE(found.is_acyclic()) << routes.topology();
  ASSERT_EQ(found.channel_numbers.size(), routes.channel_count());
  std::vector<ChannelId> path;
  for (std::uint32_t pair = 0; pair < routes.node_count() * routes.node_count(); ++pair) {
    for (const Route route : {Route::automatic, Route::second}) {
      if (!routes.find_channels_of_route(NodeId{pair / routes.node_count()}, NodeId{pair % routes.node_count()}, route,
                                         path))
        continue;
      for (std::size_t i = 1; i < path.size(); ++i)
        EXPECT_LT(found.channel_numbers[index(path[i - 1])], found.channel_numbers[index(path[i])]);
    }
  }
}

TEST(ChannelDependencies, HypercubesAndMeshesAreNumbered) {
  expect_channels_numbered_upwards(Hypercube(64));
  expect_channels_numbered_upwards(Mesh({4, 5}));
  EXPECT_EQ(channel_dependencies(Hypercube(64)).used_channel_count, 64U * 6U);
}

TEST(ChannelDependencies, ToriWithTwoChannelsAreNumbered) {
  for (const auto& sides : std::vector<std::vector<std::uint32_t>>{{2}, {3}, {5}, {8, 8}, {4, 4, 4}, {2, 3, 5}, {6, 1}})
    expect_channels_numbered_upwards(Torus(sides));
}

TEST(ChannelDependencies, TheEscapeChannelsOfAdaptiveToriAreNumbered) {
  for (const auto& sides : std::vector<std::vector<std::uint32_t>>{{5}, {4, 4}, {5, 6}, {3, 4, 4}})
    expect_channels_numbered_upwards(Torus(sides, {.fixed_route_channels_per_link = 2, .free = 1}));
}

TEST(ChannelDependencies, ATorusWithOneChannelHasACycleRoundARing) {
  const Torus ring({5}, {.fixed_route_channels_per_link = 1});
  const ChannelDependencies found = channel_dependencies(ring);
  ASSERT_EQ(found.cycle.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    const LinkEnds here = *ring.ends_of_link(ring.link_of(found.cycle[i]));
    EXPECT_EQ(here.to, ring.ends_of_link(ring.link_of(found.cycle[(i + 1) % 5]))->from);
  }
  EXPECT_FALSE(channel_dependencies(Torus({8, 8}, {.fixed_route_channels_per_link = 1})).is_acyclic());
  EXPECT_FALSE(channel_dependencies(Torus({8, 8}, {.fixed_route_channels_per_link = 1, .free = 2})).is_acyclic());
}

TEST(ChannelDependencies, DragonfliesAreNumberedWithMinimalAndValiantRoutes) {
  for (const DragonflyShape shape :
       {DragonflyShape{2, 4, 2, 9}, {2, 4, 2, 8}, {1, 2, 1, 3}, {1, 2, 1, 2}, {1, 3, 3, 4}}) {
    expect_channels_numbered_upwards(Dragonfly(shape));
    expect_channels_numbered_upwards(Dragonfly(shape, true));
  }
}

TEST(ChannelDependencies, EveryTurnOrEverySharedWireOfAMeshMakesACycle) {
  EXPECT_FALSE(
      channel_dependencies(Mesh({2, 2}, LinkSharing::link_per_direction, AllowedMeshRouteTurns::all_route_turns))
          .is_acyclic());
  EXPECT_TRUE(
      channel_dependencies(Mesh({1, 5}, LinkSharing::link_per_direction, AllowedMeshRouteTurns::all_route_turns))
          .is_acyclic());
  EXPECT_FALSE(channel_dependencies(Mesh({1, 3}, LinkSharing::link_for_both_directions)).is_acyclic());
}

TEST(ChannelDependencies, ConsiderOnlyTheGivenPairsOfNodes) {
  const Torus ring({5}, {.fixed_route_channels_per_link = 1});
  const std::vector<NodePair> one{{NodeId{0}, NodeId{2}}};
  const ChannelDependencies found = channel_dependencies(ring, one);
  EXPECT_TRUE(found.is_acyclic());
  EXPECT_EQ(found.used_channel_count, 2U);
}

TEST(ChannelDependencies, AFatTreeHasNoChannelsThatMessagesHold) {
  const ChannelDependencies found = channel_dependencies(FatTree(32));
  EXPECT_TRUE(found.is_acyclic());
  EXPECT_EQ(found.used_channel_count, 0U);
}

}  // namespace
}  // namespace switchyard
