#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <latch>
#include <numeric>
#include <string>
#include <vector>

#include "runtime/clock/off/free_running.hpp"
#include "runtime/error.hpp"
#include "runtime/executor.hpp"
#include "runtime/group/ledger.hpp"
#include "runtime/run.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

/// A machine without a network, which is enough for runs without a clock (ClockKind::off), because they never use the
/// network.
class NodesOnlyMachine final : public MachineModel, private Routes {
 public:
  explicit NodesOnlyMachine(std::uint32_t nodes) : node_count_(nodes) {}
  std::string name() const override { return "nodes only"; }
  std::uint32_t node_count() const noexcept override { return node_count_; }
  const Routes& routes() const override { return *this; }
  ProcessorRates rates() const override { return {}; }
  Duration message_time(std::uint64_t) const override { return {}; }
  bool has_collective(Collective) const override { return false; }
  std::vector<Constant> constants() const override { return {}; }
  std::vector<std::pair<std::string, std::string>> machine_facts() const override { return {}; }
  std::unique_ptr<Fabric> make_fabric(Emulation& /*engine*/) const override { throw Error("there is no network"); }

 private:
  std::uint32_t link_count() const noexcept override { return 0; }
  void route(NodeId /*from*/, NodeId /*to*/, std::vector<LinkId>& path) const override { path.clear(); }
  std::uint32_t node_count_;
};

/// Returns how often to repeat a small test: `count` times in a build with a sanitizer, in which runs are slow, and
/// otherwise four times as often, because races show only in many runs.
constexpr int repeats_of_small_test(int count) {
#if defined(SWITCHYARD_TSAN) || defined(SWITCHYARD_ASAN)
  return count;
#else
  return 4 * count;
#endif
}

RunReport run_with_clock_off(std::uint32_t nodes, const NodeProgram& program, ExecutorKind executor,
                             std::size_t capacity = 32) {
  RunOptions options;
  options.clock = ClockKind::off;
  options.executor = executor;
  options.mailbox_capacity = capacity;
  return run(Machine(std::make_shared<NodesOnlyMachine>(nodes)), program, options);
}

/// Expects that the program never fails in many runs, with each executor and with mailboxes that hold one or two
/// messages from each sender. The number of runs is proportional to `count`.
void expect_no_error_in_many_runs(std::uint32_t nodes, int count, const NodeProgram& program) {
  for (const ExecutorKind executor : executors_under_test()) {
    for (const std::size_t capacity : {1U, 2U}) {
      for (int i = 0; i < repeats_of_small_test(count); ++i) {
        ASSERT_NO_THROW(run_with_clock_off(nodes, program, executor, capacity))
            << name_of(executor) << ", capacity " << capacity << ", repeat " << i;
      }
    }
  }
}

