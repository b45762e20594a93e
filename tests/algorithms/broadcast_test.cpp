#include "algorithms/broadcast/broadcast.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/exchange/payload.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/error.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

constexpr BroadcastKind kBroadcastKinds[] = {BroadcastKind::linear, BroadcastKind::recursive, BroadcastKind::system};

Duration broadcast_time(BroadcastKind kind, std::uint32_t nodes, std::size_t bytes) {
  return run_broadcast(machines::cm5({.nodes = nodes}), kind, bytes).makespan;
}

RC_GTEST_PROP(Broadcast, ReachesEveryNodeOnEveryMachineExecutorAndClock, ()) {
  const auto nodes = std::uint32_t{1} << *rc::gen::inRange(1U, 6U);
  const auto bytes = *rc::gen::element<std::size_t>(0, 1, 100, 1000);
  for (const Machine& machine : {machines::cm5({.nodes = nodes}), machines::ipsc860({.nodes = nodes})}) {
    for (const BroadcastKind kind : kBroadcastKinds) {
      for (const ExecutorKind executor : executors_under_test()) {
        // run_broadcast() throws unless every byte arrives at every node.
        run_broadcast(machine, kind, bytes, {.executor = executor});
        run_broadcast(machine, kind, bytes, {.clock = ClockKind::off, .executor = executor});
      }
    }
  }
}

// The expected times are computed by hand for the CM-5: a message of no bytes keeps its sender busy for 57 us and
// arrives after 88 us.

TEST(LinearBroadcast, SendsToOneMemberAfterTheOther) {
  EXPECT_EQ(broadcast_time(BroadcastKind::linear, 4, 0), 2 * 57us + 88us);
  EXPECT_EQ(broadcast_time(BroadcastKind::linear, 32, 0), 30 * 57us + 88us);
}

/// The data of a recursive broadcast reach the last of N nodes after log2 N messages in a row, one in each step.
TEST(RecursiveBroadcast, TakesLogNMessagesOnTheLongestWay) {
  EXPECT_EQ(broadcast_time(BroadcastKind::recursive, 4, 0), 2 * 88us);
  EXPECT_EQ(broadcast_time(BroadcastKind::recursive, 32, 0), 5 * 88us);
}

/// Ponnusamy et al. 1992, sec. 3.6: the broadcast of the CM-5's system software takes the same time for any number of
/// nodes. On the emulated CM-5 it takes 5 us and 1.65 us a byte.
TEST(SystemBroadcast, TakesTheSameTimeOnAnyNumberOfNodes) {
  EXPECT_EQ(broadcast_time(BroadcastKind::system, 32, 1000), 5us + 1000 * 1650ns);
  EXPECT_EQ(broadcast_time(BroadcastKind::system, 256, 1000), 5us + 1000 * 1650ns);
}

/// Ponnusamy et al. 1992, sec. 3.6, fig. 10, compares a linear, a recursive and the system's broadcast in the same way.
TEST(Broadcast, RecursiveIsAheadOfTheSystemsForLongMessagesAndOfLinearAlways) {
  EXPECT_LT(broadcast_time(BroadcastKind::system, 32, 64), broadcast_time(BroadcastKind::recursive, 32, 64));
  EXPECT_LT(broadcast_time(BroadcastKind::recursive, 32, 4096), broadcast_time(BroadcastKind::system, 32, 4096));
  for (const std::size_t bytes : {0U, 1024U, 4096U}) {
    EXPECT_LT(broadcast_time(BroadcastKind::recursive, 32, bytes), broadcast_time(BroadcastKind::linear, 32, bytes))
        << bytes;
  }
}

using GroupBroadcast = void (*)(Node&, std::span<const NodeId>, std::span<std::byte>);

/// Broadcasts in every row of a mesh at the same time, from the first member of the row to the others, and checks the
/// data.
void broadcast_in_each_row(Node& self, GroupBroadcast broadcast, const std::vector<std::vector<NodeId>>& rows) {
  for (const std::vector<NodeId>& row : rows) {
    if (std::ranges::find(row, self.id()) == row.end()) continue;
    std::vector<std::byte> data(100);
    if (self.id() == row.front()) fill_payload(data, index(row.front()));
    broadcast(self, row, data);
    self.expect(!first_corrupted_byte(data, index(row.front())), "the data of the row's first member has come");
  }
}

/// Makes `count` groups of `size` nodes each, such as the rows or the columns of a mesh. The first node of group g is
/// g * first, and the nodes of a group are `stride` apart.
std::vector<std::vector<NodeId>> evenly_spaced_groups(std::uint32_t count, std::uint32_t size, std::uint32_t first,
                                                      std::uint32_t stride) {
  std::vector<std::vector<NodeId>> result(count);
  for (std::uint32_t group = 0; group < count; ++group) {
    for (std::uint32_t k = 0; k < size; ++k) result[group].push_back(NodeId{group * first + k * stride});
  }
  return result;
}

TEST(Broadcast, ReachesTheRowsOrColumnsOfAMeshAndLeavesOthersAlone) {
  for (const GroupBroadcast broadcast : {linear_broadcast, recursive_broadcast}) {
    for (const auto& members : {evenly_spaced_groups(8, 4, 4, 1), evenly_spaced_groups(4, 8, 1, 4),
                                evenly_spaced_groups(1, 7, 0, 3), evenly_spaced_groups(3, 1, 1, 1)}) {
      run_on_all_executors(machines::cm5({.nodes = 32}),
                           [&](Node& self) { broadcast_in_each_row(self, broadcast, members); });
    }
  }
}

TEST(Broadcast, StartsAtTheFirstNodeOfTheListWhateverItsNumber) {
  const std::vector<std::vector<NodeId>> members{{NodeId{5}, NodeId{0}, NodeId{7}, NodeId{2}, NodeId{1}}};
  for (const GroupBroadcast broadcast : {linear_broadcast, recursive_broadcast}) {
    run_on_all_executors(machines::cm5({.nodes = 8}),
                         [&](Node& self) { broadcast_in_each_row(self, broadcast, members); });
  }
}

TEST(Broadcast, RefusesANodeThatIsNoMember) {
  const std::vector<NodeId> members{NodeId{0}, NodeId{1}};
  for (const GroupBroadcast broadcast : {linear_broadcast, recursive_broadcast}) {
    const auto error = error_on_all_executors<NodeError>(machines::cm5({.nodes = 4}), [&](Node& self) {
      if (self.id() == NodeId{3}) broadcast(self, members, {});
    });
    EXPECT_EQ(error.node(), NodeId{3});
    EXPECT_NE(std::string(error.what()).find("node 3 is none of the 2 members"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace switchyard
