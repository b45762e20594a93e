#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
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

Machine machine_of(std::uint32_t nodes) { return fixed_delay_machine({.nodes = nodes}); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Returns the error that ends a run in which node 1 makes the mistake `wrong` after 5 us. The other nodes wait for
/// messages, and the run has to stop them.
NodeError error_if_node_1_misbehaves(const NodeProgram& wrong, const Machine& machine = machine_of(3)) {
  const NodeError error = error_on_all_executors<NodeError>(machine, [&](Node& self) {
    if (self.id() == NodeId{1}) {
      self.compute(5us);
      wrong(self);
    }
    self.receive(kAnyNode, {}, Tag{99});
  });
  EXPECT_EQ(error.node(), NodeId{1});
  EXPECT_EQ(error.exit_code(), ExitCode::failed);
  EXPECT_TRUE(has(error.what(), "node 1")) << error.what();
  EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
  return error;
}

/// Checks that the text of the error names the call, this file, and what is wrong.
void expect_error_to_name(const NodeError& error, const std::string& call, const std::string& problem) {
  EXPECT_TRUE(has(error.what(), call)) << error.what();
  EXPECT_TRUE(has(error.what(), "node_errors_test.cpp:")) << error.what();
  EXPECT_TRUE(has(error.what(), problem)) << error.what();
}

TEST(Misuse, APeerOutsideTheMachineIsAnError) {
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) { self.send(NodeId{3}, {}); }), "send", "no node 3");
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) { self.receive(NodeId{17}, {}); }), "receive",
                       "nodes 0 to 2");
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) { self.signal(kAnyNode); }), "send", "no node");
}

TEST(Misuse, AProbeForAMessageToOneselfThatWasNeverSentIsAnError) {
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) { self.probe(self.id()); }), "probe",
                       "no message of the node to itself");
}

TEST(Misuse, AnExchangeWhoseSendIsRefusedLeavesNothingBehind) {
  for (int round = 0; round < 20; ++round) {
    expect_error_to_name(error_if_node_1_misbehaves([](Node& self) {
                           // This buffer no longer exists when the error is reported, so that the run must not use it
                           // any more.
                           std::byte in[64];
                           self.exchange(NodeId{0}, {}, in, {.protocol = machines::kForcedProtocol});
                         }),
                         "send", "protocol");
  }
}

TEST(Misuse, AProtocolThatTheMachineLacksIsAnError) {
  for (const Protocol protocol : {machines::kForcedProtocol, machines::kUnforcedProtocol}) {
    expect_error_to_name(
        error_if_node_1_misbehaves([=](Node& self) { self.send(NodeId{0}, {}, {.protocol = protocol}); }), "send",
        "machine fixed_delay does not have this protocol");
  }
}

TEST(Misuse, WaitingForAStaleHandleIsAnError) {
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) {
                         const Handle handle = self.post_send(NodeId{0}, {});
                         self.wait(handle);
                         self.wait(handle);
                       }),
                       "wait", "waited for before");
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) {
                         const Handle handle = self.post_send(NodeId{0}, {});
                         self.wait(handle);
                         (void)self.test(handle);
                       }),
                       "test", "waited for before");
}

TEST(Misuse, WaitingForAnEmptyHandleIsAnError) {
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) { self.wait(Handle{}); }), "wait", "empty");
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) {
                         std::array<Handle, 2> none;
                         self.wait_any(none);
                       }),
                       "wait_any", "nothing to wait for");
}

TEST(Misuse, TwoCopiesOfAHandleInOneWaitAreAnError) {
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) {
                         const Handle handle = self.post_send(NodeId{0}, {});
                         std::array twice{handle, handle};
                         self.wait_all(twice);
                       }),
                       "wait_all", "waited for before");
}

TEST(Misuse, ANegativeCostIsAnError) {
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) { self.compute(-1ns); }), "compute", "negative");
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) { self.compute(-1ns, [] {}); }), "compute",
                       "negative");
}

TEST(Misuse, ABufferTooSmallNamesBothNodes) {
  const auto error = error_on_all_executors<NodeError>(machine_of(2), [](Node& self) {
    std::array<std::byte, 8> buffer{};
    if (self.id() == NodeId{0}) return self.send(NodeId{1}, buffer);
    self.receive(NodeId{0}, std::span(buffer).first(7), Tag{});
  });
  EXPECT_EQ(error.node(), NodeId{1});
  expect_error_to_name(error, "receive from 0, tag 0, 7 B", "too small for the message of 8 B from node 0");
}

