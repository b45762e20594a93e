#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "machines/ipsc860.hpp"
#include "runtime/node.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;
using Cycles = std::vector<std::vector<NodeId>>;

Machine machine_of(std::uint32_t nodes, bool buffers = true) {
  return fixed_delay_machine({.nodes = nodes, .buffers = buffers});
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Counts `part` in `text`.
int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

void head_on_receives(Node& self) {
  std::byte in[16];
  self.compute(1us * (index(self.id()) + 1));
  self.receive(self.id() ^ 1U, in, Tag{2});
}
constexpr int kHeadOnLine = __LINE__ - 2;

TEST(Deadlock, HeadOnReceivesAreReportedAsACycle) {
  const auto error = error_of<DeadlockError>(machine_of(2), head_on_receives, {.seed = 17});
  EXPECT_EQ(error.exit_code(), ExitCode::deadlock);
  EXPECT_EQ(static_cast<int>(error.exit_code()), 3);
  EXPECT_EQ(error.graph().cycles(), (Cycles{{NodeId{0}, NodeId{1}}}));
  EXPECT_EQ(error.what(),
            fmt::format(
                "deadlock: 2 of 2 nodes wait for each other, 0 more wait behind them (virtual time 2.000 us, seed 17)\n"
                "  node 0 in receive from 1, tag 2, 16 B (deadlock_test.cpp:{0}), since 1.000 us    [cycle]\n"
                "    waits for node 1: its message\n"
                "  node 1 in receive from 0, tag 2, 16 B (deadlock_test.cpp:{0}), since 2.000 us    [cycle]\n"
                "    waits for node 0: its message\n"
                "  cycle of nodes 0, 1",
                kHeadOnLine));
}

TEST(Deadlock, DotNamesNodesCallsAndEdges) {
  const std::string dot = error_of<DeadlockError>(machine_of(2), head_on_receives).graph().dot();
  EXPECT_TRUE(dot.starts_with("digraph deadlock {\n"));
  EXPECT_TRUE(dot.ends_with("}\n"));
  EXPECT_TRUE(has(dot, "n0 -> n1 [label=\"its message\"];")) << dot;
  EXPECT_TRUE(has(dot, "n1 -> n0 [label=\"its message\"];")) << dot;
  EXPECT_TRUE(has(dot, "node 0\\nreceive from 1, tag 2, 16 B")) << dot;
  EXPECT_EQ(count_of(dot, "color=red"), 2) << dot;
}

TEST(Deadlock, JsonHoldsTheSameGraph) {
  const auto error = error_of<DeadlockError>(machine_of(2), head_on_receives, {.seed = 17});
  const auto json = nlohmann::json::parse(error.graph().json());
  EXPECT_EQ(json["seed"], 17);
  EXPECT_EQ(json["nodes"], 2);
  EXPECT_EQ(json["virtual_time_us"], 2.0);
  ASSERT_EQ(json["waiters"].size(), 2U);
  EXPECT_EQ(json["waiters"][1]["node"], 1);
  EXPECT_EQ(json["waiters"][1]["in_cycle"], true);
  EXPECT_EQ(json["waiters"][1]["since_us"], 2.0);
  EXPECT_TRUE(has(json["waiters"][1]["call"], "receive from 0, tag 2, 16 B"));
  EXPECT_EQ(json["waiters"][1]["waits_for"], nlohmann::json::parse(R"([{"node": 0, "resource": "its message"}])"));
  EXPECT_EQ(json["cycles"], nlohmann::json::parse("[[0, 1]]"));
}

TEST(Deadlock, ARingOfBlockingSendsWithoutBuffersIsOneCycle) {
  const NodeProgram ring = [](Node& self) {
    const std::uint32_t n = self.node_count();
    std::byte out[8]{}, in[8];
    self.send(NodeId{(index(self.id()) + 1) % n}, out);
    self.receive(NodeId{(index(self.id()) + n - 1) % n}, in);
  };
  run_everywhere(machine_of(5), ring);  // with buffers all is well
  const auto error = error_of<DeadlockError>(machine_of(5, false), ring);
  EXPECT_EQ(error.graph().cycles(), (Cycles{{NodeId{0}, NodeId{1}, NodeId{2}, NodeId{3}, NodeId{4}}}));
  EXPECT_EQ(count_of(error.what(), "[cycle]"), 5);
  EXPECT_TRUE(has(error.what(), "node 4 in send to 0, tag 0, 8 B")) << error.what();
  EXPECT_TRUE(has(error.what(), "waits for node 0: its receive")) << error.what();
}

TEST(Deadlock, NodesBehindACycleAreItsTails) {
  const auto error = error_of<DeadlockError>(machine_of(5), [](Node& self) {
    constexpr std::uint32_t from[] = {1, 0, 1, 2, 3};  // 0 and 1 wait for each other; 4 -> 3 -> 2 -> 1
    self.receive(NodeId{from[index(self.id())]}, {});
  });
  EXPECT_EQ(error.graph().cycles(), (Cycles{{NodeId{0}, NodeId{1}}}));
  const std::string text = error.what();
  EXPECT_TRUE(has(text, "deadlock: 2 of 5 nodes wait for each other, 3 more wait behind them")) << text;
  EXPECT_TRUE(has(text, "[behind 1]") && has(text, "[behind 2]") && has(text, "[behind 3]")) << text;
  EXPECT_EQ(count_of(text, "[cycle]"), 2) << text;
  EXPECT_EQ(count_of(error.graph().dot(), "color=red"), 2);
}

TEST(Deadlock, TwoCyclesAreReportedEach) {
  const auto error = error_of<DeadlockError>(machine_of(4), [](Node& self) { self.receive(self.id() ^ 2U, {}); });
  EXPECT_EQ(error.graph().cycles(), (Cycles{{NodeId{0}, NodeId{2}}, {NodeId{1}, NodeId{3}}}));
  EXPECT_TRUE(has(error.what(), "cycle of nodes 0, 2")) << error.what();
  EXPECT_TRUE(has(error.what(), "cycle of nodes 1, 3")) << error.what();
}

TEST(Deadlock, WaitingForAFinishedNodeIsForEver) {
  const auto error = error_of<DeadlockError>(machine_of(3), [](Node& self) {
    if (self.id() == NodeId{1}) self.receive(NodeId{2}, {}, Tag{9});
  });
  EXPECT_TRUE(error.graph().cycles().empty());
  EXPECT_TRUE(has(error.what(), "1 of 3 nodes wait")) << error.what();
  EXPECT_TRUE(has(error.what(), "node 1 in receive from 2, tag 9, 0 B")) << error.what();
  EXPECT_TRUE(has(error.what(), "[for ever: node 2 has finished]")) << error.what();
}

TEST(Deadlock, AnySourceWaitsForAllThatStillRun) {
  const auto error = error_of<DeadlockError>(machine_of(4), [](Node& self) {
    if (self.id() == NodeId{3}) return;
    self.receive(kAnyNode, {});
  });
  EXPECT_EQ(error.graph().cycles(), (Cycles{{NodeId{0}, NodeId{1}, NodeId{2}}}));
  EXPECT_TRUE(has(error.what(), "receive from any node")) << error.what();
  EXPECT_FALSE(has(error.what(), "waits for node 3")) << error.what();
}

TEST(Deadlock, AMessageWithTheWrongTagDoesNotEndAWait) {
  const auto error = error_of<DeadlockError>(machine_of(2), [](Node& self) {
    self.signal(self.id() ^ 1U, Tag{1});
    self.receive(self.id() ^ 1U, {}, Tag{2});
  });
  EXPECT_TRUE(has(error.what(), "tag 2")) << error.what();
}

TEST(Deadlock, WaitAnyNamesAllItsRequests) {
  const auto error = error_of<DeadlockError>(machine_of(3), [](Node& self) {
    if (self.id() != NodeId{0}) return self.receive(NodeId{0}, {}), void();
    std::array handles{self.post_receive(NodeId{1}, {}, Tag{1}), self.post_receive(NodeId{2}, {}, Tag{2})};
    self.wait_any(handles);
  });
  EXPECT_TRUE(has(error.what(), "receive from 1, tag 1, 0 B")) << error.what();
  EXPECT_TRUE(has(error.what(), " or receive from 2, tag 2, 0 B")) << error.what();
  EXPECT_EQ(error.graph().cycles(), (Cycles{{NodeId{0}, NodeId{1}, NodeId{2}}}));
}

TEST(Deadlock, ANodeThatOnlyPollsIsStuckToo) {
  const auto error = error_of<DeadlockError>(machine_of(2), [](Node& self) {
    const Handle receive = self.post_receive(self.id() ^ 1U, {}, Tag{7});
    while (!self.test(receive)) {
    }
    self.wait(receive);
  });
  EXPECT_EQ(error.graph().cycles(), (Cycles{{NodeId{0}, NodeId{1}}}));
  EXPECT_TRUE(has(error.what(), "node 0 in receive from 1, tag 7")) << error.what();
}

TEST(Deadlock, ABarrierThatOneNodeMissesNamesThatNode) {
  const auto cube = machines::ipsc860({.nodes = 4});
  const auto error = error_of<DeadlockError>(cube, [](Node& self) {
    if (self.id() != NodeId{2}) self.barrier();
  });
  EXPECT_TRUE(error.graph().cycles().empty());
  EXPECT_TRUE(has(error.what(), "3 of 4 nodes wait")) << error.what();
  EXPECT_TRUE(has(error.what(), "node 0 in barrier (deadlock_test.cpp:")) << error.what();
  EXPECT_EQ(count_of(error.what(), "waits for node 2: reaching the barrier"), 3) << error.what();
  EXPECT_EQ(count_of(error.what(), "[for ever: node 2 has finished]"), 3) << error.what();
}

TEST(Deadlock, ABarrierMadeOfMessagesIsNamedAsOne) {
  const auto error = error_of<DeadlockError>(machine_of(3), [](Node& self) {
    if (self.id() != NodeId{2}) self.barrier();
  });
  EXPECT_TRUE(has(error.what(), "in barrier, receiving from 2, 0 B (deadlock_test.cpp:")) << error.what();
}

TEST(Deadlock, ANodeAtTheBarrierAndAReceiverThatItShouldServeAreACycle) {
  const auto error = error_of<DeadlockError>(machines::ipsc860({.nodes = 2}), [](Node& self) {
    if (self.id() == NodeId{0}) return self.barrier();
    self.receive(NodeId{0}, {});
    self.barrier();
  });
  EXPECT_EQ(error.graph().cycles(), (Cycles{{NodeId{0}, NodeId{1}}}));
}

TEST(Deadlock, ASlowButLiveRunIsNone) {
  run_everywhere(machine_of(2), [](Node& self) {
    if (self.id() == NodeId{0}) self.compute(std::chrono::hours{1000});
    self.barrier();
  });
}

TEST(StandingStill, IsALivelock) {
  RunOptions options;
  options.seed = 6;
  try {
    run(
        machine_of(2),
        [](Node& self) {
          if (self.id() == NodeId{1}) return (void)self.receive(NodeId{0}, {});
          self.compute(3us);
          for (;;) self.now();
        },
        options);
    FAIL() << "the run has ended";
  } catch (const LivelockError& error) {
    EXPECT_STREQ(
        error.what(),
        "livelock: virtual time stands still at 3.000 us, while node 0 goes on making calls that take none, or "
        "nodes do so in turn (seed 6)");
  }
}

TEST(VirtualTimeLimit, EndsARunAsUnfinished) {
  const auto error = error_of<Error>(machine_of(2),
                                     [](Node& self) {
                                       for (;;) self.exchange(self.id() ^ 1U, {}, {});
                                     },
                                     {.seed = 5, .time_limit = 1ms});
  EXPECT_EQ(error.exit_code(), ExitCode::unfinished);
  EXPECT_TRUE(has(error.what(), "not finished within the virtual-time limit of 1000.000 us")) << error.what();
  EXPECT_TRUE(has(error.what(), "seed 5")) << error.what();
}

TEST(VirtualTimeLimit, IsNoErrorWhereItIsJustReached) {
  const RunReport report = run(machine_of(1), [](Node& self) { self.compute(1ms); }, {.time_limit = 1ms});
  EXPECT_EQ(report.makespan, 1ms);
}

TEST(WaitGraph, AWaiterOnItselfIsACycleOfOne) {
  const WaitGraph graph({{NodeId{0}, "send", {}, {{NodeId{0}, "own \"buffer\""}}}}, {}, {false}, {}, 1);
  EXPECT_TRUE(graph.waiters()[0].in_cycle);
  EXPECT_TRUE(has(graph.dot(), "own \\\"buffer\\\"")) << graph.dot();
  EXPECT_EQ(nlohmann::json::parse(graph.json()).count("virtual_time_us"), 0U);
}

TEST(WaitGraph, ALongListOfBlockersIsCutInTheTextOnly) {
  std::vector<Blocker> blockers;
  for (std::uint32_t i = 1; i < 8; ++i) blockers.push_back({NodeId{i}, "x"});
  const WaitGraph graph({{NodeId{0}, "call", {}, blockers}}, {}, std::vector<bool>(8, true), {}, 1);
  EXPECT_TRUE(has(graph.text(), "and 3 more")) << graph.text();
  EXPECT_EQ(count_of(graph.dot(), "->"), 7);
}

/// Nodes 0 and 1 wait for any node that still runs, 2 for one that has finished.
TEST(WaitGraph, AGroupIsListedOnce) {
  const std::vector<WaitGroup> groups{{"a message from any node", {NodeId{0}, NodeId{1}, NodeId{2}}}};
  const WaitGraph graph({{.node = NodeId{0}, .groups = {0}},
                         {.node = NodeId{1}, .groups = {0}},
                         {.node = NodeId{2}, .blockers = {{NodeId{3}, "its message"}}}},
                        groups, {false, false, false, true}, {}, 1);
  EXPECT_EQ(graph.cycles(), (Cycles{{NodeId{0}, NodeId{1}}}));
  EXPECT_EQ(graph.blockers(graph.waiters()[1]).size(), 2U);
  EXPECT_TRUE(has(graph.text(), "[for ever: node 3 has finished]")) << graph.text();
  EXPECT_EQ(count_of(graph.dot(), "->"), 3 + 3);
  const auto json = nlohmann::json::parse(graph.json());
  EXPECT_EQ(json["groups"], nlohmann::json::parse(R"([{"resource": "a message from any node", "nodes": [0, 1, 2]}])"));
  EXPECT_EQ(json["waiters"][0]["waits_for"], nlohmann::json::parse(R"([{"group": 0}])"));
}

TEST(WaitGraph, WhoWaitsForAGroupOfItselfAloneIsInNoCycle) {
  const WaitGraph graph({{.node = NodeId{0}, .groups = {0}}}, {{"an active message", {NodeId{0}}}}, {false, true}, {},
                        1);
  EXPECT_TRUE(graph.cycles().empty());
  EXPECT_TRUE(has(graph.text(), "[for ever]")) << graph.text();
}

TEST(Deadlock, OfNodesThatAllWaitForAnyIsReportedInLinearSpace) {
  constexpr int kNodes = 64;
  const auto error = error_of<DeadlockError>(machine_of(kNodes), [](Node& self) { self.receive(kAnyNode, {}); });
  EXPECT_EQ(error.graph().cycles().at(0).size(), kNodes);
  EXPECT_EQ(count_of(error.graph().dot(), "->"), 2 * kNodes);
}

}  // namespace
}  // namespace switchyard
