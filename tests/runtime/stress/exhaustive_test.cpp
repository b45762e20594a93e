#include "runtime/stress/exhaustive.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

#include "algorithms/matrix/communication_matrix.hpp"
#include "bench/stress/algorithm_case.hpp"
#include "machines/cm5.hpp"
#include "machines/dragonfly.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "machines/torus.hpp"
#include "tests/runtime/stress/silent_machine.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

Machine cube(std::uint32_t nodes, std::uint64_t system_buffer = 1U << 20U) {
  return machines::ipsc860({.nodes = nodes, .system_buffer = system_buffer});
}

/// Explores all orders of events, even if fewer are proven to suffice for the program, because the tests in this file
/// are about this search.
ExhaustiveSearchReport explore_every_order(const Machine& machine, const NodeProgram& program) {
  ProgramTrial trial(machine, program);
  return explore_all_orders(trial, {.tries_one_order_per_choice_set_first = false});
}

/// Returns a program in which each node calls compute() `count` times.
NodeProgram computing_program(int count) {
  return [count](Node& self) {
    for (int i = 0; i < count; ++i) self.compute(1us);
  };
}

TEST(Exhaustive, NodesThatTouchNothingInCommonHaveOneOrder) {
  const ExhaustiveSearchReport report = explore_every_order(cube(4), computing_program(5));
  EXPECT_TRUE(report.has_run_all_orders);
  EXPECT_EQ(report.order_count, 1U);
  EXPECT_EQ(report.orders_by_outcome.at(RunOutcome::completed), 1U);
}

TEST(Exhaustive, WhoComesLastToABarrierMakesNoDifference) {
  const ExhaustiveSearchReport report = explore_every_order(cube(4), [](Node& self) {
    self.compute(1us);
    self.barrier();
  });
  EXPECT_TRUE(report.has_run_all_orders);
  EXPECT_EQ(report.order_count, 1U);
}

/// Collectives that consist of messages can happen in one order of events only, because each of their messages has a
/// receive that names its source.
TEST(Exhaustive, CollectivesByMessagesHaveOneOrder) {
  ProgramTrial trial(machines::mesh({.width = 3, .height = 1}), [](Node& self) {
    std::array<std::uint64_t, 8> values{index(self.id())};
    self.all_reduce(std::span<std::uint64_t>(values), std::plus<>(), OperandOrder::free);
    self.broadcast(NodeId{1}, std::as_writable_bytes(std::span(values)));
    self.barrier();
  });
  const ExhaustiveSearchReport report = explore_all_orders(trial);
  EXPECT_TRUE(report.proves_no_failure());
  EXPECT_EQ(report.order_count, 1U);
}

/// Explores all orders of events of a program in which node 1 cancels its receive after 5 ms, and node 0 computes for
/// `sender_computes` before it sends. So the message may come before or after the cancel.
ExhaustiveSearchReport explore_orders_of_receive_cancellation(const Machine& machine, Duration sender_computes) {
  return explore_every_order(machine, [&](Node& self) {
    std::array<std::byte, 4> word{};
    if (self.id() == NodeId{0}) {
      self.compute(sender_computes);
      return self.send(NodeId{1}, word);
    }
    const Handle receive = self.post_receive(NodeId{0}, word);
    self.compute(5ms);
    self.cancel(receive);
    self.expect(!self.wait(receive).cancelled, "the message came in time");
  });
}

TEST(Exhaustive, TheLastEventOfARunRacesAsAllOthersDo) {
  for (const Machine& machine : {cube(2), machines::cm5({.nodes = 2}), machines::mesh({.width = 2, .height = 1})}) {
    const ExhaustiveSearchReport report = explore_orders_of_receive_cancellation(machine, Duration::zero());
    EXPECT_TRUE(report.has_run_all_orders) << machine.name();
    EXPECT_EQ(report.orders_by_outcome.at(RunOutcome::data_corrupted), 1U) << machine.name();
    EXPECT_TRUE(report.orders_by_outcome.contains(RunOutcome::completed)) << machine.name();
  }
}

