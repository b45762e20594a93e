/// \file free_running_test.cpp
/// Explores whole runs without a clock (ClockKind::off), in which the nodes are threads that send, sleep, and wake each
/// other. Tests that no wake-up is lost: the run would report a lost wake-up as a deadlock.

#include <array>
#include <cstdlib>
#include <functional>
#include <memory>

#include "runtime/clock/off/station.hpp"
#include "runtime/error.hpp"
#include "runtime/parking_spot.hpp"
#include "tests/memory_model/memory.hpp"
#include "tests/memory_model/verdicts.hpp"

namespace switchyard::memory_model {
namespace {

constexpr NodeId kNodeZero{0}, kNodeOne{1}, kNodeTwo{2};

/// An executor whose nodes are threads of an explored program. The nodes sleep on parking spots (binary semaphores), as
/// in the real executor for threads.
class ParkingSpotExecutor final : public Executor {
 public:
  void make_threads_or_fibers(std::uint32_t) override {}
  void run(const std::function<void(NodeId)>&) override {}
  void park(NodeId node) override { parking_spots_[index(node)].park(); }
  void unpark(NodeId node) override { parking_spots_[index(node)].unpark(); }
  void yield(NodeId) override {}
  void begin_work_on_host(NodeId) override {}
  void end_work_on_host(NodeId) override {}
  [[noreturn]] void abandon_node_program(NodeId) noexcept override { std::abort(); }

 private:
  std::array<ParkingSpot, 3> parking_spots_;
};

/// The nodes of one run. Each lane (the queue of messages from one node to another) has room for one message.
struct NodesOfRun {
  explicit NodesOfRun(std::uint32_t count)
      : session(count, {.mailbox_capacity = 1, .spins_before_sleep = false}, executor) {}

  static Request request(Request::Kind kind, NodeId owner, NodeId peer, std::uint32_t& value) {
    Request request;
    request.kind = kind;
    request.owner = owner;
    request.peer = peer;
    request.data = reinterpret_cast<std::byte*>(&value);
    request.bytes = sizeof(value);
    return request;
  }
  void wait(Request& request) {
    Request* const self = &request;
    session.wait_all(request.owner, {&self, 1}, {});
  }
  void send(NodeId from, NodeId to, std::uint32_t value, SendMode mode = SendMode::standard) {
    Request send = request(Request::Kind::send, from, to, value);
    send.mode = mode;
    session.post(send);
    wait(send);
  }
  std::uint32_t receive(NodeId me, NodeId from) {
    std::uint32_t value = 0;
    Request receive = request(Request::Kind::receive, me, from, value);
    session.post(receive);
    wait(receive);
    return value;
  }
  void receive_and_expect_value(NodeId me, NodeId from, std::uint32_t value) {
    expect(receive(me, from) == value, "another message than the next one was received");
  }

  std::string error_text() const {
    try {
      if (session.error()) std::rethrow_exception(session.error());
    } catch (const std::exception& error) {
      return error.what();
    }
    return {};
  }