/// Expects that each of many runs with each executor ends by an error of type Expected, and calls check(error) for it.
/// The number of runs is proportional to `count`.
template <class Expected, class Check>
void expect_error_in_many_runs(std::uint32_t nodes, int count, const NodeProgram& program, Check check) {
  for (const ExecutorKind executor : executors_under_test()) {
    for (int i = 0; i < repeats_of_small_test(count); ++i) {
      try {
        run_with_clock_off(nodes, program, executor, 2);
        FAIL() << name_of(executor) << ": the run ended without an error, repeat " << i;
      } catch (const Expected& error) {
        check(error);
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

void send_number(Node& self, NodeId to, std::uint32_t number, Tag tag = {}) {
  self.send(to, std::as_bytes(std::span(&number, 1)), {tag});
}
std::uint32_t receive_number(Node& self, NodeId from, Tag tag = {}, NodeId* source = nullptr) {
  std::uint32_t number = 0;
  const Received received = self.receive(from, std::as_writable_bytes(std::span(&number, 1)), tag);
  if (source != nullptr) *source = received.source;
  return number;
}

NodeId next_node(const Node& self) { return NodeId{(index(self.id()) + 1) % self.node_count()}; }
NodeId previous(const Node& self) { return NodeId{(index(self.id()) + self.node_count() - 1) % self.node_count()}; }

std::vector<std::byte> random_bytes(std::size_t bytes, std::uint32_t seed) {
  std::vector<std::byte> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::byte>(mix(seed + i));
  return data;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// --- messages ------------------------------------------------------------------------------------------------------

TEST(ClockOff, KeepsTheOrderOfEachPairAndTag) {
  expect_no_error_in_many_runs(2, 300, [](Node& self) {
    constexpr std::uint32_t kCount = 12;
    if (self.id() == NodeId{0}) {
      for (std::uint32_t i = 0; i < kCount; ++i) send_number(self, NodeId{1}, i, Tag{i % 3});
      return;
    }
    for (const std::uint32_t tag : {2U, 0U, 1U}) {
      for (std::uint32_t i = tag; i < kCount; i += 3)
        self.expect(receive_number(self, NodeId{0}, Tag{tag}) == i, "order");
    }
  });
}

TEST(ClockOff, StreamsThroughASmallMailbox) {
  expect_no_error_in_many_runs(2, 2, [](Node& self) {
    for (std::uint32_t i = 0; i < 5000; ++i) {
      if (self.id() == NodeId{0}) {
        send_number(self, NodeId{1}, i);
      } else {
        self.expect(receive_number(self, NodeId{0}) == i, "order");
      }
    }
  });
}

TEST(ClockOff, DeliversPayloadsOfAnySize) {
  expect_no_error_in_many_runs(3, 20, [](Node& self) {
    for (const std::size_t bytes : {0U, 1U, 63U, 64U, 65U, 128U, 129U, 1024U, 32768U, 32769U, 100'000U}) {
      const auto mine = random_bytes(bytes, index(self.id()));
      std::vector<std::byte> theirs(bytes + 10);
      const Handle incoming = self.post_receive(previous(self), theirs);
      self.send(next_node(self), mine);
      const Received received = self.wait(incoming);
      self.expect(received.bytes == bytes && received.source == previous(self), "size and source");
      theirs.resize(bytes);
      self.expect(theirs == random_bytes(bytes, index(previous(self))), "content");
    }
  });
}

TEST(ClockOff, ReceivesFromAnyNodeKeepTheOrderOfEachSource) {
  expect_no_error_in_many_runs(4, 300, [](Node& self) {
    constexpr std::uint32_t kEach = 6;
    if (self.id() != NodeId{0}) {
      for (std::uint32_t i = 0; i < kEach; ++i) send_number(self, NodeId{0}, i);
      return;
    }
    std::array<std::uint32_t, 4> seen{};
    for (std::uint32_t i = 0; i < 3 * kEach; ++i) {
      NodeId source{};
      const std::uint32_t number = receive_number(self, kAnyNode, {}, &source);
      self.expect(number == seen[index(source)]++, "order of each source");
    }
  });
}

TEST(ClockOff, EarlierPostedReceivesMatchFirst) {
  expect_no_error_in_many_runs(2, 300, [](Node& self) {
    if (self.id() == NodeId{0}) {
      for (std::uint32_t i = 0; i < 3; ++i) send_number(self, NodeId{1}, i);
      return;
    }
    std::array<std::uint32_t, 3> numbers{9, 9, 9};
    const auto room = [&](std::size_t i) { return std::as_writable_bytes(std::span(&numbers[i], 1)); };
    std::array handles{self.post_receive(kAnyNode, room(0)), self.post_receive(NodeId{0}, room(1)),
                       self.post_receive(kAnyNode, room(2))};
    self.wait_all(handles);
    self.expect(numbers == std::array<std::uint32_t, 3>{0, 1, 2}, "post order");
  });
}

TEST(ClockOff, FullMailboxesInARingOfBlockingSendsStillComplete) {
  expect_no_error_in_many_runs(4, 100, [](Node& self) {
    constexpr std::uint32_t kCount = 20;
    for (std::uint32_t i = 0; i < kCount; ++i) send_number(self, next_node(self), i);
    for (std::uint32_t i = 0; i < kCount; ++i) self.expect(receive_number(self, previous(self)) == i, "order");
  });
}

TEST(ClockOff, AFullMailboxOfANodeThatWaitsForAnotherOneIsEmptied) {
  expect_no_error_in_many_runs(3, 200, [](Node& self) {
    // Node 1 waits for node 2, which waits for node 0, which sends more messages to node 1 than its mailbox holds.
    if (self.id() == NodeId{0}) {
      for (std::uint32_t i = 0; i < 10; ++i) send_number(self, NodeId{1}, i);
      self.signal(NodeId{2});
    } else if (self.id() == NodeId{2}) {
      self.receive(NodeId{0}, {});
      self.signal(NodeId{1});
    } else {
      self.receive(NodeId{2}, {});
      for (std::uint32_t i = 0; i < 10; ++i) self.expect(receive_number(self, NodeId{0}) == i, "order");
    }
  });
}

TEST(ClockOff, AFullMailboxOfANodeInABarrierIsEmptied) {
  expect_no_error_in_many_runs(2, 200, [](Node& self) {
    if (self.id() == NodeId{0}) {
      for (std::uint32_t i = 0; i < 10; ++i) send_number(self, NodeId{1}, i);
      return self.barrier();
    }
    self.barrier();
    for (std::uint32_t i = 0; i < 10; ++i) self.expect(receive_number(self, NodeId{0}) == i, "order");
  });
}

TEST(ClockOff, AllTalkToAllThroughMailboxesForOneMessage) {
  for (const ExecutorKind executor : executors_under_test()) {
    const RunReport report = run_with_clock_off(
        16,
        [](Node& self) {
          for (std::uint32_t round = 0; round < 20; ++round) {
            std::vector<std::uint32_t> numbers(self.node_count());
            std::vector<Handle> handles;
            for (std::uint32_t i = 0; i < self.node_count(); ++i) {
              if (NodeId{i} == self.id()) continue;
              handles.push_back(self.post_receive(NodeId{i}, std::as_writable_bytes(std::span(&numbers[i], 1))));
            }
            for (std::uint32_t i = 1; i < self.node_count(); ++i) send_number(self, self.id() ^ i, round);
            self.wait_all(handles);
            for (std::uint32_t i = 1; i < self.node_count(); ++i) {
              self.expect(numbers[index(self.id() ^ i)] == round, "this round's number");
            }
          }
        },
        executor, 1);
    EXPECT_EQ(report.network.messages, 16U * 15U * 20U);
    EXPECT_EQ(report.network.payload_bytes, 16U * 15U * 20U * 4U);
  }
}

TEST(ClockOff, WaitAnyReturnsEachHandleOnce) {
  expect_no_error_in_many_runs(3, 300, [](Node& self) {
    if (self.id() != NodeId{0}) return send_number(self, NodeId{0}, index(self.id()));
    std::array<std::uint32_t, 2> numbers{};
    std::array handles{self.post_receive(NodeId{1}, std::as_writable_bytes(std::span(&numbers[0], 1))),
                       self.post_receive(NodeId{2}, std::as_writable_bytes(std::span(&numbers[1], 1)))};
    for (int i = 0; i < 2; ++i) {
      Received received;
      const std::size_t which = self.wait_any(handles, &received);
      self.expect(numbers[which] == which + 1 && received.source == NodeId{static_cast<std::uint32_t>(which + 1)},
                  "which");
    }
    self.expect(handles[0].empty() && handles[1].empty(), "both are done");
  });
}

TEST(ClockOff, ATestInALoopSeesTheMessage) {
  expect_no_error_in_many_runs(2, 200, [](Node& self) {
    for (std::uint32_t i = 0; i < 5; ++i) {
      std::uint32_t number = 9;
      const Handle incoming = self.post_receive(self.id() ^ 1U, std::as_writable_bytes(std::span(&number, 1)));
      send_number(self, self.id() ^ 1U, i);
      while (!self.test(incoming)) {
      }
      self.expect(number == i, "number");
      self.wait(incoming);
    }
  });
}

TEST(ClockOff, ANodeThatPollsTakesMessagesForLater) {
  expect_no_error_in_many_runs(2, 200, [](Node& self) {
    if (self.id() == NodeId{0}) {
      for (std::uint32_t i = 0; i < 10; ++i) send_number(self, NodeId{1}, i, Tag{1});
      return self.signal(NodeId{1}, Tag{2});
    }
    const Handle last = self.post_receive(NodeId{0}, {}, Tag{2});
    while (!self.test(last)) {
    }
    self.wait(last);
    for (std::uint32_t i = 0; i < 10; ++i) self.expect(receive_number(self, NodeId{0}, Tag{1}) == i, "order");
  });
}

TEST(ClockOff, NoWakeUpIsLostWhereNodesSleepAtOnce) {
  const NodesOnlyMachine machine(3);
  const auto executor = make_thread_executor(Placement::spread);
  executor->make_threads_or_fibers(3);
  FreeRunningSession session(3, {.seed = 1, .mailbox_capacity = 1, .spins_before_sleep = false}, *executor);
  GroupsAndExchangePlansOfRun ledger;
  executor->run([&](NodeId id) {
    try {
      Node self(id, machine, session, ledger, 1);
      for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(repeats_of_small_test(5000)); ++i) {
        if (i % 16 == 0) self.barrier();
        send_number(self, next_node(self), i);
        receive_number(self, previous(self));
        send_number(self, previous(self), i);
        receive_number(self, next_node(self));
      }
      session.finish(id);
    } catch (const RunStopped&) {
    }
  });
  EXPECT_EQ(session.error(), nullptr);
}

// --- barriers, collectives, time -----------------------------------------------------------------------------------

TEST(ClockOff, NobodyLeavesABarrierBeforeAllHaveReachedIt) {
  for (const ExecutorKind executor : executors_under_test()) {
    for (const std::uint32_t nodes : {1U, 2U, 5U}) {
      std::atomic<std::uint32_t> reached{0};
      run_with_clock_off(
          nodes,
          [&](Node& self) {
            for (std::uint32_t round = 1; round <= 500; ++round) {
              reached.fetch_add(1);
              self.barrier();
              self.expect(reached.load() >= round * self.node_count(), "all have reached it");
              self.barrier();
            }
          },
          executor);
      EXPECT_EQ(reached.load(), nodes * 500);
    }
  }
}

TEST(ClockOff, CollectivesAgree) {
  for (const std::uint32_t nodes : {2U, 5U, 8U}) {
    expect_no_error_in_many_runs(nodes, 10, [](Node& self) {
      const std::uint32_t n = self.node_count();
      const std::uint32_t me = index(self.id());
      self.expect(self.all_reduce(me, std::plus<>()) == n * (n - 1) / 2, "sum");
      self.expect(self.scan(me, std::plus<>()) == me * (me + 1) / 2, "prefix sum");
      std::vector<std::uint32_t> all(n);
      self.all_gather(std::as_bytes(std::span(&me, 1)), std::as_writable_bytes(std::span(all)));
      std::vector<std::uint32_t> expected(n);
      std::iota(expected.begin(), expected.end(), 0U);
      self.expect(all == expected, "one block of each node");
    });
  }
}

TEST(ClockOff, ComputeTakesNoTime) {
  const RunReport report = run_with_clock_off(
      2,
      [](Node& self) {
        bool worked = false;
        self.compute(std::chrono::hours{1});
        self.compute(std::chrono::hours{1}, [&] { worked = true; });
        self.expect(worked, "work runs");
      },
      ExecutorKind::threads);
  EXPECT_LT(report.makespan, std::chrono::hours{1});
}

TEST(ClockOff, MarksComeInTheOrderOfTime) {
  for (const ExecutorKind executor : executors_under_test()) {
    const RunReport report = run_with_clock_off(
        3,
        [](Node& self) {
          self.mark("start");
          self.barrier();
          self.mark("end");
        },
        executor);
    ASSERT_EQ(report.marks.size(), 6U);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(report.marks[i].label, i < 3 ? "start" : "end");
      EXPECT_LE(report.marks[i == 0 ? 0 : i - 1].at, report.marks[i].at);
    }
    ASSERT_EQ(report.finished.size(), 3U);
    EXPECT_GE(*std::max_element(report.finished.begin(), report.finished.end()), report.marks.back().at);
  }
}

// --- deadlock ------------------------------------------------------------------------------------------------------

using WaitCycles = std::vector<std::vector<NodeId>>;

TEST(ClockOffDeadlock, TwoHeadOnReceivesAreReportedAsACycle) {
  expect_error_in_many_runs<DeadlockError>(
      2, 500, [](Node& self) { receive_number(self, self.id() ^ 1U, Tag{2}); },
      [](const DeadlockError& error) {
        EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}}}));
        EXPECT_TRUE(contains(error.what(), "node 0 in receive from 1, tag 2, 4 B (clock_off_test.cpp:"))
            << error.what();
        EXPECT_TRUE(contains(error.what(), "node 1 in receive from 0, tag 2, 4 B (clock_off_test.cpp:"))
            << error.what();
        EXPECT_EQ(error.exit_code(), ExitCode::deadlock);
      });
}