TEST(Exhaustive, ASendIsTakenBackBeforeItIsReceivedOrAfter) {
  for (const Machine& machine : {cube(2), machines::cm5({.nodes = 2}), machines::mesh({.width = 2, .height = 1})}) {
    const ExhaustiveSearchReport report = explore_every_order(machine, [](Node& self) {
      std::array<std::byte, 4> word{};
      if (self.id() == NodeId{1}) {
        const Handle receive = self.post_receive(NodeId{0}, word);
        self.barrier();
        self.cancel(receive);
        self.wait(receive);
        return;
      }
      const Handle send = self.post_send(NodeId{1}, word, {.mode = SendMode::synchronous});
      self.compute(5ms);
      self.cancel(send);
      const bool taken_back = self.wait(send).cancelled;
      self.barrier();
      self.expect(!taken_back, "the message was received");
    });
    EXPECT_TRUE(report.has_run_all_orders) << machine.name();
    EXPECT_EQ(report.orders_by_outcome.count(RunOutcome::data_corrupted), 1U) << machine.name();
    EXPECT_EQ(report.orders_by_outcome.count(RunOutcome::completed), 1U) << machine.name();
  }
}

TEST(Exhaustive, EventsThatAFailurePreventsAreTriedBeforeIt) {
  for (const Machine& machine : {cube(2), machines::cm5({.nodes = 2}), machines::mesh({.width = 2, .height = 1})}) {
    const ExhaustiveSearchReport report = explore_orders_of_receive_cancellation(machine, 7ms);
    EXPECT_TRUE(report.has_run_all_orders) << machine.name();
    EXPECT_EQ(report.orders_by_outcome.at(RunOutcome::data_corrupted), 1U) << machine.name();
    EXPECT_TRUE(report.orders_by_outcome.contains(RunOutcome::completed)) << machine.name();
  }
}

/// Returns all orders in which node 0 can receive `each` messages from each other node. An order is a text of the
/// numbers of the senders.
std::set<std::string> orders_of_arrival(std::uint32_t nodes, std::uint32_t each) {
  std::set<std::string> seen;
  const ExhaustiveSearchReport report = explore_every_order(cube(nodes), [&](Node& self) {
    std::array<std::byte, 4> word{};
    std::string order;
    for (std::uint32_t left = self.id() == NodeId{0} ? (nodes - 1) * each : 0; left > 0; --left) {
      order += std::to_string(index(self.receive(kAnyNode, word).source));
    }
    if (self.id() == NodeId{0}) seen.insert(order);
    for (std::uint32_t left = self.id() == NodeId{0} ? 0 : each; left > 0; --left) self.send(NodeId{0}, word);
  });
  EXPECT_TRUE(report.has_run_all_orders);
  return seen;
}

TEST(Exhaustive, MessagesOfAllSendersComeInAllOrders) {
  EXPECT_EQ(orders_of_arrival(2, 3), std::set<std::string>{"111"});
  EXPECT_EQ(orders_of_arrival(4, 1).size(), 6U);
}

/// Either of the two messages in this program may be received first, although both are sent at the beginning of the
/// run.
TEST(Exhaustive, FindsTheMessageThatAnotherReceiveWasToGet) {
  for (const Machine& machine : {cube(4), machines::cm5({.nodes = 4}), machines::mesh({.width = 2, .height = 2})}) {
    const ExhaustiveSearchReport report = explore_every_order(machine, [](Node& self) {
      std::array<std::byte, 4> word{};
      if (self.id() == NodeId{1} || self.id() == NodeId{2}) self.send(NodeId{0}, word);
      if (self.id() != NodeId{0}) return;
      self.receive(kAnyNode, word);
      self.receive(NodeId{2}, word);
    });
    EXPECT_TRUE(report.has_run_all_orders) << machine.name();
    EXPECT_TRUE(report.findings.contains(RunOutcome::deadlock)) << machine.name();
    EXPECT_TRUE(report.orders_by_outcome.contains(RunOutcome::completed)) << machine.name();
  }
}

TEST(Exhaustive, AProbeFindsAMessageInSomeOrders) {
  for (const Machine& machine : {cube(2), machines::cm5({.nodes = 2}), machines::mesh({.width = 2, .height = 1})}) {
    std::set<bool> found;
    const ExhaustiveSearchReport report = explore_every_order(machine, [&found](Node& self) {
      std::array<std::byte, 4> word{};
      if (self.id() == NodeId{1}) return self.send(NodeId{0}, word);
      self.compute(1us);
      found.insert(self.try_probe(NodeId{1}).has_value());
      self.receive(NodeId{1}, word);
    });
    EXPECT_TRUE(report.has_run_all_orders) << machine.name();
    EXPECT_EQ(found.size(), 2U) << machine.name();
  }
}