  ParkingSpotExecutor executor;
  FreeRunningSession session;
  std::uint32_t sum = 0;             ///< sum of the numbers that a node has received as messages
  RaceCheckedVariable<int> work[3];  ///< results of the nodes' work, as plain data that must not be raced on
};

using NodeThreadFunction = std::function<void(NodesOfRun&)>;
using NodesStateCheck = std::function<void(NodesOfRun&)>;

void expect_no_error(NodesOfRun& nodes) { expect(!nodes.session.error(), nodes.error_text()); }

/// Explores a run in which node i runs bodies[i]. `check` is called after each execution, when all nodes have ended.
ExplorationVerdict explore_run(const std::vector<NodeThreadFunction>& bodies, const Bounds& bounds = {},
                               const InjectedFaults& injected_faults = {},
                               const NodesStateCheck& check = expect_no_error) {
  const auto make = [&] {
    const auto nodes = std::make_shared<NodesOfRun>(static_cast<std::uint32_t>(bodies.size()));
    ExploredProgram program;
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      program.thread_bodies.push_back({"node " + std::to_string(i), [nodes, i, &bodies] {
                                         try {
                                           bodies[i](*nodes);
                                           nodes->session.finish(NodeId{i});
                                           // ignored here, because `check` reports the reason after the execution
                                         } catch (const RunStopped&) {
                                         }
                                       }});
    }
    program.run_after_threads = [nodes, &check] { check(*nodes); };
    return program;
  };
  return explore(make, {.bounds = bounds, .injected_faults = injected_faults});
}

const std::vector<NodeThreadFunction> kThreadFunctionsSendingOneMessage = {
    [](NodesOfRun& w) { w.send(kNodeZero, kNodeOne, 7); },
    [](NodesOfRun& w) { w.receive_and_expect_value(kNodeOne, kNodeZero, 7); }};
const std::vector<NodeThreadFunction> kThreadFunctionsSendingTwoMessages = {
    [](NodesOfRun& w) {
      w.send(kNodeZero, kNodeOne, 7);
      w.send(kNodeZero, kNodeOne, 8);
    },
    [](NodesOfRun& w) {
      w.receive_and_expect_value(kNodeOne, kNodeZero, 7);
      w.receive_and_expect_value(kNodeOne, kNodeZero, 8);
    }};

TEST(FreeRunningOrders, AMessageWakesItsReceiver) {
  expect_no_failure(explore_run(kThreadFunctionsSendingOneMessage, {.most_preemptions = 3}));
}

TEST(FreeRunningOrders, ASenderSleepsUntilItsLaneHasSpace) {
  expect_no_failure(explore_run(kThreadFunctionsSendingTwoMessages, {.stale_read_count_limit = 1}));
}

TEST(FreeRunningOrders, AReceiverThatHasFinishedLetsSendersGo) {
  expect_no_failure(explore_run({kThreadFunctionsSendingTwoMessages[0], [](NodesOfRun&) {}}));
}

TEST(FreeRunningOrders, NodesThatSendToEachOtherBothReceive) {
  const auto exchange = [](NodeId me, NodeId partner) {
    return [=](NodesOfRun& w) {
      w.send(me, partner, index(me));
      w.receive_and_expect_value(me, partner, index(partner));
    };
  };
  expect_no_failure(explore_run({exchange(kNodeZero, kNodeOne), exchange(kNodeOne, kNodeZero)}));
}

TEST(FreeRunningOrders, AReceiveFromAnyNodeTakesTheMessagesOfTwo) {
  const NodeThreadFunction receiver = [](NodesOfRun& w) {
    for (int i = 0; i < 2; ++i) w.sum += w.receive(kNodeZero, kAnyNode);
    expect(w.sum == 3, "a message is lost, or came twice");
  };
  expect_no_failure(explore_run({receiver, [](NodesOfRun& w) { w.send(kNodeOne, kNodeZero, 1); },
                                 [](NodesOfRun& w) { w.send(kNodeTwo, kNodeZero, 2); }},
                                {.most_preemptions = 1}));
}

TEST(FreeRunningOrders, ASynchronousSendEndsWhenItsMessageIsTaken) {
  expect_no_failure(explore_run({[](NodesOfRun& w) { w.send(kNodeZero, kNodeOne, 7, SendMode::synchronous); },
                                 kThreadFunctionsSendingOneMessage[1]}));
}

/// Tests a synchronous send that is cancelled while the receiver may take its message. Either the send is cancelled and
/// the receiver gets the sender's next message, or the cancel comes too late and the receiver gets the message of the
/// send.
TEST(FreeRunningOrders, ACancelledSendIsNotReceivedAndAReceivedOneNotCancelled) {
  const NodeThreadFunction sender = [](NodesOfRun& w) {
    std::uint32_t value = 7;
    Request send = NodesOfRun::request(Request::Kind::send, kNodeZero, kNodeOne, value);
    send.mode = SendMode::synchronous;
    w.session.post(send);
    w.session.cancel(send);
    w.wait(send);
    w.send(kNodeZero, kNodeOne, 8);
    w.work[0] = send.cancelled ? 8 : 7;
  };
  const NodeThreadFunction receiver = [](NodesOfRun& w) {
    w.work[1] = static_cast<int>(w.receive(kNodeOne, kNodeZero));
  };
  const auto check = [](NodesOfRun& w) {
    expect_no_error(w);
    expect(w.work[0] == w.work[1], "the two sides disagree");
  };
  expect_no_failure(explore_run({sender, receiver}, {}, {}, check));
}

TEST(FreeRunningOrders, ABarrierEndsWhenAllHaveComeAndNotBefore) {
  const auto node = [](NodeId me, std::uint32_t count) {
    return [=](NodesOfRun& w) {
      w.work[index(me)] = 1;
      w.session.take_part_in_collective(me, {}, {});
      for (std::uint32_t i = 0; i < count; ++i) expect(w.work[i] == 1, "stale work");
    };
  };
  expect_no_failure(explore_run({node(kNodeZero, 2), node(kNodeOne, 2)}, {.most_preemptions = 3}));
  expect_no_failure(explore_run({node(kNodeZero, 3), node(kNodeOne, 3), node(kNodeTwo, 3)}, {.most_preemptions = 1}));
}

TEST(FreeRunningOrders, ADeadlockIsReportedInEveryOrder) {
  const auto check = [](NodesOfRun& w) {
    expect(w.error_text().starts_with("deadlock: 2 of 2 nodes wait for each other"), "no deadlock: " + w.error_text());
  };
  expect_no_failure(explore_run(
      {[](NodesOfRun& w) { w.receive(kNodeZero, kNodeOne); }, [](NodesOfRun& w) { w.receive(kNodeOne, kNodeZero); }},
      {}, {}, check));
}

// --- planted faults ------------------------------------------------------------------------------------------------

/// Tests that the exploration finds a fault in FreeRunningSession::block(): a node must announce that it will sleep
/// before it looks at its mailbox for the last time. Making the deadlock report takes the lost message out of its lane,
/// so that the receive is complete by then.
TEST(FreeRunningOrders, ASleepThatIsAnnouncedTooLateIsFoundToLoseAWakeUp) {
  const ExplorationVerdict verdict = explore_run(kThreadFunctionsSendingOneMessage, {},
                                                 {.function_with_replaced_memory_order = "FreeRunningSession::block"});
  expect_failure_with_trace(verdict, "deadlock: 1 of 2 nodes waits for what cannot come",
                            {"node 1 in wait", "relaxed FreeRunningSession::block (station.hpp:", "(stale)"});
}

TEST(FreeRunningOrders, ASweepWithoutAcquireIsFoundToLeaveAMessageBehind) {
  const InjectedFaults planted{.function_with_replaced_memory_order = "Mailbox::take_messages_from_listed_lanes",
                               .replacement_memory_order = std::memory_order_release};
  expect_failure_with_trace(explore_run(kThreadFunctionsSendingTwoMessages, {}, planted), "deadlock",
                            {"release Mailbox::take_messages_from_listed_lanes (mailbox.hpp:"});
}

TEST(FreeRunningOrders, EachFunctionFailsIfItsOrderIsOnlyAcquireAndRelease) {
  for (const char* function : {"Mailbox::list_lane", "Mailbox::has_no_listed_lane", "FreeRunningSession::block",
                               "FreeRunningSession::send", "FreeRunningNode::end_sleep"}) {
    const InjectedFaults planted{.function_with_replaced_memory_order = function,
                                 .replacement_memory_order = std::memory_order_acq_rel};
    EXPECT_NE(explore_run(kThreadFunctionsSendingTwoMessages, {}, planted).failure_text, "") << function;
  }
}

}  // namespace
}  // namespace switchyard::memory_model