TEST(ClockOffDeadlock, ARingOfReceivesIsFoundAfterMessagesHaveFlowed) {
  expect_error_in_many_runs<DeadlockError>(
      4, 200,
      [](Node& self) {
        for (std::uint32_t i = 0; i < 5; ++i) {
          send_number(self, next_node(self), i);
          receive_number(self, previous(self));
        }
        receive_number(self, previous(self));
      },
      [](const DeadlockError& error) {
        EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}, NodeId{2}, NodeId{3}}}));
      });
}

TEST(ClockOffDeadlock, NodesBehindTheCycleAreReported) {
  expect_error_in_many_runs<DeadlockError>(
      3, 200, [](Node& self) { receive_number(self, self.id() == NodeId{2} ? NodeId{0} : self.id() ^ 1U); },
      [](const DeadlockError& error) {
        EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}}}));
        EXPECT_TRUE(contains(error.what(), "[behind 0]")) << error.what();
      });
}

TEST(ClockOffDeadlock, AMessageWithAnotherTagDoesNotHelp) {
  expect_error_in_many_runs<DeadlockError>(
      2, 200,
      [](Node& self) {
        send_number(self, self.id() ^ 1U, 1, Tag{1});
        receive_number(self, self.id() ^ 1U, Tag{2});
      },
      [](const DeadlockError& error) { EXPECT_EQ(error.graph().cycles().size(), 1U); });
}