TEST(Exhaustive, FindsTheOneOrderThatFails) {
  const ExhaustiveSearchReport report = explore_every_order(cube(4), [](Node& self) {
    std::array<std::byte, 4> word{};
    if (self.id() != NodeId{0}) return self.send(NodeId{0}, word);
    std::array<std::uint32_t, 3> order{};
    for (std::uint32_t& source : order) source = index(self.receive(kAnyNode, word).source);
    self.expect(order != std::array<std::uint32_t, 3>{3, 2, 1}, "never backwards");
  });
  EXPECT_TRUE(report.has_run_all_orders);
  EXPECT_GT(report.orders_by_outcome.at(RunOutcome::completed), 0U);
  EXPECT_GT(report.orders_by_outcome.at(RunOutcome::data_corrupted), 0U);
}

TEST(Exhaustive, AFindingCanBeReplayed) {
  const CommunicationMatrix matrix = CommunicationMatrix::from_triplets(
      4, std::vector<Triplet>{{NodeId{0}, NodeId{1}, 300}, {NodeId{1}, NodeId{0}, 300}});
  AlgorithmTrial trial({cube(4, 256), shipped_algorithms().find("test", "ac_unposted"), matrix});
  const ExhaustiveSearchReport report = explore_all_orders(trial);
  EXPECT_TRUE(report.has_run_all_orders);
  ASSERT_TRUE(report.findings.contains(RunOutcome::deadlock));
  const StressedRun& known = report.findings.at(RunOutcome::deadlock).run;
  const StressedRun again = rerun_with_decisions(trial, 0, known.strategy, known.seed, known.arbiter_decisions, {});
  EXPECT_EQ(again.outcome, RunOutcome::deadlock);
  EXPECT_EQ(again.trace_hash, known.trace_hash);
}

TEST(Exhaustive, AlgorithmsThatPostTheirReceivesHaveNoDeadlockInAnyOrder) {
  const CommunicationMatrix matrix = CommunicationMatrix::from_triplets(
      2, std::vector<Triplet>{{NodeId{0}, NodeId{1}, 300}, {NodeId{1}, NodeId{0}, 300}});
  for (const char* name : {"ac", "lp", "rs_n", "rs_nl"}) {
    AlgorithmTrial trial({cube(2, 256), shipped_algorithms().find("test", name), matrix});
    const ExhaustiveSearchReport report = explore_all_orders(trial, {.tries_one_order_per_choice_set_first = false});
    EXPECT_TRUE(report.has_run_all_orders) << name;
    EXPECT_EQ(report.orders_by_outcome.at(RunOutcome::completed), report.order_count) << name;
  }
}

/// A program in which two pairs of nodes exchange one message each. The two messages use different links.
const NodeProgram kProgramOfTwoSendReceivePairs = [](Node& self) {
  std::array<std::byte, 4> word{};
  const std::uint32_t me = index(self.id());
  if (me % 2 == 0) return self.send(NodeId{me + 1}, word);
  self.receive(NodeId{me - 1}, word);
};
/// A program in which nodes 0 and 1 send to node 2, which first receives the message of node 0.
const NodeProgram kProgramExpectingNodeZeroMessageFirst = [](Node& self) {
  std::array<std::byte, 4> word{};
  if (self.id() == NodeId{0}) return self.send(NodeId{2}, word);
  if (self.id() == NodeId{1}) return self.send(NodeId{2}, word);
  if (self.id() == NodeId{2}) {
    self.expect(self.receive(kAnyNode, word).source == NodeId{0}, "node 0 comes first");
    self.receive(kAnyNode, word);
  }
};
/// A program in which each of two nodes sends a block to the other one before it receives.
const NodeProgram kProgramSendingBlocksBeforeReceiving = [](Node& self) {
  std::array<std::byte, 100> block{};
  if (index(self.id()) > 1) return;
  self.send(self.id() ^ 1U, block);
  self.receive(self.id() ^ 1U, block);
};

