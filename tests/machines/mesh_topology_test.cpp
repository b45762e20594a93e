#include "machines/topology/mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

using Path = std::vector<LinkId>;

Path xy_path(const Mesh& mesh, GridPlace from, GridPlace to) {
  Path path;
  mesh.route(mesh.shape().node_at(from), mesh.shape().node_at(to), path);
  return path;
}

Path yx_path(const Mesh& mesh, GridPlace from, GridPlace to) {
  Path path;
  mesh.yx_route(mesh.shape().node_at(from), mesh.shape().node_at(to), path);
  return path;
}

bool do_paths_share_link(const Path& one, const Path& other) {
  return std::ranges::find_first_of(one, other) != one.end();
}

TEST(Mesh, XyGoesAlongTheRowFirst) {
  const Mesh mesh({3, 3});
  // The XY route from (1,1) to (2,2) goes over (1,2). Its first link is the first link of the route (1,1) -> (1,3), and
  // its second link the first link of the route (1,2) -> (3,2).
  const Path path = xy_path(mesh, {1, 1}, {2, 2});
  ASSERT_EQ(path.size(), 2U);
  EXPECT_EQ(path[0], xy_path(mesh, {1, 1}, {1, 3})[0]);
  EXPECT_EQ(path[1], xy_path(mesh, {1, 2}, {3, 2})[0]);
}

TEST(Mesh, XyAndYxOfOneMessageShareNoLink) {
  const Mesh mesh({4, 5});
  EXPECT_FALSE(do_paths_share_link(xy_path(mesh, {4, 1}, {1, 5}), yx_path(mesh, {4, 1}, {1, 5})));
  // Every shortest route from (4,1) to (1,5) has |1 - 4| + |5 - 1| links.
  EXPECT_EQ(yx_path(mesh, {4, 1}, {1, 5}).size(), 7U);
}

TEST(Mesh, AMessageToItsOwnNodeTakesNoLink) { EXPECT_TRUE(xy_path(Mesh({2, 2}), {2, 1}, {2, 1}).empty()); }

TEST(Mesh, BothDirectionsShareALinkOnlyIfAskedTo) {
  const Mesh directed({2, 4}), shared({2, 4}, LinkSharing::link_for_both_directions);
  EXPECT_FALSE(do_paths_share_link(xy_path(directed, {1, 1}, {2, 4}), yx_path(directed, {2, 4}, {1, 1})));
  Path there = xy_path(shared, {1, 1}, {2, 4});
  const Path back = yx_path(shared, {2, 4}, {1, 1});
  std::ranges::reverse(there);
  EXPECT_EQ(there, back);
}

TEST(Mesh, LinkIdsAreBelowTheLinkCountAndEachWireHasItsOwn) {
  const Mesh mesh({3, 4});
  Path all;
  for (std::uint32_t from = 0; from < mesh.node_count(); ++from) {
    for (std::uint32_t to = 0; to < mesh.node_count(); ++to) {
      Path path;
      mesh.route(NodeId{from}, NodeId{to}, path);
      if (path.size() == 1) all.push_back(path[0]);
    }
  }
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
  // A mesh of 3 x 4 nodes has 3 * 3 + 2 * 4 wires, each of which counts as a link for either direction.
  EXPECT_EQ(all.size(), 34U);
  EXPECT_LT(index(all.back()), mesh.link_count());
}

TEST(Mesh, YxIsAllowedTowardsHigherColumnsOnly) {
  const Mesh mesh({3, 3});
  const GridShape shape = mesh.shape();
  EXPECT_TRUE(mesh.can_take_yx_route(shape.node_at({1, 1}), shape.node_at({3, 2})));
  EXPECT_TRUE(mesh.can_take_yx_route(shape.node_at({3, 1}), shape.node_at({1, 2})));
  EXPECT_FALSE(mesh.can_take_yx_route(shape.node_at({1, 2}), shape.node_at({3, 1})));
  // Between two nodes of one row, the XY and the YX route are the same.
  EXPECT_FALSE(mesh.can_take_yx_route(shape.node_at({1, 1}), shape.node_at({1, 3})));
  EXPECT_FALSE(mesh.can_take_yx_route(shape.node_at({1, 1}), shape.node_at({3, 1})));
}

TEST(Mesh, RefusesAMeshWithoutNodes) {
  EXPECT_THROW(Mesh({0, 5}), UsageError);
  EXPECT_THROW(Mesh({1U << 20U, 1U << 20U}), UsageError);
}

}  // namespace
}  // namespace switchyard