TEST(Misuse, ABufferTooSmallForAMessageThatWaitsIsAnError) {
  for (const Machine& machine : {machine_of(2), machines::ipsc860({.nodes = 2})}) {
    const auto error = error_on_all_executors<NodeError>(machine, [](Node& self) {
      std::array<std::byte, 800> buffer{};
      if (self.id() == NodeId{0}) return self.send(NodeId{1}, buffer);
      self.compute(1s);
      self.receive(NodeId{0}, std::span(buffer).first(7), Tag{});
    });
    EXPECT_EQ(error.node(), NodeId{1});
  }
}

TEST(Misuse, RequestsThatAreNeverWaitedForAreAnError) {
  const auto sends = error_on_all_executors<NodeError>(machine_of(2), [](Node& self) {
    std::vector<std::byte> data(64);
    if (self.id() == NodeId{1}) return (void)self.receive(NodeId{0}, data);
    // The buffer `data` is destroyed when the program returns.
    static_cast<void>(self.post_send(NodeId{1}, data));
  });
  EXPECT_EQ(sends.node(), NodeId{0});
  EXPECT_TRUE(has(sends.what(), "never waited for")) << sends.what();
  expect_error_to_name(sends, "send to 1, tag 0, 64 B", "node 0");
  const auto receives = error_on_all_executors<NodeError>(machine_of(2), [](Node& self) {
    std::vector<std::byte> data(64);
    if (self.id() == NodeId{1}) return self.send(NodeId{0}, data);
    static_cast<void>(self.post_receive(NodeId{1}, data));
  });
  EXPECT_TRUE(has(receives.what(), "never waited for")) << receives.what();
}

/// When a node's program returns, its buffers are destroyed, but requests that it has passed to wait_later() may still
/// use them.
TEST(Misuse, ReturningBeforeRequestsOfWaitLaterAreDoneIsAnError) {
  const auto error = error_on_all_executors<NodeError>(machine_of(2), [](Node& self) {
    std::vector<std::byte> data(64);
    if (self.id() == NodeId{1}) return (void)self.receive(NodeId{0}, data);
    self.wait_later(self.post_send(NodeId{1}, data));
  });
  EXPECT_EQ(error.node(), NodeId{0});
  expect_error_to_name(error, "send to 1, tag 0, 64 B", "returned before");
}

TEST(Misuse, WaitingForARequestGivenToWaitLaterIsAnError) {
  const auto program = [](bool once_more_later) {
    return [once_more_later](Node& self) {
      const Handle signal = self.post_receive(NodeId{0}, {});
      self.wait_later(signal);
      if (once_more_later) self.wait_later(signal);
      self.wait(signal);
    };
  };
  expect_error_to_name(error_if_node_1_misbehaves(program(false)), "wait", "waited for before");
  expect_error_to_name(error_if_node_1_misbehaves(program(true)), "wait_later", "waited for before");
}

/// When a node's program throws, its buffers are destroyed, so that the run must not read or write them any more.
TEST(Failure, BuffersOfAFailedProgramAreLeftAlone) {
  for (int round = 0; round < 20; ++round) {
    const auto error = error_on_all_executors<NodeError>(machine_of(2), [](Node& self) {
      const NodeId peer = self.id() ^ 1U;
      std::vector<std::byte> in(1000), out(1000);
      if (self.id() == NodeId{1}) return (void)self.exchange(peer, out, in);
      [[maybe_unused]] const Handle receive = self.post_receive(peer, in);
      [[maybe_unused]] const Handle send = self.post_send(peer, out);
      self.compute(1ms);
      throw std::runtime_error("stop");
    });
    EXPECT_EQ(error.node(), NodeId{0});
  }
}

TEST(Failure, BuffersOfAProgramThatFailsInWorkAreLeftAlone) {
  for (int round = 0; round < 20; ++round) {
    const auto error = error_on_all_executors<NodeError>(machine_of(2), [](Node& self) {
      const NodeId peer = self.id() ^ 1U;
      std::vector<std::byte> in(1000), out(1000);
      if (self.id() == NodeId{1}) {
        self.exchange(peer, out, in);
        self.receive(peer, in);
        return;
      }
      [[maybe_unused]] const Handle receive = self.post_receive(peer, in);
      [[maybe_unused]] const Handle send = self.post_send(peer, out);
      self.compute(1ms, [] { throw std::runtime_error("in work"); });
    });
    EXPECT_EQ(error.node(), NodeId{0});
    EXPECT_TRUE(has(error.what(), "in work")) << error.what();
  }
}