/// Compares two searches of all orders of events. One knows from the machine which parts of its state each event
/// touches; the other one does not. Expects that both reach the same outcomes, and that the first one runs no more
/// orders than the second.
void expect_fewer_orders(const Machine& machine, const NodeProgram& program) {
  const ExhaustiveSearchReport told = explore_every_order(machine, program);
  const ExhaustiveSearchReport all = explore_every_order(without_optional_statements(machine), program);
  EXPECT_TRUE(told.has_run_all_orders && all.has_run_all_orders) << machine.name();
  EXPECT_LE(told.order_count, all.order_count) << machine.name();
  std::set<RunOutcome> told_outcomes, all_outcomes;
  for (const auto& [outcome, count] : told.orders_by_outcome) told_outcomes.insert(outcome);
  for (const auto& [outcome, count] : all.orders_by_outcome) all_outcomes.insert(outcome);
  EXPECT_EQ(told_outcomes, all_outcomes) << machine.name()
                                         << (all.findings.empty() ? "" : ": " + all.findings.begin()->second.run.text);
  ::testing::Test::RecordProperty(machine.name(), fmt::format("{} of {}", told.order_count, all.order_count));
}

// Size in bytes, less than that of the block in kProgramSendingBlocksBeforeReceiving.
constexpr std::uint64_t kSystemBufferBelowOneBlock = 99;

TEST(Exhaustive, MachinesThatTellWhatTheyTouchReachTheSameVerdictsInFewerOrders) {
  for (const Machine& machine :
       {machines::mesh({.width = 4, .height = 1, .system_buffer = kSystemBufferBelowOneBlock}),
        machines::torus({.size = "4", .system_buffer = kSystemBufferBelowOneBlock}),
        machines::torus({.size = "4", .routing = "adaptive", .system_buffer = kSystemBufferBelowOneBlock})}) {
    for (const NodeProgram& program :
         {kProgramOfTwoSendReceivePairs, kProgramExpectingNodeZeroMessageFirst, kProgramSendingBlocksBeforeReceiving})
      expect_fewer_orders(machine, program);
  }
}

/// The program kProgramOfTwoSendReceivePairs is left out, because it has hundreds of thousands of orders of events or
/// more on these machines.
TEST(Exhaustive, MachinesWithMoreEventsReachTheSameVerdictsInFewerOrdersToo) {
  for (const Machine& machine : {machines::dragonfly({.nodes_per_router = 1,
                                .routers_per_group = 2,
                                .global_links = 1,
                                .groups = 2,
                                .system_buffer = kSystemBufferBelowOneBlock}),
                                 machines::cm5({.nodes = 4})}) {
    for (const NodeProgram& program : {kProgramExpectingNodeZeroMessageFirst, kProgramSendingBlocksBeforeReceiving})
      expect_fewer_orders(machine, program);
  }
}

/// In kProgramOfTwoSendReceivePairs, each receiver may post its receive before or after the message is announced and,
/// on machines that store messages, also after the data has arrived.
TEST(Exhaustive, MessagesThatShareNothingDifferOnlyInWhenTheirReceiversBegin) {
  EXPECT_EQ(explore_every_order(machines::mesh({.width = 4, .height = 1}), kProgramOfTwoSendReceivePairs).order_count,
            3U * 3U);
  EXPECT_EQ(explore_every_order(machines::torus({.size = "4"}), kProgramOfTwoSendReceivePairs).order_count, 3U * 3U);
  EXPECT_EQ(explore_every_order(machines::cm5({.nodes = 4}), kProgramOfTwoSendReceivePairs).order_count, 2U * 2U);
}

/// Explores all orders of events of a program, and returns all texts that `program` returns on any node, except empty
/// ones. A search that leaves out possible orders would miss some of these texts.
std::set<std::string> texts_in_all_orders(const Machine& machine, const std::function<std::string(Node&)>& program) {
  std::set<std::string> seen;
  const ExhaustiveSearchReport report = explore_every_order(machine, [&](Node& self) {
    const std::string answer = program(self);
    if (!answer.empty()) seen.insert(answer);
  });
  EXPECT_TRUE(report.has_run_all_orders) << machine.name();
  return seen;
}

