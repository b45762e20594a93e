#include "machines/dragonfly.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "machines/machine_catalogue.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"
#include "tests/machines/sent_messages.hpp"

namespace switchyard::machines {
namespace {

using namespace std::chrono_literals;

TEST(DragonflyShape, IsTheMostBalancedOneForANumberOfNodes) {
  // The shape of the dragonfly for 72 nodes is balanced (its routers have as many nodes as global links, and twice as
  // many routers are in a group), and has as many groups as it can have.
  EXPECT_EQ(dragonfly_shape(72), (DragonflyShape{2, 4, 2, 9}));
  EXPECT_EQ(dragonfly_shape(64), (DragonflyShape{2, 4, 2, 8}));
  EXPECT_EQ(dragonfly_shape(4), (DragonflyShape{1, 2, 1, 2}));
  EXPECT_EQ(dragonfly_shape(1056), (DragonflyShape{4, 8, 4, 33}));
  for (const std::uint32_t none : {1U, 2U, 3U, 5U, 7U, 101U}) EXPECT_FALSE(dragonfly_shape(none)) << none;
}

TEST(DragonflyTopology, AllPairsOfGroupsHaveTheSameNumberOfWires) {
  for (const DragonflyShape shape : {DragonflyShape{2, 4, 2, 9}, {2, 4, 2, 8}, {1, 2, 3, 3}, {1, 3, 2, 4}}) {
    const Dragonfly dragonfly(shape);
    std::vector<std::vector<std::uint32_t>> wires(shape.groups, std::vector<std::uint32_t>(shape.groups, 0));
    const auto group = [&](VertexId v) { return (index(v) - dragonfly.node_count()) / shape.routers_per_group; };
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (std::uint32_t i = 0; i < dragonfly.link_count(); ++i) {
      const auto ends = dragonfly.ends_of_link(LinkId{i});
      if (!dragonfly.is_global_link(LinkId{i}) || !ends) continue;
      ++wires[group(ends->from)][group(ends->to)];
    }
    for (std::uint32_t a = 0; a < shape.groups; ++a) {
      for (std::uint32_t b = 0; b < shape.groups; ++b) {
        EXPECT_EQ(wires[a][b], a == b ? 0 : dragonfly.wires_between_groups()) << a << "," << b;
      }
    }
  }
}

TEST(DragonflyTopology, AMinimalRouteIsLocalGlobalLocal) {
  const Dragonfly dragonfly({2, 4, 2, 9});
  std::vector<LinkId> path;
  for (std::uint32_t from = 0; from < 72; ++from) {
    for (std::uint32_t to = 0; to < 72; ++to) {
      dragonfly.route(NodeId{from}, NodeId{to}, path);
      const auto global = std::ranges::count_if(path, [&](LinkId link) { return dragonfly.is_global_link(link); });
      EXPECT_EQ(global, from / 8 == to / 8 ? 0 : 1);
      EXPECT_LE(path.size(), 5U);
    }
  }
}

TEST(DragonflyTopology, AValiantRoutePassesThroughAThirdGroup) {
  const Dragonfly dragonfly({2, 4, 2, 8});
  std::vector<LinkId> path;
  std::set<std::uint32_t> thirds;
  for (std::uint32_t to = 8; to < 64; ++to) {
    ASSERT_TRUE(dragonfly.find_second_route(NodeId{0}, NodeId{to}, path));
    EXPECT_EQ(std::ranges::count_if(path, [&](LinkId link) { return dragonfly.is_global_link(link); }), 2);
    thirds.insert(dragonfly.make_routing_header(NodeId{0}, NodeId{to}, Route::second).intermediate_router_group);
  }
  // The second route of each pair of nodes goes over a third group, which is chosen pseudo-randomly for the pair.
  EXPECT_GT(thirds.size(), 4U);
  // Nodes 0 and 7 are in the same group, so that there is no second route between them.
  EXPECT_FALSE(dragonfly.find_second_route(NodeId{0}, NodeId{7}, path));
  std::vector<LinkId> usual;
  Dragonfly({2, 4, 2, 8}, true).route(NodeId{0}, NodeId{63}, usual);
  dragonfly.find_second_route(NodeId{0}, NodeId{63}, path);
  EXPECT_EQ(usual, path);
}

TEST(DragonflyTopology, RefusesImpossibleShapes) {
  // Each group would have to reach 9 other groups, but has only 8 global links.
  EXPECT_THROW(Dragonfly({2, 4, 2, 10}), UsageError);
  EXPECT_THROW(Dragonfly({0, 4, 2, 9}), UsageError);
  EXPECT_THROW(Dragonfly({1U << 31U, 1U << 31U, 1, 2}), UsageError);
}

TEST(DragonflyFormula, ALoneMessageTakesSoftwareHopsAndBytes) {
  const Machine machine = dragonfly({.bandwidth = {1'000'000'000}});
  // Nodes 0 and 1 are at the same router, so that a message of 1000 bytes takes 2 links of 100 ns, 0.5 + 0.5 us of
  // software, and 1 ns for each of 1016 B (with the header).
  EXPECT_EQ(finish_time_of_node(send_messages_on_machine(machine, {{0, 1, 1000}}), 1), 2216ns);
  std::vector<LinkId> path;
  machine.routes().route(NodeId{0}, NodeId{63}, path);
  EXPECT_EQ(finish_time_of_node(send_messages_on_machine(machine, {{0, 63, 1000}}), 63), 2016ns + 100ns * path.size());
}

TEST(Dragonfly, AMessageChoosesTheValiantRoute) {
  const Machine machine = dragonfly({.bandwidth = {1'000'000'000}});
  std::vector<LinkId> path;
  machine.routes().find_second_route(NodeId{0}, NodeId{63}, path);
  EXPECT_EQ(finish_time_of_node(send_messages_on_machine(machine, {{0, 63, 1000, 0us, Route::second}}), 63),
            2016ns + 100ns * path.size());
}

RC_GTEST_PROP(Dragonfly, DeliversEveryByteWithoutDeadlock, (std::uint64_t seed)) {
  Rng rng(seed);
  const std::uint32_t nodes[] = {4, 6, 12, 16, 24};
  const Machine machine =
      make_machine({.name = "dragonfly",
                    .nodes = nodes[rng.random_number_below(5)],
                    .settings = {{"--set", "routing", rng.random_number_below(2) == 0 ? "minimal" : "valiant"}}});
  std::vector<MessageToSend> messages;
  for (std::uint64_t i = rng.random_number_below(60); i-- > 0;) {
    const auto from = static_cast<std::uint32_t>(rng.random_number_below(machine.node_count()));
    const auto to = static_cast<std::uint32_t>((from + 1 + rng.random_number_below(machine.node_count() - 1)) %
                                               machine.node_count());
    const bool second =
        rng.random_number_below(2) == 0 && machine.model().has_route(NodeId{from}, NodeId{to}, Route::second);
    messages.push_back({from, to, static_cast<std::size_t>(rng.random_number_below(700)),
                        Duration{rng.random_number_below(1'000)}, second ? Route::second : Route::automatic});
  }
  RC_ASSERT(send_messages_on_machine(machine, messages).network.messages == messages.size());
}

TEST(DragonflyMachine, ChoosesItsShapeByTheNumberOfNodes) {
  const auto shape = [](std::optional<std::uint32_t> nodes, std::vector<Setting> settings = {}) {
    const auto facts =
        make_machine({.name = "dragonfly", .nodes = nodes, .settings = std::move(settings)}).model().machine_facts();
    return std::ranges::find(facts, "shape", &std::pair<std::string, std::string>::first)->second;
  };
  EXPECT_EQ(shape({}), "p=2 a=4 h=2 g=8: balanced (a = 2p = 2h), 8 of at most 9 groups [K]");
  EXPECT_EQ(shape(64), shape({}));
  EXPECT_EQ(shape(72), "p=2 a=4 h=2 g=9: balanced (a = 2p = 2h), 9 of at most 9 groups [K]");
  EXPECT_EQ(shape({}, {{"--set", "groups", "3"}}),
            "p=2 a=4 h=2 g=3: balanced (a = 2p = 2h), 3 of at most 9 groups [K]");
  EXPECT_THROW(shape(7), UsageError);
  EXPECT_THROW(shape(17'000), UsageError);
  EXPECT_THROW(shape(64, {{"--set", "groups", "3"}}), UsageError);
  EXPECT_THROW(shape({}, {{"--set", "groups", "1"}}), UsageError);
  EXPECT_THROW(shape({}, {{"--set", "groups", "4000000000"}}), UsageError);
  EXPECT_THROW(shape({}, {{"--set", "global_links", "0"}}), UsageError);
  EXPECT_THROW(shape({}, {{"--set", "routing", "adaptive"}}), UsageError);
}

}  // namespace
}  // namespace switchyard::machines
