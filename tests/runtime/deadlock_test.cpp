#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/node.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;
using WaitCycles = std::vector<std::vector<NodeId>>;

Machine machine_of(std::uint32_t nodes, bool buffers = true) {
  return fixed_delay_machine({.nodes = nodes, .stores_early_messages = buffers});
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Counts how often `part` occurs in `text`.
int count_occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

void receive_mutually_without_sending(Node& self) {
  std::byte in[16];
  self.compute(1us * (index(self.id()) + 1));
  self.receive(self.id() ^ 1U, in, Tag{2});
}
constexpr int kLineOfMutualReceiveCall = __LINE__ - 2;

TEST(Deadlock, HeadOnReceivesAreReportedAsACycle) {
  const auto error =
      error_on_all_executors<DeadlockError>(machine_of(2), receive_mutually_without_sending, {.seed = 17});
  EXPECT_EQ(error.exit_code(), ExitCode::deadlock);
  EXPECT_EQ(static_cast<int>(error.exit_code()), 3);
  EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}}}));
  EXPECT_EQ(error.what(),
            fmt::format(
                "deadlock: 2 of 2 nodes wait for each other, 0 more wait behind them (virtual time 2.000 us, seed 17)\n"
                "  cycle of nodes 0, 1\n"
                "  node 0 in receive from 1, tag 2, 16 B (deadlock_test.cpp:{0}), since 1.000 us    [cycle]\n"
                "    waits for node 1: its message\n"
                "  node 1 in receive from 0, tag 2, 16 B (deadlock_test.cpp:{0}), since 2.000 us    [cycle]\n"
                "    waits for node 0: its message",
                kLineOfMutualReceiveCall));
}

TEST(Deadlock, DotNamesNodesCallsAndEdges) {
  const std::string dot =
      error_on_all_executors<DeadlockError>(machine_of(2), receive_mutually_without_sending).graph().dot();
  EXPECT_TRUE(dot.starts_with("digraph deadlock {\n"));
  EXPECT_TRUE(dot.ends_with("}\n"));
  EXPECT_TRUE(has(dot, "n0 -> n1 [label=\"its message\"];")) << dot;
  EXPECT_TRUE(has(dot, "n1 -> n0 [label=\"its message\"];")) << dot;
  EXPECT_TRUE(has(dot, "node 0\\nreceive from 1, tag 2, 16 B")) << dot;
  EXPECT_EQ(count_occurrences(dot, "color=red"), 2) << dot;
}

TEST(Deadlock, JsonHoldsTheSameGraph) {
  const auto error =
      error_on_all_executors<DeadlockError>(machine_of(2), receive_mutually_without_sending, {.seed = 17});
  const auto json = nlohmann::json::parse(error.graph().json());
  EXPECT_EQ(json["seed"], 17);
  EXPECT_EQ(json["nodes"], 2);
  EXPECT_EQ(json["virtual_time_us"], 2.0);
  ASSERT_EQ(json["waiters"].size(), 2U);
  EXPECT_EQ(json["waiters"][1]["node"], 1);
  EXPECT_EQ(json["waiters"][1]["in_cycle"], true);
  EXPECT_EQ(json["waiters"][1]["since_us"], 2.0);
  EXPECT_TRUE(has(json["waiters"][1]["call"], "receive from 0, tag 2, 16 B"));
  EXPECT_EQ(json["waiters"][1]["waits_for"],
            nlohmann::json::parse(R"([{"node": 0, "resource": "its message", "kind": "message"}])"));
  const auto& awaited = json["waiters"][1]["awaited"][0];
  EXPECT_EQ(awaited["kind"], "receive");
  EXPECT_EQ(awaited["peer"], 0);
  EXPECT_EQ(awaited["tag"], 2);
  EXPECT_EQ(awaited["bytes"], 16);
  EXPECT_EQ(awaited["line"], kLineOfMutualReceiveCall);
  EXPECT_EQ(json["cycles"], nlohmann::json::parse("[[0, 1]]"));
}