TEST(Exhaustive, ANodeMayBeginAfterAMessageHasCome) {
  const ExhaustiveSearchReport report = explore_every_order(cube(2), [](Node& self) {
    std::array<std::byte, 4> word{};
    if (self.id() == NodeId{0}) return self.send(NodeId{1}, word, {.protocol = machines::kForcedProtocol});
    self.receive(NodeId{0}, word);
  });
  EXPECT_TRUE(report.has_run_all_orders);
  EXPECT_EQ(report.orders_by_outcome.count(RunOutcome::completed), 1U);
  EXPECT_FALSE(report.proves_no_failure()) << "the message is discarded where no receive is posted yet";
}

TEST(Exhaustive, AMessageMayComeBetweenTwoReceivesThatArePosted) {
  const ExhaustiveSearchReport report = explore_every_order(cube(2), [](Node& self) {
    std::array<std::byte, 4> first{}, second{};
    if (self.id() == NodeId{0}) {
      self.receive(NodeId{1}, first);
      return self.send(NodeId{1}, first, {.mode = SendMode::ready});
    }
    const Handle asked = self.post_send(NodeId{0}, first);
    const Handle answer = self.post_receive(NodeId{0}, second);
    self.wait(asked);
    self.wait(answer);
  });
  EXPECT_TRUE(report.has_run_all_orders);
  EXPECT_EQ(report.orders_by_outcome.count(RunOutcome::completed), 1U);
  EXPECT_EQ(report.orders_by_outcome.count(RunOutcome::program_error), 1U) << "it is sent in ready mode";
}

TEST(Exhaustive, AMessageMayComeBetweenATestAndACancel) {
  for (const Machine& machine : {cube(2), machines::cm5({.nodes = 2}), machines::mesh({.width = 2, .height = 1})}) {
    const auto seen = texts_in_all_orders(machine, [](Node& self) -> std::string {
      std::array<std::byte, 4> word{};
      if (self.id() == NodeId{0}) return self.send(NodeId{1}, word), "";
      const Handle receive = self.post_receive(NodeId{0}, word);
      const bool done = self.test(receive);
      self.cancel(receive);
      const bool taken_back = self.wait(receive).cancelled;
      if (taken_back) self.receive(NodeId{0}, word);
      return std::string(done ? "done" : "not yet") + (taken_back ? ", taken back" : ", received");
    });
    EXPECT_EQ(seen, (std::set<std::string>{"done, received", "not yet, received", "not yet, taken back"}))
        << machine.name();
  }
}

/// When the node begins to wait for any of its two sends, the first one is complete, and the second one may be complete
/// too.
TEST(Exhaustive, AWaitForAnyMayEndWithWhatWasPostedLast) {
  for (const Machine& machine : {cube(2), machines::mesh({.width = 2, .height = 1})}) {
    const auto seen = texts_in_all_orders(machine, [](Node& self) -> std::string {
      std::array<std::byte, 4> word{};
      if (self.id() == NodeId{1}) {
        self.receive(NodeId{0}, word);
        self.send(NodeId{0}, word);
        self.receive(NodeId{0}, word);
        return "";
      }
      std::array<Handle, 2> sends{self.post_send(NodeId{1}, word), {}};
      self.receive(NodeId{1}, word);
      sends[1] = self.post_send(NodeId{1}, word);
      const std::size_t which = self.wait_any(sends);
      self.wait_all(sends);
      return std::to_string(which);
    });
    EXPECT_EQ(seen, (std::set<std::string>{"0", "1"})) << machine.name();
  }
}

/// If the search rules out an order of two steps because the first step has led to the second, it must try the other
/// steps that came before the second step instead.
TEST(Exhaustive, AProbeMayFindAMessageWhoseSenderTestsLate) {
  std::set<std::string> seen;
  std::string both;
  const ExhaustiveSearchReport report = explore_every_order(machines::cm5({.nodes = 2}), [&](Node& self) {
    std::array<std::byte, 4> word{};
    const bool found = self.try_probe(self.id() ^ 1U).has_value();
    bool done = false;
    if (self.id() == NodeId{0}) {
      self.receive(NodeId{1}, word);
    } else {
      const Handle send = self.post_send(NodeId{0}, word);
      done = self.test(send);
      self.wait(send);
    }
    both += self.id() == NodeId{0} ? (found ? " found" : " not found") : (done ? " done" : " not done");
    self.barrier();
    seen.insert(both);
    self.barrier();
    both.clear();
  });
  EXPECT_TRUE(report.has_run_all_orders);
  EXPECT_TRUE(seen.contains(" found done") || seen.contains(" done found"));
}