TEST(ClockOffDeadlock, WaitingForANodeThatHasFinishedIsForEver) {
  expect_error_in_many_runs<DeadlockError>(
      2, 300,
      [](Node& self) {
        if (self.id() == NodeId{0}) receive_number(self, NodeId{1});
      },
      [](const DeadlockError& error) {
        ASSERT_EQ(error.graph().waiters().size(), 1U);
        EXPECT_TRUE(error.graph().cycles().empty());
        EXPECT_TRUE(contains(error.what(), "[for ever: node 1 has finished]")) << error.what();
      });
}

TEST(ClockOffDeadlock, ABarrierThatOneNodeMissesNamesIt) {
  expect_error_in_many_runs<DeadlockError>(
      3, 300,
      [](Node& self) {
        if (self.id() != NodeId{2}) self.barrier();
      },
      [](const DeadlockError& error) {
        ASSERT_EQ(error.graph().waiters().size(), 2U);
        for (const Waiter& waiter : error.graph().waiters()) {
          ASSERT_EQ(error.graph().blockers(waiter).size(), 1U);
          EXPECT_EQ(error.graph().blockers(waiter)[0].holder, NodeId{2});
          EXPECT_TRUE(waiter.text().starts_with("barrier (clock_off_test.cpp:")) << waiter.text();
        }
      });
}

