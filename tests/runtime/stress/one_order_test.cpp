#include "runtime/stress/one_order.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "machines/cm5.hpp"
#include "machines/dragonfly.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "machines/torus.hpp"
#include "runtime/random.hpp"
#include "runtime/stress/exhaustive.hpp"
#include "runtime/stress/undisturbed_order.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/stress/silent_machine.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;
using Word = std::array<std::byte, 4>;

ExhaustiveSearchReport explore(const Machine& machine, const NodeProgram& program) {
  ProgramTrial trial(machine, program);
  return explore_all_orders(trial);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Expects that the undisturbed order of events completes, that it is not proven to stand for all orders (with an
/// explanation that contains `reason`), and that another order ends with the outcome `finding`.
void expect_no_proof(const Machine& machine, const NodeProgram& program, const std::string& reason,
                     RunOutcome finding) {
  const ExhaustiveSearchReport report = explore(machine, program);
  EXPECT_FALSE(report.proof_that_one_order_suffices.is_one_order_proven_sufficient)
      << report.proof_that_one_order_suffices.explanation;
  EXPECT_TRUE(has(report.proof_that_one_order_suffices.explanation, reason))
      << report.proof_that_one_order_suffices.explanation;
  EXPECT_TRUE(report.has_run_all_orders);
  EXPECT_TRUE(report.orders_by_outcome.contains(RunOutcome::completed));
  EXPECT_TRUE(report.findings.contains(finding)) << report.order_count << " orders";
}

void expect_proven_single_order(const Machine& machine, const NodeProgram& program) {
  const ExhaustiveSearchReport report = explore(machine, program);
  EXPECT_TRUE(report.proof_that_one_order_suffices.is_one_order_proven_sufficient)
      << machine.name() << ": " << report.proof_that_one_order_suffices.explanation;
  EXPECT_TRUE(report.has_run_all_orders) << machine.name();
  EXPECT_EQ(report.order_count, 1U) << machine.name();
  EXPECT_EQ(report.orders_by_outcome, (std::map<RunOutcome, std::uint64_t>{{RunOutcome::completed, 1}}))
      << machine.name();
}

// --- programs whose single order is proven --------------------------------------------------------------------------

/// Returns a program for 4 x 4 nodes in which each node exchanges values with its four neighbours in each step, as a
/// stencil computation does.
NodeProgram stencil_program(std::uint32_t steps) {
  return [steps](Node& self) {
    constexpr std::uint32_t kSide = 4;
    const std::uint32_t row = index(self.id()) / kSide, column = index(self.id()) % kSide;
    const auto node_at = [](std::uint32_t r, std::uint32_t c) { return NodeId{r % kSide * kSide + c % kSide}; };
    const std::array neighbours{node_at(row + 1, column), node_at(row + kSide - 1, column), node_at(row, column + 1),
                                node_at(row, column + kSide - 1)};
    for (std::uint32_t step = 0; step < steps; ++step) {
      std::array<std::uint32_t, 4> incoming{};
      std::array<Handle, 8> all;
      for (std::size_t i = 0; i < 4; ++i) {
        all[i] = self.post_receive(neighbours[i], std::as_writable_bytes(std::span(&incoming[i], 1)));
      }
      for (std::size_t i = 0; i < 4; ++i) {
        all[4 + i] = self.post_send(neighbours[i], std::as_bytes(std::span(&step, 1)));
      }
      self.wait_all(all);
      self.expect(std::ranges::count(incoming, step) == 4, "the neighbours have come to the same step");
    }
  };
}

TEST(OneOrderProof, AStencilOfNamedReceivesHasOneOnEveryMachine) {
  for (const Machine& machine :
       {machines::ipsc860({.nodes = 16}), machines::cm5({.nodes = 16}), machines::mesh({.width = 4, .height = 4}),
        machines::mesh({.width = 4, .height = 4, .circuits = true}), machines::torus({.size = "4x4"}),
        machines::torus({.size = "4x4", .routing = "adaptive"}),
        machines::dragonfly({.nodes_per_router = 2, .routers_per_group = 2, .global_links = 2, .groups = 4}),
        fixed_delay_machine({.nodes = 16}), fixed_delay_machine({.nodes = 16, .stores_early_messages = false})}) {
    expect_proven_single_order(machine, stencil_program(1000));
  }
}

TEST(OneOrderProof, AllowsCallsThatAreNoChoices) {
  expect_proven_single_order(machines::mesh({.width = 2, .height = 2}), [](Node& self) {
    Word in{}, out{};
    const NodeId partner = self.id() ^ 1U;
    self.compute(1us);
    self.mark("start");
    Handle receive = self.post_receive(partner, in, TagSelector::any());
    self.wait_later(self.post_send(partner, out));
    // This call does not read the virtual clock, so that it does not prevent a proof.
    self.complete_later_waits();
    self.wait(receive);
    self.barrier();
    self.all_reduce(index(self.id()), std::plus<>{});
  });
}

/// A machine may promise in which ways its network orders messages. Without such a promise, a search runs all orders of
/// events.
TEST(OneOrderProof, AMachineWithoutAPromiseIsSearchedInAllOrders) {
  const ExhaustiveSearchReport report =
      explore(without_optional_statements(fixed_delay_machine({.nodes = 3})), [](Node& self) {
        Word in{}, more{};
        if (self.id() > NodeId{0}) return self.send(NodeId{0}, in);
        self.receive(NodeId{1}, in);
        self.receive(NodeId{2}, more);
      });
  EXPECT_TRUE(has(report.proof_that_one_order_suffices.explanation, "machine fixed_delay does not promise"))
      << report.proof_that_one_order_suffices.explanation;
  EXPECT_TRUE(report.has_run_all_orders);
  EXPECT_GT(report.order_count, 1U);
}

TEST(OneOrderProof, ANetworkThatCanDeadlockByItselfMakesNoPromise) {
  EXPECT_TRUE(machines::mesh({.width = 4, .height = 4}).model().network_promise());
  EXPECT_FALSE(machines::mesh({.width = 4, .height = 4, .shared_links = true}).model().network_promise());
  EXPECT_FALSE(machines::mesh({.width = 4, .height = 4, .any_turn = true}).model().network_promise());
  EXPECT_FALSE(machines::torus({.size = "8x8", .channels = 1}).model().network_promise());
}

TEST(OneOrderProof, ARunWithAFindingIsSearchedInAllOrders) {
  const ExhaustiveSearchReport report = explore(machines::cm5({.nodes = 2}), [](Node& self) {
    Word in{}, out{};
    self.send(self.id() ^ 1U, out);
    self.receive(self.id() ^ 1U, in);
  });
  EXPECT_FALSE(report.proof_that_one_order_suffices.is_one_order_proven_sufficient);
  EXPECT_TRUE(report.findings.contains(RunOutcome::deadlock));
}

// --- choices --------------------------------------------------------------------------------------------------------

/// Returns a program in which nodes 1 and 2 send one message each to node 0, which runs `receiver`. Node 2 sends 1 ms
/// later than node 1.
template <class Receiver>
NodeProgram two_senders_program(Receiver receiver) {
  return [receiver](Node& self) {
    Word word{};
    if (self.id() == NodeId{0}) return receiver(self);
    if (self.id() == NodeId{2}) self.compute(1ms);
    if (self.id() < NodeId{3}) self.send(NodeId{0}, word);
  };
}

TEST(OneOrderProof, AReceiveFromAnyNodeIsAChoiceThatMayEndOtherwise) {
  const NodeProgram race = two_senders_program([](Node& self) {
    Word word{};
    const NodeId first = self.receive(kAnyNode, word).source;
    self.receive(kAnyNode, word);
    self.expect(first == NodeId{1}, "node 1 comes first");
  });
  expect_no_proof(machines::ipsc860({.nodes = 4}), race, "with other choices a run ends as data_corrupted",
                  RunOutcome::data_corrupted);
}

/// Returns a program in which node 0 posts one receive for each of two senders and then calls sees(self, receives),
/// which must return true.
template <class Sees>
NodeProgram two_named_receives_program(Sees sees) {
  return two_senders_program([sees](Node& self) {
    Word one{}, two{};
    std::array both{self.post_receive(NodeId{1}, one), self.post_receive(NodeId{2}, two)};
    self.expect(sees(self, both), "node 1 comes first");
    self.wait_all(both);
  });
}

TEST(OneOrderProof, AWaitForAnyIsAChoiceThatMayEndOtherwise) {
  const NodeProgram race =
      two_named_receives_program([](Node& self, std::span<Handle> both) { return self.wait_any(both) == 0; });
  expect_no_proof(machines::ipsc860({.nodes = 4}), race, "with other choices a run ends as data_corrupted",
                  RunOutcome::data_corrupted);
}

TEST(OneOrderProof, AReceiveThatNoMessageCanMatchIsCancelledInAllOrders) {
  for (const Machine& machine :
       {machines::ipsc860({.nodes = 4}), machines::cm5({.nodes = 4}), machines::mesh({.width = 2, .height = 2})}) {
    expect_proven_single_order(machine, [](Node& self) {
      constexpr Tag kFirst{1}, kSecond{2};
      const NodeId partner = self.id() ^ 1U;
      Word in{}, out{}, other{};
      const Handle first = self.post_receive(partner, in, kFirst), never = self.post_receive(partner, other, kFirst);
      self.send(partner, out, {.tag = kFirst});
      self.wait(first);
      self.cancel(never);
      self.expect(self.wait(never).cancelled, "no other message comes before the barrier");
      self.barrier();
      const Handle second = self.post_receive(partner, in, kSecond);
      self.send(partner, out, {.tag = kSecond});
      self.wait(second);
    });
  }
}

TEST(OneOrderProof, ACancelThatAMessageMayComeBeforeIsAChoice) {
  const NodeProgram race = two_senders_program([](Node& self) {
    Word one{}, two{};
    const Handle late = self.post_receive(NodeId{2}, two);
    self.receive(NodeId{1}, one);
    self.cancel(late);
    const bool is_cancelled = self.wait(late).cancelled;
    if (is_cancelled) self.receive(NodeId{2}, two);
    self.expect(is_cancelled, "node 1 comes first");
  });
  expect_no_proof(machines::ipsc860({.nodes = 4}), race, "cancels a receive that a message may have matched by then",
                  RunOutcome::data_corrupted);
}

TEST(OneOrderProof, ATestIsAChoice) {
  const NodeProgram race = two_named_receives_program([](Node& self, std::span<Handle> both) {
    self.wait(both[0]);
    both[0] = Handle{};
    return !self.test(both[1]);
  });
  expect_no_proof(fixed_delay_machine({.nodes = 3}), race, "node 0 tests whether something is done",
                  RunOutcome::data_corrupted);
}

TEST(OneOrderProof, ALookAtTheClockIsAChoice) {
  const NodeProgram race = two_named_receives_program([](Node& self, std::span<Handle> both) {
    self.wait(both[0]);
    both[0] = Handle{};
    return self.now() < VirtualTime{1ms};
  });
  expect_no_proof(fixed_delay_machine({.nodes = 3}), race, "a program looks at its clock", RunOutcome::data_corrupted);
}

TEST(OneOrderProof, ActiveMessagesAreAChoice) {
  const ExhaustiveSearchReport report = explore(machines::cm5({.nodes = 2}), [](Node& self) {
    if (self.id() == NodeId{0}) return self.request(NodeId{1}, [](ActiveMessage&) {});
    self.poll_until(VirtualTime{1ms}, [] { return false; });
  });
  EXPECT_TRUE(has(report.proof_that_one_order_suffices.explanation, "uses active messages"))
      << report.proof_that_one_order_suffices.explanation;
}

/// If two receives have the same buffer, the message that comes last leaves its data in the buffer.
TEST(OneOrderProof, TwoReceivesIntoOneBufferAreAChoice) {
  const NodeProgram race = [](Node& self) {
    std::array word{static_cast<std::byte>(index(self.id()))};
    if (self.id() == NodeId{2}) self.compute(1ms);
    if (self.id() != NodeId{0}) return self.send(NodeId{0}, word);
    std::array both{self.post_receive(NodeId{1}, word), self.post_receive(NodeId{2}, word)};
    self.wait_all(both);
    self.expect(word[0] == std::byte{2}, "node 2 comes last");
  };
  expect_no_proof(fixed_delay_machine({.nodes = 3}), race, "receives into a buffer that another open call uses",
                  RunOutcome::data_corrupted);
}

TEST(OneOrderProof, DataThatChangesBeforeItsSendIsDoneIsAChoice) {
  const NodeProgram race = [](Node& self) {
    std::array word{std::byte{1}};
    std::array<std::byte, 1> other{};
    if (self.id() == NodeId{0}) {
      const Handle early = self.post_send(NodeId{1}, word);
      self.receive(NodeId{2}, other);
      word[0] = std::byte{2};
      return self.wait(early), void();
    }
    if (self.id() == NodeId{2}) return self.compute(1ms), self.send(NodeId{0}, other);
    self.receive(NodeId{0}, word);
    self.expect(word[0] == std::byte{1}, "the data as it was sent");
  };
  const ExhaustiveSearchReport report = explore(fixed_delay_machine({.nodes = 3}), race);
  EXPECT_TRUE(has(report.proof_that_one_order_suffices.explanation, "node 0 changes the data of a send"))
      << report.proof_that_one_order_suffices.explanation;
}

// --- messages that come early ---------------------------------------------------------------------------------------

/// Node 1 sends a FORCED message to node 0 when it gets a signal. If the signal is from node 0, the receive is already
/// posted; if the signal is from node 2, it may not be posted yet.
TEST(OneOrderProof, AForcedMessageMustFindItsReceiveInAllOrders) {
  const auto sends = [](bool after_receiver) {
    return [after_receiver](Node& self) {
      Word word{};
      const NodeId herald{after_receiver ? 0U : 2U};
      const auto wakes = [&] {
        if (self.id() == herald) self.signal(NodeId{1});
      };
      if (self.id() == NodeId{1}) {
        self.await_signal(herald);
        return self.send(NodeId{0}, word, {.protocol = machines::kForcedProtocol});
      }
      if (self.id() != NodeId{0}) return wakes();
      self.compute(1us);
      const Handle receive = self.post_receive(NodeId{1}, word);
      wakes();
      self.wait(receive);
    };
  };
  expect_proven_single_order(machines::ipsc860({.nodes = 4}), sends(true));
  expect_no_proof(machines::ipsc860({.nodes = 4}), sends(false), "a message of node 1 to node 0 can come before its",
                  RunOutcome::discarded);
}

/// A program in which messages may come before their receives, and so need room. If both messages of node 1 come first,
/// one of them fills the system buffer of node 0, and the other one waits and holds the receive port.
const NodeProgram kProgramWithPossibleEarlyMessages = [](Node& self) {
  std::array<std::byte, 60> block{};
  if (self.id() == NodeId{1}) {
    self.compute(1ms);
    self.send(NodeId{0}, block);
    self.send(NodeId{0}, block);
  }
  if (self.id() == NodeId{2}) self.send(NodeId{0}, block);
  if (self.id() != NodeId{0}) return;
  for (const NodeId source : {NodeId{2}, NodeId{1}, NodeId{1}}) self.receive(source, block);
};

TEST(OneOrderProof, ThereMustBeRoomForAllMessagesThatMayComeEarly) {
  const auto cube = [](std::uint64_t room) { return machines::ipsc860({.nodes = 4, .system_buffer = room}); };
  const auto mesh = [](std::uint64_t room) { return machines::mesh({.width = 4, .height = 1, .system_buffer = room}); };
  const std::string reason = "messages to node 0 may need 180 B of its system buffer of 60 B";
  expect_no_proof(cube(60), kProgramWithPossibleEarlyMessages, reason, RunOutcome::deadlock);
  expect_no_proof(mesh(60), kProgramWithPossibleEarlyMessages, reason, RunOutcome::deadlock);
  for (const Machine& machine : {cube(180), mesh(180)})
    expect_proven_single_order(machine, kProgramWithPossibleEarlyMessages);
  EXPECT_FALSE(explore(cube(179), kProgramWithPossibleEarlyMessages)
                   .proof_that_one_order_suffices.is_one_order_proven_sufficient);
}

/// The long message of node 1 has reserved all room in the system buffer of node 0. Even when its receive is posted,
/// its data may still be on its way, so that the short message of node 2 may wait for room and hold the receive port.
TEST(OneOrderProof, RoomIsTakenUpUntilTheDataIsIn) {
  const NodeProgram program = [](Node& self) {
    std::array<std::byte, 150> data{};
    const std::span brief = std::span(data).first(50);
    if (self.id() == NodeId{1}) return self.send(NodeId{0}, data);
    if (self.id() == NodeId{2}) {
      self.await_signal(NodeId{0});
      return self.send(NodeId{0}, brief);
    }
    if (self.id() != NodeId{0}) return;
    self.compute(10ms);
    const Handle receive = self.post_receive(NodeId{1}, data);
    self.signal(NodeId{2});
    self.wait(receive);
    self.receive(NodeId{2}, brief);
  };
  expect_no_proof(machines::ipsc860({.nodes = 4, .system_buffer = 150}), program,
                  "messages to node 0 may need 200 B of its system buffer of 150 B", RunOutcome::deadlock);
  expect_proven_single_order(machines::ipsc860({.nodes = 4, .system_buffer = 200}), program);
}

/// Messages without data, messages whose receives are posted, and messages of collectives on the iPSC/860 need no room
/// in a system buffer.
TEST(OneOrderProof, SomeMessagesNeedNoRoom) {
  const NodeProgram signals = [](Node& self) {
    self.signal(self.id() ^ 1U);
    self.await_signal(self.id() ^ 1U);
  };
  const NodeProgram asked_for = [](Node& self) {
    constexpr Tag kReady{1};
    Word in{}, out{};
    const NodeId partner = self.id() ^ 1U;
    const Handle receive = self.post_receive(partner, in);
    self.signal(partner, kReady);
    self.await_signal(partner, kReady);
    self.send(partner, out);
    self.wait(receive);
  };
  const NodeProgram reduction = [](Node& self) { self.all_reduce(index(self.id()), std::plus<>{}); };
  const Machine cube = machines::ipsc860({.nodes = 4, .system_buffer = 0});
  const Machine mesh = machines::mesh({.width = 2, .height = 2, .system_buffer = 0});
  for (const Machine& machine : {cube, mesh}) {
    expect_proven_single_order(machine, signals);
    expect_proven_single_order(machine, asked_for);
  }
  expect_proven_single_order(cube, reduction);
}

// --- random programs ------------------------------------------------------------------------------------------------

struct RandomMessage {
  NodeId from{};
  NodeId to{};
  std::size_t bytes = 0;
  Protocol protocol = Protocol::automatic;
};

constexpr std::uint32_t kNodes = 4;

std::vector<RandomMessage> random_messages(Rng& rng, const Machine& machine) {
  constexpr std::array<std::size_t, 4> kSizes{0, 20, 60, 150};
  std::vector<RandomMessage> messages(2 + rng.random_number_below(7));
  for (RandomMessage& message : messages) {
    message.from = NodeId{static_cast<std::uint32_t>(rng.random_number_below(kNodes))};
    message.to =
        NodeId{(index(message.from) + 1 + static_cast<std::uint32_t>(rng.random_number_below(kNodes - 1))) % kNodes};
    message.bytes = kSizes[rng.random_number_below(kSizes.size())];
    if (machine.model().supports(machines::kForcedProtocol) && rng.random_number_below(4) == 0)
      message.protocol = machines::kForcedProtocol;
  }
  return messages;
}

/// Returns a random program in which all nodes send and receive their messages nearly in the order of one list, and now
/// and then wait for all requests that they have posted.
NodeProgram random_program(std::uint64_t seed, const Machine& machine) {
  Rng rng(seed);
  return [seed, messages = random_messages(rng, machine)](Node& self) {
    Rng own(split_seed(seed, index(self.id())));
    std::vector<std::size_t> mine;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if (messages[i].from == self.id() || messages[i].to == self.id()) mine.push_back(i);
    }
    if (mine.size() > 1 && own.random_number_below(2) == 0)
      std::swap(mine[0], mine[1 + own.random_number_below(mine.size() - 1)]);
    std::array<std::array<std::byte, 150>, 8> buffers{};
    std::vector<Handle> open;
    if (own.random_number_below(3) == 0) self.compute(1ms);
    for (const std::size_t i : mine) {
      const auto& [from, to, bytes, protocol] = messages[i];
      const std::span data = std::span(buffers[i]).first(bytes);
      open.push_back(from == self.id() ? self.post_send(to, data, {.protocol = protocol})
                                       : self.post_receive(from, std::span(buffers[i])));
      if (own.random_number_below(2) == 0) self.wait_all(open);
    }
    self.wait_all(open);
  };
}

/// Returns for how many of the random programs one order of events is proven to suffice. The test fails if one of these
/// programs does not complete when it is run in other orders.
int count_proven_programs(const Machine& machine, int programs) {
  constexpr std::uint64_t kOrders = 20;
  int proven = 0;
  for (int i = 0; i < programs; ++i) {
    const std::uint64_t seed = split_seed(2026, static_cast<std::uint64_t>(i));
    ProgramTrial trial(machine, random_program(seed, machine));
    ProgramLog log(kNodes);
    const Choices none;
    DefaultEventOrderArbiter undisturbed(log, none);
    if (run_with_arbiter(trial, undisturbed, 1, {}).outcome != RunOutcome::completed) continue;
    const auto calls = order_of_run(log);
    if (!check_that_one_order_suffices(log, calls ? &*calls : nullptr, machine.model()).is_one_order_proven_sufficient)
      continue;
    ++proven;
    for (const StressStrategy strategy : {StressStrategy::random, StressStrategy::pct, StressStrategy::starve}) {
      for (std::uint64_t order = 0; order < kOrders; ++order) {
        const StressedRun run = carry_out_disturbed_run(trial, strategy, order, 100, {});
        EXPECT_EQ(run.outcome, RunOutcome::completed) << machine.name() << ", program " << i << ": " << run.text;
      }
    }
  }
  return proven;
}

TEST(OneOrderProof, ProvenProgramsCompleteInAnyOrder) {
  constexpr int kPrograms = 100;
  for (const std::uint64_t room : {std::uint64_t{100}, std::uint64_t{300}}) {
    for (const Machine& machine :
         {machines::ipsc860({.nodes = kNodes, .system_buffer = room}),
          machines::mesh({.width = kNodes, .height = 1, .system_buffer = room}),
          machines::torus({.size = "4", .routing = "adaptive", .system_buffer = room}),
          machines::dragonfly(
              {.nodes_per_router = 1, .routers_per_group = 2, .global_links = 1, .groups = 2, .system_buffer = room}),
          machines::cm5({.nodes = kNodes, .send_buffers = static_cast<std::uint32_t>(room / 100)}),
          fixed_delay_machine({.nodes = kNodes, .stores_early_messages = false})}) {
      const int proven = count_proven_programs(machine, kPrograms);
      EXPECT_GT(proven, 0) << machine.name();
      EXPECT_LT(proven, kPrograms) << machine.name();
      ::testing::Test::RecordProperty(machine.name(), proven);
    }
  }
}

}  // namespace
}  // namespace switchyard