TEST(Deadlock, ARingOfBlockingSendsWithoutBuffersIsOneCycle) {
  const NodeProgram ring = [](Node& self) {
    const std::uint32_t n = self.node_count();
    std::byte out[8]{}, in[8];
    self.send(NodeId{(index(self.id()) + 1) % n}, out);
    self.receive(NodeId{(index(self.id()) + n - 1) % n}, in);
  };
  // On a machine that stores messages at their receivers, this program completes.
  run_on_all_executors(machine_of(5), ring);
  const auto error = error_on_all_executors<DeadlockError>(machine_of(5, false), ring);
  EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}, NodeId{2}, NodeId{3}, NodeId{4}}}));
  EXPECT_EQ(count_occurrences(error.what(), "[cycle]"), 5);
  EXPECT_TRUE(has(error.what(), "node 4 in send to 0, tag 0, 8 B")) << error.what();
  EXPECT_TRUE(has(error.what(), "waits for node 0: its receive")) << error.what();
}

TEST(Deadlock, NodesThatWaitForACycleAreReportedAsBehindIt) {
  const auto error = error_on_all_executors<DeadlockError>(machine_of(5), [](Node& self) {
    // Nodes 0 and 1 wait for each other. Node 4 waits for node 3, node 3 for node 2, and node 2 for node 1.
    constexpr std::uint32_t from[] = {1, 0, 1, 2, 3};
    self.receive(NodeId{from[index(self.id())]}, {});
  });
  EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}}}));
  const std::string text = error.what();
  EXPECT_TRUE(has(text, "deadlock: 2 of 5 nodes wait for each other, 3 more wait behind them")) << text;
  EXPECT_TRUE(has(text, "[behind 1]") && has(text, "[behind 2]") && has(text, "[behind 3]")) << text;
  EXPECT_EQ(count_occurrences(text, "[cycle]"), 2) << text;
  EXPECT_EQ(count_occurrences(error.graph().dot(), "color=red"), 2);
}

TEST(Deadlock, TwoCyclesAreReportedEach) {
  const auto error =
      error_on_all_executors<DeadlockError>(machine_of(4), [](Node& self) { self.receive(self.id() ^ 2U, {}); });
  EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{2}}, {NodeId{1}, NodeId{3}}}));
  EXPECT_TRUE(has(error.what(), "cycle of nodes 0, 2")) << error.what();
  EXPECT_TRUE(has(error.what(), "cycle of nodes 1, 3")) << error.what();
}

TEST(Deadlock, ANodeThatWaitsForItselfIsNotOneOfSeveral) {
  const auto alone = error_on_all_executors<DeadlockError>(machine_of(3), [](Node& self) {
    constexpr std::uint32_t from[] = {0, 0, 1};
    self.receive(NodeId{from[index(self.id())]}, {});
  });
  EXPECT_TRUE(alone.graph().cycles().empty());
  EXPECT_TRUE(has(alone.what(), "deadlock: 1 of 3 nodes waits for itself, 2 more wait behind it")) << alone.what();
  const auto both =
      error_on_all_executors<DeadlockError>(machine_of(2), [](Node& self) { self.receive(self.id(), {}); });
  EXPECT_TRUE(has(both.what(), "deadlock: 2 of 2 nodes wait for themselves, 0 more wait behind them")) << both.what();
}

TEST(Deadlock, WaitingForAFinishedNodeIsForEver) {
  const auto error = error_on_all_executors<DeadlockError>(machine_of(3), [](Node& self) {
    if (self.id() == NodeId{1}) self.receive(NodeId{2}, {}, Tag{9});
  });
  EXPECT_TRUE(error.graph().cycles().empty());
  EXPECT_TRUE(has(error.what(), "1 of 3 nodes waits for what cannot come")) << error.what();
  EXPECT_TRUE(has(error.what(), "node 1 in receive from 2, tag 9, 0 B")) << error.what();
  EXPECT_TRUE(has(error.what(), "[for ever: node 2 has finished]")) << error.what();
}

TEST(Deadlock, AnySourceWaitsForAllThatStillRun) {
  const auto error = error_on_all_executors<DeadlockError>(machine_of(4), [](Node& self) {
    if (self.id() == NodeId{3}) return;
    self.receive(kAnyNode, {});
  });
  EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}, NodeId{2}}}));
  EXPECT_TRUE(has(error.what(), "receive from any node")) << error.what();
  EXPECT_FALSE(has(error.what(), "waits for node 3")) << error.what();
}