TEST(Mismatch, DifferentCollectivesAreAnError) {
  const auto cube = machines::ipsc860({.nodes = 4});
  for (const Machine& machine : {machine_of(4), cube}) {
    try {
      run(machine, [](Node& self) {
        std::uint64_t data = 0;
        if (self.id() == NodeId{2}) {
          self.broadcast(NodeId{0}, std::as_writable_bytes(std::span(&data, 1)));
        } else {
          self.barrier();
        }
      });
      FAIL() << "no error";
    } catch (const NodeError& error) {
      expect_error_to_name(error, "barrier", "broadcast");
      EXPECT_TRUE(has(error.what(), "node 2")) << error.what();
    }
  }
}

TEST(Mismatch, DifferentRootsOfABroadcastAreAnError) {
  try {
    run(machine_of(4), [](Node& self) { self.broadcast(NodeId{self.id() == NodeId{3} ? 1U : 0U}, {}); });
    FAIL() << "no error";
  } catch (const NodeError& error) {
    expect_error_to_name(error, "broadcast with root 1", "broadcast with root 0");
  }
}

TEST(Mismatch, DifferentSizesOfACollectiveAreAnError) {
  try {
    run(machine_of(4), [](Node& self) {
      std::vector<std::byte> data(self.id() == NodeId{3} ? 8 : 9);
      self.broadcast(NodeId{0}, data);
    });
    FAIL() << "no error";
  } catch (const NodeError& error) {
    expect_error_to_name(error, "broadcast with root 0", "all nodes must give the same size");
  }
}

TEST(Mismatch, ABarrierTooManyIsADeadlockThatNamesItsNode) {
  try {
    run(machine_of(4), [](Node& self) {
      self.barrier();
      if (self.id() == NodeId{3}) self.barrier();
    });
    FAIL() << "no error";
  } catch (const DeadlockError& error) {
    EXPECT_TRUE(has(error.what(), "node 3 in barrier")) << error.what();
    // In the collective, node 3 may have only sent messages, for which no receive is posted.
  } catch (const DataError& error) {
    EXPECT_TRUE(has(error.what(), "barrier")) << error.what();
  }
}

TEST(Misuse, ARootOutsideTheMachineIsAnError) {
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) { self.broadcast(NodeId{3}, {}); }), "broadcast",
                       "root");
}

TEST(Misuse, AllGatherIntoABufferOfTheWrongSizeIsAnError) {
  expect_error_to_name(error_if_node_1_misbehaves([](Node& self) {
                         std::array<std::byte, 4> mine{}, all{};
                         self.all_gather(mine, all);
                       }),
                       "all_gather", "node_count() blocks");
}

TEST(Failure, AnExceptionOfAProgramIsReportedWithItsNode) {
  const NodeError error = error_if_node_1_misbehaves([](Node&) { throw std::out_of_range("row 7"); });
  EXPECT_STREQ(error.what(), "node 1 threw: row 7");
}

TEST(Failure, SomethingThatIsNoExceptionIsReportedToo) {
  EXPECT_STREQ(error_if_node_1_misbehaves([](Node&) { throw 42; }).what(),
               "node 1 threw something that is not a std::exception");
}

TEST(Failure, AFailedExpectationHasTheExitCodeOfLostData) {
  const auto error = error_on_all_executors<NodeError>(machine_of(2), [](Node& self) {
    self.expect(self.id() == NodeId{0}, "block came from the partner");
    self.receive(NodeId{1}, {});
  });
  EXPECT_EQ(error.exit_code(), ExitCode::data_lost);
  expect_error_to_name(error, "node 1", "block came from the partner");
}

TEST(Failure, InRealWorkEndsTheRunAtTheEndOfThatWork) {
  const auto error = error_on_all_executors<NodeError>(machine_of(3), [](Node& self) {
    if (self.id() == NodeId{1}) self.compute(7us, [] { throw std::runtime_error("singular"); });
    self.receive(kAnyNode, {});
  });
  EXPECT_STREQ(error.what(), "node 1 threw: singular");
}

TEST(Failure, TheFirstOneInVirtualTimeIsReported) {
  for (int round = 0; round < 20; ++round) {
    const auto error = error_on_all_executors<NodeError>(machine_of(4), [](Node& self) {
      self.compute(1us * (10 - index(self.id())));
      throw std::runtime_error("late or early");
    });
    EXPECT_EQ(error.node(), NodeId{3});
  }
}

TEST(Failure, OfAllNodesAtTheStartNamesTheLowestNode) {
  const auto error = error_on_all_executors<NodeError>(machine_of(4), [](Node&) { throw std::runtime_error("all"); });
  EXPECT_EQ(error.node(), NodeId{0});
}

