#include "runtime/engine/engine.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/machines/fixed_delay_machine.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;
using Progress = Engine::EngineProgress;

/// A test fixture that drives an engine without an executor: the test's own thread fills the instruction streams of the
/// nodes and makes the engine advance virtual time.
class EngineWithoutExecutorTest : public testing::Test {
 protected:
  explicit EngineWithoutExecutorTest(FixedDelayOptions delay = {.nodes = 2}) : machine_(delay), engine_(machine_, {}) {}

  void push_instruction(std::uint32_t node, const Instruction& instruction) {
    ASSERT_TRUE(engine_.processor(NodeId{node}).instruction_stream.push(instruction));
  }
  void push_compute_instruction(std::uint32_t node, Duration cost,
                                Instruction::Kind kind = Instruction::Kind::compute) {
    Instruction i;
    i.kind = kind;
    i.duration = cost.count();
    push_instruction(node, i);
  }
  void push_post_instruction(Request& request) {
    Instruction i;
    i.kind = Instruction::Kind::post;
    i.request = &request;
    push_instruction(index(request.owner), i);
  }
  void push_wait_instruction(std::uint32_t node, Request* const* requests, std::uint32_t count,
                             Instruction::Kind kind = Instruction::Kind::wait_all) {
    Instruction i;
    i.kind = kind;
    i.requests = requests;
    i.count = count;
    push_instruction(node, i);
  }
  /// Returns the virtual time at which node 0 is done with two computations of 5 us and with the additional time that
  /// the test has charged to its processor.
  Duration time_after_two_computations() {
    push_compute_instruction(0, 5us);
    push_compute_instruction(0, 5us);
    push_finish_instruction(0);
    push_finish_instruction(1);
    EXPECT_EQ(engine_.execute_events_until_node_runs(), Progress::all_done);
    return virtual_time();
  }
  void push_finish_instruction(std::uint32_t node) { push_instruction(node, Instruction{}); }

  static Request make_request(Request::Kind kind, std::uint32_t owner, std::uint32_t peer, std::byte* data = nullptr,
                              std::uint64_t bytes = 0) {
    Request r;
    r.kind = kind;
    r.owner = NodeId{owner};
    r.peer = NodeId{peer};
    r.data = data;
    r.bytes = bytes;
    return r;
  }
  Duration virtual_time() const { return engine_.now().time_since_epoch(); }

  FixedDelayMachine machine_;
  Engine engine_;
};

TEST_F(EngineWithoutExecutorTest, AsksForAllNodesFirst) {
  EXPECT_EQ(engine_.execute_events_until_node_runs(), Progress::waiting_for_node_programs);
  EXPECT_EQ(engine_.ready_nodes(), (std::vector<NodeId>{NodeId{0}, NodeId{1}}));
}

TEST_F(EngineWithoutExecutorTest, AnEmptyStreamHoldsVirtualTimeBack) {
  push_compute_instruction(0, 5us);
  // Node 1 has given no instruction yet, so that virtual time must not advance.
  ASSERT_EQ(engine_.execute_events_until_node_runs(), Progress::waiting_for_node_programs);
  EXPECT_EQ(engine_.ready_nodes(), (std::vector<NodeId>{NodeId{1}}));
  EXPECT_EQ(virtual_time(), 0us);
  push_compute_instruction(1, 3us);
  ASSERT_EQ(engine_.execute_events_until_node_runs(), Progress::waiting_for_node_programs);
  EXPECT_EQ(engine_.ready_nodes(), (std::vector<NodeId>{NodeId{1}}));
  EXPECT_EQ(virtual_time(), 3us);
}

TEST_F(EngineWithoutExecutorTest, EndsWhenAllHaveFinished) {
  push_compute_instruction(0, 5us);
  push_finish_instruction(0);
  push_finish_instruction(1);
  EXPECT_EQ(engine_.execute_events_until_node_runs(), Progress::all_done);
  EXPECT_EQ(engine_.processor(NodeId{0}).local_time, VirtualTime{5us});
  EXPECT_EQ(engine_.processor(NodeId{1}).local_time, VirtualTime{});
}