TEST(Deadlock, AMessageWithTheWrongTagDoesNotEndAWait) {
  const auto error = error_on_all_executors<DeadlockError>(machine_of(2), [](Node& self) {
    self.signal(self.id() ^ 1U, Tag{1});
    self.receive(self.id() ^ 1U, {}, Tag{2});
  });
  EXPECT_TRUE(has(error.what(), "tag 2")) << error.what();
}

TEST(Deadlock, WaitAnyNamesAllItsRequests) {
  const auto error = error_on_all_executors<DeadlockError>(machine_of(3), [](Node& self) {
    if (self.id() != NodeId{0}) return self.receive(NodeId{0}, {}), void();
    std::array handles{self.post_receive(NodeId{1}, {}, Tag{1}), self.post_receive(NodeId{2}, {}, Tag{2})};
    self.wait_any(handles);
  });
  EXPECT_TRUE(has(error.what(), "receive from 1, tag 1, 0 B")) << error.what();
  EXPECT_TRUE(has(error.what(), " or receive from 2, tag 2, 0 B")) << error.what();
  EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}, NodeId{2}}}));
}

TEST(Deadlock, ANodeThatOnlyPollsIsStuckToo) {
  const auto error = error_on_all_executors<DeadlockError>(machine_of(2), [](Node& self) {
    const Handle receive = self.post_receive(self.id() ^ 1U, {}, Tag{7});
    while (!self.test(receive)) {
    }
    self.wait(receive);
  });
  EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}}}));
  EXPECT_TRUE(has(error.what(), "node 0 in receive from 1, tag 7")) << error.what();
}

TEST(Deadlock, ABarrierThatOneNodeMissesNamesThatNode) {
  const auto cube = machines::ipsc860({.nodes = 4});
  const auto error = error_on_all_executors<DeadlockError>(cube, [](Node& self) {
    if (self.id() != NodeId{2}) self.barrier();
  });
  EXPECT_TRUE(error.graph().cycles().empty());
  EXPECT_TRUE(has(error.what(), "3 of 4 nodes wait")) << error.what();
  EXPECT_TRUE(has(error.what(), "node 0 in barrier (deadlock_test.cpp:")) << error.what();
  EXPECT_EQ(count_occurrences(error.what(), "waits for node 2: reaching the barrier"), 3) << error.what();
  EXPECT_EQ(count_occurrences(error.what(), "[for ever: node 2 has finished]"), 3) << error.what();
}

TEST(Deadlock, ABarrierMadeOfMessagesIsNamedAsOne) {
  const auto error = error_on_all_executors<DeadlockError>(machine_of(3), [](Node& self) {
    if (self.id() != NodeId{2}) self.barrier();
  });
  EXPECT_TRUE(has(error.what(), "in barrier, receiving from 2, 0 B (deadlock_test.cpp:")) << error.what();
}

TEST(Deadlock, ANodeAtTheBarrierAndAReceiverThatItShouldServeAreACycle) {
  const auto error = error_on_all_executors<DeadlockError>(machines::ipsc860({.nodes = 2}), [](Node& self) {
    if (self.id() == NodeId{0}) return self.barrier();
    self.receive(NodeId{0}, {});
    self.barrier();
  });
  EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}}}));
}