/// The path of the message of node 2 to node 1 has a link that the message of node 3 also needs.
TEST(Exhaustive, ACircuitMayBeHeldUpHalfWay) {
  std::set<std::uint32_t> first;
  const ExhaustiveSearchReport report = explore_every_order(cube(4), [&first](Node& self) {
    std::array<std::byte, 4> word{};
    Handle send;
    if (self.id() == NodeId{2}) send = self.post_send(NodeId{1}, word);
    self.barrier();
    if (self.id() == NodeId{3}) self.send(NodeId{1}, word);
    if (self.id() == NodeId{2}) self.wait(send);
    if (self.id() != NodeId{1}) return;
    first.insert(index(self.receive(kAnyNode, word).source));
    self.receive(kAnyNode, word);
  });
  EXPECT_TRUE(report.has_run_all_orders);
  EXPECT_EQ(first, (std::set<std::uint32_t>{2, 3}));
}

/// The data of both transfers moves at the same time. Either transfer may end first, because the other one may be
/// delayed.
TEST(Exhaustive, OnTheFatTreeTheDataOfTransfersEndsInAnyOrder) {
  std::set<std::size_t> first;
  const ExhaustiveSearchReport report = explore_every_order(machines::cm5({.nodes = 4}), [&](Node& self) {
    std::array<std::byte, 160> from_one{}, from_two{};
    if (self.id() == NodeId{1}) self.send(NodeId{0}, std::span(from_one).first(16));
    if (self.id() == NodeId{2}) self.send(NodeId{0}, from_two);
    if (self.id() != NodeId{0}) return;
    std::array<Handle, 2> both{self.post_receive(NodeId{1}, from_one), self.post_receive(NodeId{2}, from_two)};
    first.insert(self.wait_any(both));
    self.wait_all(both);
  });
  EXPECT_TRUE(report.has_run_all_orders);
  EXPECT_EQ(first, (std::set<std::size_t>{0, 1}));
}

/// Explores all orders of events of a program in which node 0 tests up to `most` times whether a message of node 1 has
/// come.
ExhaustiveSearchReport explore_orders_of_polling_program(int most) {
  return explore_every_order(cube(2), [most](Node& self) {
    std::array<std::byte, 4> word{};
    if (self.id() == NodeId{1}) return self.send(NodeId{0}, word);
    const Handle receive = self.post_receive(NodeId{1}, word);
    bool done = false;
    for (int i = 0; i < most && !done; ++i) done = self.test(receive);
    self.expect(done, "so many tests are enough");
    self.wait(receive);
  });
}

TEST(Exhaustive, AProgramThatCountsManyPollsIsNotProven) {
  const ExhaustiveSearchReport few = explore_orders_of_polling_program(3);
  EXPECT_EQ(few.orders_by_outcome.count(RunOutcome::data_corrupted), 1U);
  EXPECT_EQ(few.orders_with_truncated_polling, 0U);
  const ExhaustiveSearchReport many = explore_orders_of_polling_program(80);
  EXPECT_TRUE(many.has_run_all_orders);
  EXPECT_TRUE(many.findings.empty());
  EXPECT_GT(many.orders_with_truncated_polling, 0U);
  EXPECT_FALSE(many.proves_no_failure());
  EXPECT_TRUE(explore_every_order(cube(2), computing_program(3)).proves_no_failure());
}

TEST(Exhaustive, AStopLeavesTheSearchIncomplete) {
  std::stop_source stop;
  stop.request_stop();
  ProgramTrial trial(cube(4), computing_program(1));
  EXPECT_FALSE(explore_all_orders(trial, {}, stop.get_token()).has_run_all_orders);
}

TEST(Exhaustive, TheEstimateGrowsWithTheCase) {
  const auto all_to_one = [](Node& self) {
    std::array<std::byte, 4> word{};
    if (self.id() != NodeId{0}) return self.send(NodeId{0}, word);
    for (std::uint32_t k = 1; k < self.node_count(); ++k) self.receive(kAnyNode, word);
  };
  ProgramTrial two(cube(2), all_to_one), four(cube(4), all_to_one);
  const double few = estimate_orders(two).order_count;
  EXPECT_GE(few, 1);
  EXPECT_GT(estimate_orders(four).order_count, few);
}

}  // namespace
}  // namespace switchyard