TEST_F(EngineWithoutExecutorTest, ADebtIsPaidOnceByTheNextOperation) {
  engine_.emulation().charge_node(NodeId{0}, 2us);
  engine_.emulation().charge_node(NodeId{0}, 1us);
  EXPECT_EQ(time_after_two_computations(), 13us);
}

TEST_F(EngineWithoutExecutorTest, TheNextOperationPaysForAllReceivedMessages) {
  engine_.emulation().charge_for_received_message(NodeId{0}, 2us);
  engine_.emulation().charge_for_received_message(NodeId{0}, 3us);
  EXPECT_EQ(time_after_two_computations(), 15us);
}

class EngineWithInterrupts : public EngineWithoutExecutorTest {
 protected:
  EngineWithInterrupts() : EngineWithoutExecutorTest({.nodes = 2, .rates = {.received_messages_interrupt = true}}) {}
};

TEST_F(EngineWithInterrupts, TheNextOperationWaitsForTheSoftwareOfAllMessagesThatHaveCome) {
  engine_.emulation().charge_for_received_message(NodeId{0}, 2us);
  engine_.emulation().charge_for_received_message(NodeId{0}, 3us);
  engine_.emulation().charge_node(NodeId{0}, 1us);
  EXPECT_EQ(time_after_two_computations(), 16us);
}

TEST_F(EngineWithInterrupts, AMessageLengthensWhatItsNodeExecutesAndNothingElse) {
  push_compute_instruction(0, 5us);
  push_compute_instruction(1, 20us);
  push_compute_instruction(1, 1us);
  push_finish_instruction(1);
  ASSERT_EQ(engine_.execute_events_until_node_runs(), Progress::waiting_for_node_programs);
  ASSERT_EQ(virtual_time(), 5us);
  engine_.emulation().charge_for_received_message(NodeId{1}, 3us);
  push_finish_instruction(0);
  EXPECT_EQ(engine_.execute_events_until_node_runs(), Progress::all_done);
  EXPECT_EQ(virtual_time(), 24us);
}

TEST_F(EngineWithInterrupts, AMessageThatComesWhileAnotherIsHandledIsHandledAfterIt) {
  push_compute_instruction(0, 5us);
  push_compute_instruction(1, 6us);
  push_finish_instruction(1);
  ASSERT_EQ(engine_.execute_events_until_node_runs(), Progress::waiting_for_node_programs);
  // The software for this receipt runs until 8 us, and the computation that it interrupts until 9 us.
  engine_.emulation().charge_for_received_message(NodeId{1}, 3us);
  push_compute_instruction(0, 2us);
  ASSERT_EQ(engine_.execute_events_until_node_runs(), Progress::waiting_for_node_programs);
  ASSERT_EQ(virtual_time(), 7us);
  engine_.emulation().charge_for_received_message(NodeId{1}, 4us);
  push_finish_instruction(0);
  EXPECT_EQ(engine_.execute_events_until_node_runs(), Progress::all_done);
  EXPECT_EQ(virtual_time(), 13us);
}

TEST_F(EngineWithoutExecutorTest, DeliversAMessageAndResumesTheBlockedReceiver) {
  std::array<std::byte, 4> out{std::byte{7}}, in{};
  Request send = make_request(Request::Kind::send, 0, 1, out.data(), out.size());
  Request receive = make_request(Request::Kind::receive, 1, 0, in.data(), in.size());
  Request* sends[] = {&send};
  Request* receives[] = {&receive};
  push_post_instruction(send);
  push_wait_instruction(0, sends, 1);
  push_finish_instruction(0);
  push_post_instruction(receive);
  push_wait_instruction(1, receives, 1);
  ASSERT_EQ(engine_.execute_events_until_node_runs(), Progress::waiting_for_node_programs);
  EXPECT_EQ(engine_.ready_nodes(), (std::vector<NodeId>{NodeId{1}}));
  EXPECT_EQ(virtual_time(), 10us + 40ns);
  EXPECT_EQ(in, out);
  EXPECT_EQ(receive.bytes, 4U);
}