TEST(ClockOffDeadlock, ABarrierAndAReceiveWaitForEachOther) {
  expect_error_in_many_runs<DeadlockError>(
      3, 200,
      [](Node& self) {
        if (self.id() == NodeId{2}) receive_number(self, NodeId{0});
        self.barrier();
      },
      [](const DeadlockError& error) {
        EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{2}}}));
        EXPECT_TRUE(contains(error.what(), "[behind 2]")) << error.what();
      });
}

TEST(ClockOffDeadlock, AWaitForAnyNodeNamesAllThatCouldSend) {
  expect_error_in_many_runs<DeadlockError>(
      3, 200,
      [](Node& self) {
        if (self.id() != NodeId{2}) receive_number(self, kAnyNode);
      },
      [](const DeadlockError& error) {
        EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}}}));
        for (const Waiter& waiter : error.graph().waiters()) {
          ASSERT_EQ(error.graph().blockers(waiter).size(), 1U);
          EXPECT_EQ(error.graph().blockers(waiter)[0].holder, waiter.node ^ 1U);
        }
      });
}

TEST(ClockOffDeadlock, WaitAnyNamesAllThatItWaitsFor) {
  expect_error_in_many_runs<DeadlockError>(
      3, 200,
      [](Node& self) {
        if (self.id() != NodeId{0}) return;
        std::array handles{self.post_receive(NodeId{1}, {}, Tag{1}), self.post_receive(NodeId{2}, {}, Tag{2})};
        self.wait_any(handles);
      },
      [](const DeadlockError& error) {
        ASSERT_EQ(error.graph().waiters().size(), 1U);
        EXPECT_EQ(error.graph().waiters()[0].blockers.size(), 2U);
        EXPECT_TRUE(contains(error.what(), "receive from 1, tag 1")) << error.what();
        EXPECT_TRUE(contains(error.what(), " or receive from 2, tag 2")) << error.what();
      });
}