TEST(Deadlock, ASlowButLiveRunIsNone) {
  run_on_all_executors(machine_of(2), [](Node& self) {
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
  const auto error = error_on_all_executors<Error>(machine_of(2),
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
  const WaitGraph graph({{.node = NodeId{0}, .verb = "send", .blockers = {{NodeId{0}, "own \"buffer\""}}}}, {}, {false},
                        {}, 1);
  EXPECT_TRUE(graph.waiters()[0].is_in_wait_cycle());
  EXPECT_TRUE(has(graph.dot(), "own \\\"buffer\\\"")) << graph.dot();
  EXPECT_EQ(nlohmann::json::parse(graph.json()).count("virtual_time_us"), 0U);
}

TEST(WaitGraph, ALongListOfBlockersIsCutInTheTextOnly) {
  std::vector<BlockingResource> blockers;
  for (std::uint32_t i = 1; i < 8; ++i) blockers.push_back({NodeId{i}, "x"});
  const WaitGraph graph({{.node = NodeId{0}, .blockers = blockers}}, {}, std::vector<bool>(8, true), {}, 1);
  EXPECT_TRUE(has(graph.text(), "and 3 more")) << graph.text();
  EXPECT_EQ(count_occurrences(graph.dot(), "->"), 7);
}

/// In the wait-for graph of this test, nodes 0 and 1 wait for a message from any node, and node 2 waits for node 3,
/// which has finished.
TEST(WaitGraph, AGroupIsListedOnce) {
  const Resource message(ResourceKind::message, {}, "a message from any node");
  const std::vector<WaitGroup> groups{{message, {NodeId{0}, NodeId{1}, NodeId{2}}}};
  const WaitGraph graph({{.node = NodeId{0}, .groups = {0}},
                         {.node = NodeId{1}, .groups = {0}},
                         {.node = NodeId{2}, .blockers = {{NodeId{3}, "its message"}}}},
                        groups, {false, false, false, true}, {}, 1);
  EXPECT_EQ(graph.cycles(), (WaitCycles{{NodeId{0}, NodeId{1}}}));
  EXPECT_EQ(graph.blockers(graph.waiters()[1]).size(), 2U);
  EXPECT_TRUE(has(graph.text(), "[for ever: node 3 has finished]")) << graph.text();
  EXPECT_EQ(count_occurrences(graph.dot(), "->"), 3 + 3);
  const auto json = nlohmann::json::parse(graph.json());
  EXPECT_EQ(json["groups"], nlohmann::json::parse(
                                R"([{"resource": "a message from any node", "kind": "message", "nodes": [0, 1, 2]}])"));
  EXPECT_EQ(json["waiters"][0]["waits_for"], nlohmann::json::parse(R"([{"group": 0}])"));
}

TEST(WaitGraph, WhoWaitsForAGroupOfItselfAloneIsInNoCycle) {
  const WaitGraph graph({{.node = NodeId{0}, .groups = {0}}}, {{"an active message", {NodeId{0}}}}, {false, true}, {},
                        1);
  EXPECT_TRUE(graph.cycles().empty());
  EXPECT_TRUE(has(graph.text(), "[for ever: all other nodes have finished]")) << graph.text();
}

// --- what a waiting node lacks --------------------------------------------------------------------------------------

/// Returns the DeadlockError that ends the program in a run without a clock (ClockKind::off). The test fails if the
/// error differs between executors.
DeadlockError deadlock_with_clock_off(const Machine& machine, const NodeProgram& program) {
  return error_on_all_executors<DeadlockError>(machine, program, {.clock = ClockKind::off});
}

TEST(Deadlock, WaitAllNamesAllItsOpenRequestsAndItsOwnPlace) {
  const NodeProgram program = [](Node& self) {
    if (self.id() == NodeId{0}) return self.signal(NodeId{1}, Tag{1});
    std::array handles{self.post_receive(NodeId{0}, {}, Tag{1}), self.post_receive(NodeId{0}, {}, Tag{2}),
                       self.post_receive(NodeId{0}, {}, Tag{3})};
    self.wait_all(handles);
  };
  const int line = __LINE__ - 2;
  for (const DeadlockError& error : {error_on_all_executors<DeadlockError>(machine_of(2), program),
                                     deadlock_with_clock_off(machine_of(2), program)}) {
    const Waiter& waiter = error.graph().waiters().at(0);
    EXPECT_TRUE(waiter.all);
    EXPECT_EQ(waiter.verb, "wait_all");
    EXPECT_EQ(waiter.site.line, line);
    ASSERT_EQ(waiter.awaited.size(), 2U);
    EXPECT_EQ(waiter.awaited[0].tag, Tag{2});
    EXPECT_EQ(waiter.awaited[1].tag, Tag{3});
    EXPECT_TRUE(has(error.what(), fmt::format(", in wait_all (deadlock_test.cpp:{})", line))) << error.what();
    EXPECT_TRUE(has(error.what(), ") and receive from 0, tag 3")) << error.what();
  }
}

/// Tests machines that store messages at their receivers, and machines on which messages wait at their senders.
TEST(Deadlock, AMessageThatNobodyWantsIsOnOfferWhereAnotherOneIsWaitedFor) {
  const NodeProgram program = [](Node& self) {
    std::array<std::byte, 8> word{};
    if (self.id() == NodeId{1}) return self.send(NodeId{0}, word, {.tag = Tag{4}});
    self.receive(NodeId{1}, word, Tag{3});
  };
  const std::vector<Machine> machines{machine_of(2), machines::ipsc860({.nodes = 2}), machines::cm5({.nodes = 2}),
                                      machine_of(2, false)};
  std::vector<DeadlockError> errors;
  for (const Machine& machine : machines) errors.push_back(error_on_all_executors<DeadlockError>(machine, program));
  errors.push_back(deadlock_with_clock_off(machines[0], program));
  for (const DeadlockError& error : errors) {
    const Waiter& waiter = error.graph().waiters().at(0);
    ASSERT_EQ(waiter.on_offer.size(), 1U) << error.what();
    EXPECT_EQ(waiter.on_offer[0].source, NodeId{1});
    EXPECT_EQ(waiter.on_offer[0].tag, Tag{4});
    EXPECT_EQ(waiter.on_offer[0].bytes, 8U);
    EXPECT_TRUE(has(error.what(), "; on offer: 8 B from 1, tag 4")) << error.what();
  }
}

TEST(Deadlock, WhoWaitsForAFinishedNodeIsNotBehindACycle) {
  const auto error = error_on_all_executors<DeadlockError>(machine_of(5), [](Node& self) {
    // Nodes 0 and 1 wait for each other, node 2 waits for node 1, and node 3 for node 4, which has finished.
    constexpr std::uint32_t from[] = {1, 0, 1, 4, 4};
    if (self.id() != NodeId{4}) self.receive(NodeId{from[index(self.id())]}, {});
  });
  EXPECT_TRUE(has(error.what(),
                  "deadlock: 2 of 5 nodes wait for each other, 1 more waits behind them, 1 more waits for what cannot "
                  "come (virtual"))
      << error.what();
  EXPECT_EQ(error.graph().waiters().at(2).place, RelationToWaitCycle::behind);
  EXPECT_EQ(error.graph().waiters().at(3).place, RelationToWaitCycle::for_ever);
}

TEST(Deadlock, WaitingForAnyNodeWhenAllHaveFinishedSaysSo) {
  const NodeProgram program = [](Node& self) {
    if (self.id() == NodeId{1}) self.receive(kAnyNode, {});
  };
  for (const DeadlockError& error : {error_on_all_executors<DeadlockError>(machine_of(3), program),
                                     deadlock_with_clock_off(machine_of(3), program)}) {
    EXPECT_TRUE(has(error.what(), "[for ever: all other nodes have finished]")) << error.what();
  }
}

TEST(Deadlock, OfManyNodesIsAShortTextWithTheCycleFirst) {
  constexpr std::uint32_t kNodes = 512;
  const NodeProgram ring = [](Node& self) { self.receive(NodeId{(index(self.id()) + 1) % kNodes}, {}); };
  const auto error = error_on_all_executors<DeadlockError>(machine_of(kNodes), ring);
  const std::string text = error.what();
  EXPECT_TRUE(has(text, ")\n  cycle of nodes 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 496 more\n"))
      << text;
  EXPECT_TRUE(text.ends_with("\n  and 496 more nodes wait in a cycle")) << text;
  EXPECT_LT(text.size(), 4000U);
  EXPECT_EQ(nlohmann::json::parse(error.graph().json())["waiters"].size(), kNodes);
}

TEST(Deadlock, NodesBehindAreCountedWhereThereAreMany) {
  const auto error = error_on_all_executors<DeadlockError>(
      machine_of(64), [](Node& self) { self.receive(NodeId{self.id() == NodeId{0} ? 1U : 0U}, {}); });
  EXPECT_TRUE(has(error.what(), "and 46 more nodes wait behind them")) << error.what();
}

TEST(Deadlock, OfAWaitForManyRequestsIsAShortText) {
  constexpr std::size_t kHandles = 20'000;
  const NodeProgram program = [](Node& self) {
    if (self.id() == NodeId{1}) return;
    std::vector<Handle> handles(kHandles);
    for (Handle& handle : handles) handle = self.post_receive(NodeId{1}, {});
    self.wait_any(handles);
  };
  for (const DeadlockError& error : {error_on_all_executors<DeadlockError>(machine_of(2), program),
                                     deadlock_with_clock_off(machine_of(2), program)}) {
    EXPECT_TRUE(has(error.what(), ") or 19996 more, in wait_any (")) << error.what();
    EXPECT_LT(std::string(error.what()).size(), 1000U);
    EXPECT_EQ(error.graph().waiters()[0].awaited.size(), kHandles);
    EXPECT_EQ(error.graph().waiters()[0].blockers.size(), 1U);
  }
}

TEST(Deadlock, LackOfRoomIsReportedWithTheMessageThatNeedsIt) {
  const auto cube = machines::ipsc860({.nodes = 2, .system_buffer = 1});
  const auto error = error_on_all_executors<DeadlockError>(cube, [](Node& self) {
    std::array<std::byte, 8> word{};
    self.send(self.id() ^ 1U, word, {.tag = Tag{5}});
    self.receive(self.id() ^ 1U, word, Tag{5});
  });
  const Resource& lacks = error.graph().waiters().at(0).blockers.at(0).resource;
  EXPECT_EQ(lacks.kind, ResourceKind::system_buffer);
  EXPECT_EQ(lacks.owner, NodeId{1});
  EXPECT_EQ(lacks.wanted, 8U);
  EXPECT_EQ(lacks.bytes_in_use, 0U);
  EXPECT_EQ(lacks.capacity, 1U);
  EXPECT_TRUE(has(error.what(),
                  "space in the system buffer of node 1 (0 of 1 B in use, 8 B asked for by the message 0->1, tag 5)"))
      << error.what();
}

TEST(Deadlock, AReceiveDoesNotWaitForTheRoomOfAnotherMessage) {
  const auto cube = machines::ipsc860({.nodes = 2, .system_buffer = 1});
  const auto error = error_on_all_executors<DeadlockError>(cube, [](Node& self) {
    std::array<std::byte, 8> word{};
    if (self.id() == NodeId{0}) return self.send(NodeId{1}, word, {.tag = Tag{5}});
    self.receive(NodeId{0}, word, Tag{6});
  });
  ASSERT_EQ(error.graph().waiters().at(1).blockers.size(), 1U) << error.what();
  EXPECT_EQ(error.graph().waiters()[1].blockers[0].resource.kind, ResourceKind::message);
}

TEST(Deadlock, AWaitForADiscardedMessageSaysThatItWasDiscarded) {
  const auto error = error_on_all_executors<DeadlockError>(machines::ipsc860({.nodes = 2}), [](Node& self) {
    std::array<std::byte, 8> word{};
    if (self.id() == NodeId{0})
      return self.send(NodeId{1}, word, {.tag = Tag{5}, .protocol = machines::kForcedProtocol});
    self.compute(1ms);
    self.receive(NodeId{0}, word, Tag{5});
  });
  const int line = __LINE__ - 4;
  ASSERT_EQ(error.graph().waiters().at(0).lost.size(), 1U) << error.what();
  const LostMessage& lost = error.graph().waiters()[0].lost[0];
  EXPECT_EQ(lost.message.source, NodeId{0});
  EXPECT_EQ(lost.message.sent.line, line);
  EXPECT_GT(lost.at, VirtualTime{});
  EXPECT_TRUE(has(error.what(), "as it came before its receive: 8 B from 0, tag 5, sent at deadlock_test.cpp:"))
      << error.what();
}

// --- active messages ------------------------------------------------------------------------------------------------

void expect_in_deadlock_reports(const NodeProgram& program, const std::string& part, std::uint32_t nodes = 2) {
  const Machine cm5 = machines::cm5({.nodes = nodes});
  for (const DeadlockError& error :
       {error_on_all_executors<DeadlockError>(cm5, program), deadlock_with_clock_off(cm5, program)}) {
    EXPECT_TRUE(has(error.what(), part)) << error.what();
  }
}

TEST(Deadlock, APortThatLacksBytesIsNamedWithItsByteCounts) {
  expect_in_deadlock_reports(
      [](Node& self) {
        std::vector<std::byte> room(16), part(4);
        bool full = false;
        if (self.id() == NodeId{0}) {
          self.open_port(BulkPortId{1}, room, [&full](ActiveMessage&) { full = true; });
          self.barrier();
          return self.poll_until([&full] { return full; });
        }
        self.barrier();
        BulkData what;
        what.port = BulkPortId{1};
        what.pieces = {part};
        self.copy(NodeId{0}, what);
      },
      "; port 1 has 4 of its 16 B");
}

TEST(Deadlock, WhoAsksForTheLockOfAFinishedNodeNamesIt) {
  expect_in_deadlock_reports(
      [](Node& self) {
        if (self.id() == NodeId{0}) self.try_lock(NodeId{1});
      },
      "waits for node 1: its answer about the busy lock of node 1");
}

TEST(Deadlock, ForALockNamesTheLockItsHolderAndTheCall) {
  const auto program = [](Node& self) {
    if (self.id() == NodeId{2}) {
      self.expect(self.try_lock(NodeId{0}), "free");
      self.signal(NodeId{1});
    }
    if (self.id() == NodeId{1}) {
      self.receive(NodeId{2}, {});
      while (!self.try_lock(NodeId{0})) continue;
    }
    self.barrier();
  };
  const Machine cm5 = machines::cm5({.nodes = 4});
  for (const DeadlockError& error :
       {error_on_all_executors<DeadlockError>(cm5, program), deadlock_with_clock_off(cm5, program)}) {
    const auto waiters = nlohmann::json::parse(error.graph().json())["waiters"];
    ASSERT_EQ(waiters.size(), 4U) << error.what();
    EXPECT_EQ(waiters[1]["node"], 1);
    EXPECT_TRUE(has(waiters[1]["call"], "try_lock (deadlock_test.cpp:")) << waiters[1];
    EXPECT_EQ(waiters[1]["waits_for"][0]["node"], 2) << waiters[1];
    EXPECT_EQ(waiters[1]["waits_for"][0]["kind"], "lock");
    EXPECT_EQ(waiters[1]["waits_for"][0]["owner"], 0);
    EXPECT_TRUE(has(error.what(), "waits for node 2: the busy lock of node 0")) << error.what();
  }
}

TEST(Deadlock, RoomForPacketsToAFinishedNodeDoesNotBlameItForNotPolling) {
  expect_in_deadlock_reports(
      [](Node& self) {
        for (int i = 0; self.id() == NodeId{0} && i < 10'000; ++i) self.request(NodeId{1}, [](ActiveMessage&) {});
      },
      "room for packets to node 1, which has finished");
}

TEST(BusyLock, FreeingTheLockOfAnotherNodeIsAnErrorOfTheCaller) {
  for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
    const auto error = error_on_all_executors<NodeError>(machines::cm5({.nodes = 2}),
                                                         [](Node& self) {
                                                           if (self.id() == NodeId{1}) return self.unlock(NodeId{0});
                                                           self.poll_until([] { return false; });
                                                         },
                                                         {.clock = clock});
    EXPECT_EQ(error.node(), NodeId{1}) << error.what();
    EXPECT_TRUE(has(error.what(), "node 1, active message to node 0 (deadlock_test.cpp:")) << error.what();
  }
}

TEST(ActiveMessage, ErrorsNameTheCallUnderEveryClock) {
  for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
    const Machine cm5 = machines::cm5({.nodes = 2});
    const auto thrown =
        error_on_all_executors<NodeError>(cm5,
                                          [](Node& self) {
                                            if (self.id() == NodeId{1}) return;
                                            self.poll_until([]() -> bool { throw std::runtime_error("no"); });
                                          },
                                          {.clock = clock});
    EXPECT_TRUE(has(thrown.what(), "node 0, polling (deadlock_test.cpp:")) << thrown.what();
    const auto left = error_on_all_executors<DataError>(cm5,
                                                        [](Node& self) {
                                                          if (self.id() == NodeId{0})
                                                            self.request(NodeId{1}, [](ActiveMessage&) {});
                                                        },
                                                        {.clock = clock});
    EXPECT_TRUE(has(left.what(), "never handled; the first: from node 0 (deadlock_test.cpp:")) << left.what();
  }
}

TEST(Deadlock, OfNodesThatAllWaitForAnyIsReportedInLinearSpace) {
  constexpr int kNodes = 64;
  const auto error =
      error_on_all_executors<DeadlockError>(machine_of(kNodes), [](Node& self) { self.receive(kAnyNode, {}); });
  EXPECT_EQ(error.graph().cycles().at(0).size(), kNodes);
  EXPECT_EQ(count_occurrences(error.graph().dot(), "->"), 2 * kNodes);
}

}  // namespace
}  // namespace switchyard