TEST_F(EngineWithoutExecutorTest, IsBlockedOnlyOnTheRequestThatItsWaitHasComeTo) {
  Request first = make_request(Request::Kind::receive, 1, 0);
  Request second = make_request(Request::Kind::receive, 1, 0);
  second.tag = Tag{1};
  Request* both[] = {&first, &second};
  push_post_instruction(first);
  push_post_instruction(second);
  push_wait_instruction(1, both, 2);
  // The engine cannot go on before node 0 has given an instruction.
  ASSERT_EQ(engine_.execute_events_until_node_runs(), Progress::waiting_for_node_programs);
  EXPECT_TRUE(engine_.emulation().is_blocked_on(first));
  EXPECT_FALSE(engine_.emulation().is_blocked_on(second));
  engine_.emulation().complete_request(second);
  engine_.emulation().complete_request(first, 2us);
  EXPECT_FALSE(engine_.emulation().is_blocked_on(first));
  push_compute_instruction(0, 1us);
  ASSERT_EQ(engine_.execute_events_until_node_runs(), Progress::waiting_for_node_programs);
  push_compute_instruction(0, 9us);
  ASSERT_EQ(engine_.execute_events_until_node_runs(), Progress::waiting_for_node_programs);
  EXPECT_EQ(engine_.ready_nodes(), (std::vector<NodeId>{NodeId{1}}));
  EXPECT_EQ(virtual_time(), 2us);
}

TEST_F(EngineWithoutExecutorTest, WaitAnyAnswersWithTheFirstThatIsComplete) {
  Request first = make_request(Request::Kind::receive, 1, 0);
  Request second = make_request(Request::Kind::receive, 1, 0);
  second.tag = Tag{1};
  Request* both[] = {&first, &second};
  push_post_instruction(first);
  push_post_instruction(second);
  push_wait_instruction(1, both, 2, Instruction::Kind::wait_any);
  push_finish_instruction(0);
  engine_.emulation().complete_request(second);
  ASSERT_EQ(engine_.execute_events_until_node_runs(), Progress::waiting_for_node_programs);
  EXPECT_EQ(engine_.processor(NodeId{1}).call_result, 1U);
}

TEST_F(EngineWithoutExecutorTest, TheFirstErrorStays) {
  engine_.end_run_with_error(std::make_exception_ptr(Error("first")));
  engine_.end_run_with_error(std::make_exception_ptr(Error("second")));
  EXPECT_EQ(engine_.execute_events_until_node_runs(), Progress::run_failed);
  try {
    std::rethrow_exception(engine_.error());
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "first");
  }
}

TEST_F(EngineWithoutExecutorTest, AMessageThatDoesNotFitFailsTheRunAndLeavesTheBufferAlone) {
  std::array<std::byte, 2> in{std::byte{1}, std::byte{2}};
  std::array<std::byte, 3> out{};
  Request receive = make_request(Request::Kind::receive, 1, 0, in.data(), in.size());
  EXPECT_FALSE(engine_.emulation().deliver_message(receive, {NodeId{0}}, out.data(), out.size()));
  EXPECT_EQ(in[0], std::byte{1});
  EXPECT_EQ(engine_.execute_events_until_node_runs(), Progress::run_failed);
}

TEST_F(EngineWithoutExecutorTest, RealWorkAlwaysComesBackThroughTheReadyList) {
  push_compute_instruction(0, 5us, Instruction::Kind::compute_with_real_work_on_host);
  push_compute_instruction(0, 1us);
  push_finish_instruction(0);
  push_finish_instruction(1);
  ASSERT_EQ(engine_.execute_events_until_node_runs(), Progress::waiting_for_node_programs);
  EXPECT_EQ(engine_.ready_nodes(), (std::vector<NodeId>{NodeId{0}}));
  EXPECT_EQ(virtual_time(), 5us);
  EXPECT_EQ(engine_.execute_events_until_node_runs(), Progress::all_done);
  EXPECT_EQ(virtual_time(), 6us);
}

TEST(TraceHash, DependsOnTheOrderOfEvents) {
  const Event a{10, std::uint64_t{1} << Event::kSequenceBits, 16, 0};
  const Event b{10, std::uint64_t{2} << Event::kSequenceBits, 16, 0};
  TraceHash ab, ba, again;
  ab.add(a);
  ab.add(b);
  ba.add(b);
  ba.add(a);
  again.add(a);
  again.add(b);
  EXPECT_NE(ab.value(), ba.value());
  EXPECT_EQ(ab.value(), again.value());
}

}  // namespace
}  // namespace switchyard