TEST(ClockOffDeadlock, IsNotClaimedWhileANodeIsAtWork) {
  expect_no_error_in_many_runs(3, 200, [](Node& self) {
    if (self.id() == NodeId{0}) {
      for (int i = 0; i < 100; ++i) self.compute(Duration{1});
      for (std::uint32_t i = 1; i < 3; ++i) self.signal(NodeId{i});
    } else {
      self.receive(NodeId{0}, {});
    }
  });
}

// --- errors --------------------------------------------------------------------------------------------------------

TEST(ClockOff, AProgramThatThrowsReleasesTheOthers) {
  expect_error_in_many_runs<NodeError>(
      5, 200,
      [](Node& self) {
        switch (index(self.id())) {
          case 0:
            throw std::runtime_error("out of luck");
          case 1:
            return self.barrier();
          case 2:
            receive_number(self, kAnyNode);
            return;
          case 3:
            for (std::uint32_t i = 0;; ++i) send_number(self, NodeId{1}, i);
          default:
            const Handle never = self.post_receive(NodeId{0}, {});
            while (!self.test(never)) {
            }
        }
      },
      [](const NodeError& error) {
        EXPECT_EQ(error.node(), NodeId{0});
        EXPECT_STREQ(error.what(), "node 0 threw: out of luck");
      });
}