/// A program cannot escape the end of a run by catching all exceptions of a call: its next call throws again, so that
/// no node hangs.
TEST(Failure, AProgramThatSwallowsTheStopIsStoppedAtItsNextCall) {
  for (int round = 0; round < 20; ++round) {
    const auto error = error_on_all_executors<NodeError>(machine_of(4), [](Node& self) {
      if (self.id() == NodeId{0}) {
        self.compute(5us);
        throw std::runtime_error("the cause");
      }
      std::array<std::byte, 8> data{};
      const auto swallow = [&](auto&& call) {
        try {
          call();
        } catch (...) {
        }
      };
      for (int i = 0; i < 300; ++i) {
        swallow([&] { self.receive(NodeId{0}, data); });
        swallow([&] { self.compute(1us); });
        swallow([&] { self.compute(1us, [&] { data[0] = std::byte{1}; }); });
        swallow([&] { self.barrier(); });
        swallow([&] { (void)self.now(); });
        swallow([&] { self.exchange(self.id() ^ 1U, data, data); });
      }
    });
    EXPECT_STREQ(error.what(), "node 0 threw: the cause");
  }
}

TEST(Failure, EndsTheRunWhileOtherNodesDoRealWork) {
  for (int round = 0; round < 50; ++round) {
    const auto error = error_on_all_executors<NodeError>(machine_of(4), [](Node& self) {
      if (self.id() == NodeId{0}) {
        self.compute(5us);
        throw std::runtime_error("the cause");
      }
      std::uint64_t sum = 0;
      for (int i = 0; i < 20; ++i) {
        self.compute(10us, [&] {
          for (int k = 0; k < 1000; ++k) sum = mix(sum + 1);
        });
      }
      self.expect(sum != 0, "the work was done");
    });
    EXPECT_STREQ(error.what(), "node 0 threw: the cause");
  }
}

TEST(Failure, DestructorsOfStoppedProgramsRun) {
  for (const ExecutorKind executor : executors_under_test()) {
    std::vector<int> alive(8);
    struct LiveObjectCounter {
      int& count;
      explicit LiveObjectCounter(int& c) : count(c) { ++count; }
      ~LiveObjectCounter() { --count; }
    };
    EXPECT_THROW(run(machine_of(8),
                     [&](Node& self) {
                       const LiveObjectCounter guard(alive[index(self.id())]);
                       if (self.id() == NodeId{7}) throw std::runtime_error("stop");
                       self.receive(NodeId{7}, {});
                     },
                     {.executor = executor}),
                 NodeError);
    EXPECT_EQ(alive, std::vector<int>(8));
  }
}

TEST(Failure, TheNextRunIsNotDisturbed) {
  for (int round = 0; round < 20; ++round) {
    error_if_node_1_misbehaves([](Node&) { throw std::runtime_error("stop"); });
    const RunReport report = run_on_all_executors(machine_of(3), [](Node& self) { self.barrier(); });
    // A barrier of three nodes takes two steps with messages of no bytes, which take 10 us each.
    EXPECT_EQ(report.makespan, 20us);
  }
}

TEST(LeftOverMessage, MessagesThatNobodyReceivedAreAnError) {
  const auto error = error_on_all_executors<DataError>(machine_of(3), [](Node& self) {
    if (self.id() != NodeId{0}) return;
    const std::array<std::byte, 8> data{};
    self.send(NodeId{2}, data, {.tag = Tag{6}});
    self.signal(NodeId{1});
  });
  EXPECT_EQ(error.exit_code(), ExitCode::data_lost);
  EXPECT_TRUE(has(error.what(), "2 messages were sent but never received")) << error.what();
  EXPECT_TRUE(has(error.what(), "node 0 to node 1, 0 B with tag 0 (node_errors_test.cpp:")) << error.what();
}

TEST(LeftOverMessage, MayBeAllowed) {
  const RunReport report = run(machine_of(2),
                               [](Node& self) {
                                 if (self.id() == NodeId{0}) self.signal(NodeId{1});
                               },
                               {.refuse_left_over_messages = false});
  EXPECT_EQ(report.makespan, 10us);
}

TEST(LeftOverMessage, OnTheCubeTheyAreFoundInTheSystemBuffer) {
  const auto error = error_on_all_executors<DataError>(machines::ipsc860({.nodes = 2}), [](Node& self) {
    const std::vector<std::byte> data(500);
    if (self.id() == NodeId{0}) self.send(NodeId{1}, data, {.tag = Tag{6}});
  });
  EXPECT_TRUE(has(error.what(), "1 message was sent but never received; the first: node 0 to node 1, 500 B with tag 6"))
      << error.what();
}

}  // namespace
}  // namespace switchyard
