#include "algorithms/schedule/collision_graph.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <sstream>

#include "algorithms/schedule/first_fit.hpp"
#include "algorithms/schedule/link_dependencies.hpp"
#include "runtime/error.hpp"
#include "tests/algorithms/collision_example.hpp"

namespace switchyard {
namespace {

using collision_example::collision_model_of;
using collision_example::restricted_yx_detour;

bool do_paths_share_link(std::span<const LinkId> one, std::span<const LinkId> other) {
  return std::ranges::find_first_of(one, other) != one.end();
}

MessagePaths example_paths() { return MessagePaths(collision_example::example_messages(), Mesh({10, 10})); }

TEST(CollisionGraph, IsThatOfFigure2a) {
  std::ostringstream out;
  write_dot(out, CollisionGraph(example_paths()));
  EXPECT_EQ(out.str(),
            "graph collisions {\n"
            "  1;\n  1 -- 3;\n  1 -- 4;\n  1 -- 5;\n"
            "  2;\n  2 -- 3;\n  2 -- 6;\n  2 -- 7;\n"
            "  3;\n"
            "  4;\n  4 -- 5;\n  4 -- 7;\n"
            "  5;\n  6;\n  7;\n"
            "}\n");
}

RC_GTEST_PROP(CollisionGraph, HasAnEdgeExactlyWhereTwoPathsShareALink, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const HotSpot hot_spot_parameters{.hot_destination_probability = rng.unit()};
  const CollisionModel model = collision_model_of(hot_spot_list(hot_spot_parameters, *rc::gen::inRange(0U, 90U), rng));
  std::uint64_t edges = 0;
  for (std::uint32_t a = 0; a < model.paths.path_count(); ++a) {
    RC_ASSERT(std::ranges::is_sorted(model.graph.neighbours(PathId{a})));
    for (std::uint32_t b = 0; b < model.paths.path_count(); ++b) {
      const bool expected =
          a != b && do_paths_share_link(model.paths.links_of_path(PathId{a}), model.paths.links_of_path(PathId{b}));
      RC_ASSERT(model.graph.paths_collide(PathId{a}, PathId{b}) == expected);
      edges += expected ? 1 : 0;
    }
  }
  RC_ASSERT(model.graph.edge_count() * 2 == edges);
}

TEST(CollisionGraph, OfALongListHasAllEdgesOfEachPath) {
  Rng rng(1);
  // In this random list, about a third of the messages go to node 5.
  const HotSpot hot_spot_parameters{.mesh = {32, 32}, .hot_region = {NodeId{5}}, .hot_destination_probability = 0.33};
  const MessagePaths paths(hot_spot_list(hot_spot_parameters, 3000, rng), Mesh({32, 32}));
  const CollisionGraph graph(paths);
  for (std::uint32_t a = 0; a < paths.path_count(); a += 29) {
    std::vector<PathId> expected;
    for (std::uint32_t b = 0; b < paths.path_count(); ++b) {
      if (a != b && do_paths_share_link(paths.links_of_path(PathId{a}), paths.links_of_path(PathId{b})))
        expected.push_back(PathId{b});
    }
    EXPECT_TRUE(std::ranges::equal(graph.neighbours(PathId{a}), expected)) << "of path " << a;
  }
}

TEST(OrderedCollisionGraph, LevelsAreThoseOfFigures2bAnd2c) {
  const CollisionGraph graph(example_paths());
  const std::vector<std::uint32_t> list_order = {1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(OrderedCollisionGraph(graph, list_order).levels(), (std::vector<std::uint32_t>{1, 1, 2, 2, 3, 2, 3}));
  // In fig. 2(c) of the paper by Surma and Sha, messages 3, 5, 6 and 7 come before messages 1 and 2, and these before
  // message 4.
  const std::vector<std::uint32_t> second = {2, 2, 1, 3, 1, 1, 1};
  const OrderedCollisionGraph ordered(graph, second);
  EXPECT_EQ(ordered.levels(), second);
  EXPECT_EQ(ordered.edge_count(), graph.edge_count());
}

TEST(OrderedCollisionGraph, DotPutsALevelIntoARow) {
  const std::vector<std::vector<LinkId>> paths = {{LinkId{0}}, {LinkId{0}, LinkId{1}}, {LinkId{1}}};
  const CollisionGraph graph(MessagePaths(paths, 2));
  const std::vector<std::uint32_t> ranks = {1, 2, 1};
  std::ostringstream out;
  write_dot(out, OrderedCollisionGraph(graph, ranks));
  EXPECT_EQ(out.str(),
            "digraph ordered_collisions {\n"
            "  { rank=same; 1; 3; }\n"
            "  { rank=same; 2; }\n"
            "  1 -> 2;\n  3 -> 2;\n"
            "}\n");
}

RC_GTEST_PROP(OrderedCollisionGraph, LevelsOfAScheduleAreTheSchedules, ()) {
  // The scheduler FCFS puts each message into the first level (set of messages without a common link) that has room for
  // it. So no message can move to a lower level, and the levels that follow from the edges of the ordered collision
  // graph are those of FCFS.
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const CollisionModel model(
      MessagePaths(hot_spot_list({.hot_destination_probability = rng.unit()}, 50, rng), Mesh({10, 10})));
  const MessageListSchedule message_list_schedule = fcfs_levels(model);
  RC_ASSERT(OrderedCollisionGraph(model.graph, message_list_schedule.level_of_each_message).levels() ==
            message_list_schedule.level_of_each_message);
}

TEST(MessagePaths, RefusesNodesAndLinksThatDoNotExist) {
  const std::vector<ListedMessage> list = {{.id = 1, .source = NodeId{0}, .destination = NodeId{4}}};
  EXPECT_THROW(MessagePaths(list, Mesh({2, 2})), UsageError);
  const std::vector<std::vector<LinkId>> paths = {{LinkId{7}}};
  EXPECT_THROW(MessagePaths(paths, 7), UsageError);
  const std::vector<std::vector<LinkId>> circle = {{LinkId{1}, LinkId{2}, LinkId{1}}};
  EXPECT_THROW(MessagePaths(circle, 7), UsageError);
}

TEST(MessagePaths, ExclusivePortsMakeMessagesOfOneNodeCollide) {
  // Two messages leave node (1,1), one to the right and the other one down. They have the same sender, but use no
  // common link.
  const Mesh mesh({2, 2});
  const std::vector<ListedMessage> list = {{.id = 1, .source = NodeId{0}, .destination = NodeId{1}},
                                           {.id = 2, .source = NodeId{0}, .destination = NodeId{2}}};
  EXPECT_EQ(CollisionGraph(MessagePaths(list, mesh)).edge_count(), 0U);
  EXPECT_EQ(CollisionGraph(MessagePaths(list, mesh, {}, PortUse::one_message_per_port_in_level)).edge_count(), 1U);
}

RC_GTEST_PROP(LinkDependencies, NumbersRiseAlongXyAndRestrictedYxPaths, ()) {
  const Mesh mesh({*rc::gen::inRange(1U, 7U), *rc::gen::inRange(1U, 7U)});
  const MessagePaths paths(message_between_each_pair(mesh.node_count()), mesh, restricted_yx_detour(mesh));
  const LinkDependencies dependencies = link_dependencies(paths);
  RC_ASSERT(dependencies.is_acyclic());
  for (std::uint32_t p = 0; p < paths.path_count(); ++p) {
    const auto links = paths.links_of_path(PathId{p});
    for (std::size_t i = 1; i < links.size(); ++i) {
      RC_ASSERT(dependencies.link_numbers[index(links[i - 1])] < dependencies.link_numbers[index(links[i])]);
    }
  }
}

TEST(LinkDependencies, FourTurnsInOneSquareAreACycle) {
  // Each of four messages goes half-way round a square of four nodes, and all go in the same direction. Two of them
  // take XY routes (first along the row), and two take YX routes.
  const Mesh mesh({2, 2});
  std::vector<std::vector<LinkId>> paths(4);
  mesh.route(NodeId{0}, NodeId{3}, paths[0]);     // The XY route from node 0 to node 3 goes right, then down.
  mesh.yx_route(NodeId{1}, NodeId{2}, paths[1]);  // The YX route from node 1 to node 2 goes down, then left.
  mesh.route(NodeId{3}, NodeId{0}, paths[2]);     // The XY route from node 3 to node 0 goes left, then up.
  mesh.yx_route(NodeId{2}, NodeId{1}, paths[3]);  // The YX route from node 2 to node 1 goes up, then right.
  const LinkDependencies dependencies = link_dependencies(MessagePaths(paths, mesh.link_count()));
  ASSERT_EQ(dependencies.cycle.size(), 4U);
  // Each link on the cycle and the link after it are the two links of one message's path.
  for (std::size_t i = 0; i < 4; ++i) {
    const std::vector<LinkId> turn = {dependencies.cycle[i], dependencies.cycle[(i + 1) % 4]};
    EXPECT_NE(std::ranges::find(paths, turn), paths.end());
  }
  paths.pop_back();
  EXPECT_TRUE(link_dependencies(MessagePaths(paths, mesh.link_count())).is_acyclic());
}

TEST(LinkDependencies, XyWithAllYxRoutesIsNotAcyclic) {
  const Mesh mesh({3, 3});
  const DetourFinder any_yx = [&](NodeId from, NodeId to, std::vector<LinkId>& path) {
    mesh.yx_route(from, to, path);
    return true;
  };
  EXPECT_FALSE(link_dependencies(MessagePaths(message_between_each_pair(9), mesh, any_yx)).is_acyclic());
}

}  // namespace
}  // namespace switchyard