TEST(ClockOff, ARunFindsNoMessagesOfEarlierRuns) {
  const NodeProgram good = [](Node& self) {
    std::array<std::byte, 100> data{};
    if (self.id() == NodeId{0}) self.send(NodeId{1}, data);
    if (self.id() == NodeId{1}) self.receive(NodeId{0}, data);
  };
  const NodeProgram leaves_one = [](Node& self) {
    std::array<std::byte, 100> data{};
    if (self.id() == NodeId{0}) self.send(NodeId{1}, data);
  };
  for (int round = 0; round < 10; ++round) {
    for (const ExecutorKind executor : {ExecutorKind::threads, ExecutorKind::fibers}) {
      EXPECT_EQ(run_with_clock_off(2, good, executor).network.messages, 1U);
      EXPECT_THROW(run_with_clock_off(2, leaves_one, executor), DataError);
    }
  }
}

TEST(ClockOff, TheFirstErrorWins) {
  expect_error_in_many_runs<NodeError>(
      3, 200, [](Node& self) { throw std::runtime_error("node " + std::to_string(index(self.id())) + " is first"); },
      [](const NodeError& error) {
        EXPECT_TRUE(contains(error.what(), std::to_string(index(error.node())) + " is first")) << error.what();
      });
}

TEST(ClockOff, AProgramThatSwallowsTheStopIsStoppedAtItsNextCall) {
  expect_error_in_many_runs<NodeError>(
      2, 100,
      [](Node& self) {
        if (self.id() == NodeId{0}) throw std::runtime_error("out of luck");
        for (int i = 0; i < 3; ++i) {
          try {
            receive_number(self, NodeId{0});
          } catch (...) {
          }
        }
        self.barrier();
      },
      [](const NodeError& error) { EXPECT_EQ(error.node(), NodeId{0}); });
}

TEST(ClockOff, AMessageThatDoesNotFitItsBufferEndsTheRun) {
  for (const bool posted_first : {true, false}) {
    expect_error_in_many_runs<NodeError>(
        2, 100,
        [posted_first](Node& self) {
          const std::array<std::byte, 100> large{};
          if (self.id() == NodeId{0}) {
            if (posted_first) self.barrier();
            self.send(NodeId{1}, large);
            if (!posted_first) self.barrier();
            receive_number(self, NodeId{1});
            return;
          }
          try {
            if (!posted_first) self.barrier();
            std::array<std::byte, 99> small{};
            const Handle incoming = self.post_receive(NodeId{0}, small);
            if (posted_first) self.barrier();
            self.wait(incoming);
          } catch (const std::exception&) {
            // Even if a program catches this error, its next call throws again.
            send_number(self, NodeId{0}, 1);
          }
        },
        [](const NodeError& error) {
          EXPECT_EQ(error.node(), NodeId{1});
          EXPECT_TRUE(contains(error.what(), "node 1 in receive from 0, tag 0, 99 B (clock_off_test.cpp:"))
              << error.what();
          EXPECT_TRUE(contains(error.what(), "too small for the message of 100 B from node 0")) << error.what();
        });
  }
}

TEST(ClockOff, MessagesThatNobodyReceivesAreReported) {
  // Node 0 sends more messages than the mailbox of node 1 holds, and node 1 may have finished before that.
  expect_error_in_many_runs<DataError>(
      2, 200,
      [](Node& self) {
        if (self.id() == NodeId{0}) {
          for (std::uint32_t i = 0; i < 5; ++i) send_number(self, NodeId{1}, i, Tag{3});
        }
      },
      [](const DataError& error) {
        EXPECT_TRUE(contains(error.what(), "5 messages were sent but never received")) << error.what();
        EXPECT_TRUE(contains(error.what(), "node 0 to node 1, 4 B with tag 3 (clock_off_test.cpp:")) << error.what();
        EXPECT_EQ(error.exit_code(), ExitCode::data_lost);
      });
}

TEST(ClockOff, RefusesMailboxesWithoutRoom) {
  EXPECT_THROW(run_with_clock_off(
                   2, [](Node&) {}, ExecutorKind::threads, 0),
               UsageError);
}

}  // namespace
}  // namespace switchyard
