#include "runtime/node.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <sstream>

#include "runtime/run.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;
using Bytes = std::vector<std::byte>;

Bytes pattern_of(NodeId node, std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(index(node) * 31 + i);
  return bytes;
}

// Returns the machine for the tests in this file: a message of m bytes takes 10 us + 10 ns * m, and a poll takes 1 us.
Machine machine_of(std::uint32_t nodes) { return fixed_delay_machine({.nodes = nodes}); }

TEST(Run, SendAndReceiveTakeTheMachinesTime) {
  const RunReport report = run_on_all_executors(machine_of(2), [](Node& self) {
    if (self.id() == NodeId{0}) {
      self.send(NodeId{1}, pattern_of(NodeId{0}, 100));
    } else {
      Bytes in(200);
      const Received got = self.receive(NodeId{0}, in);
      self.expect(got.bytes == 100 && got.source == NodeId{0}, "size and source");
      in.resize(got.bytes);
      self.expect(in == pattern_of(NodeId{0}, 100), "content");
    }
  });
  // The message of 100 bytes takes 10 us + 100 * 10 ns.
  EXPECT_EQ(report.makespan, 11us);
  EXPECT_EQ(report.network.messages, 1U);
  EXPECT_EQ(report.network.payload_bytes, 100U);
}

TEST(Run, OneNodeAloneCanRun) {
  const RunReport report = run_on_all_executors(machine_of(1), [](Node& self) {
    self.compute(3us);
    self.expect(self.now() == VirtualTime{3us}, "time");
  });
  EXPECT_EQ(report.makespan, 3us);
}

TEST(Run, FinishedTimesAreByNode) {
  const RunReport report =
      run_on_all_executors(machine_of(3), [](Node& self) { self.compute(self.id() == NodeId{1} ? 7us : 2us); });
  EXPECT_EQ(report.finished, (std::vector<VirtualTime>{VirtualTime{2us}, VirtualTime{7us}, VirtualTime{2us}}));
  EXPECT_EQ(report.makespan, 7us);
}

TEST(Run, ExchangeMovesBothDirectionsAtOnce) {
  const RunReport report = run_on_all_executors(machine_of(2), [](Node& self) {
    const NodeId peer = self.id() ^ 1U;
    Bytes in(50);
    self.exchange(peer, pattern_of(self.id(), 50), in);
    self.expect(in == pattern_of(peer, 50), "content");
  });
  EXPECT_EQ(report.makespan, 10500ns);
}

TEST(Run, SignalIsAMessageOfZeroBytes) {
  const RunReport report = run_on_all_executors(machine_of(2), [](Node& self) {
    if (self.id() == NodeId{0}) return self.signal(NodeId{1}, Tag{4});
    self.expect(self.receive(NodeId{0}, {}, Tag{4}).bytes == 0, "empty");
  });
  EXPECT_EQ(report.makespan, 10us);
}

TEST(Run, MessagesOfOneTagKeepTheirOrder) {
  run_on_all_executors(machine_of(2), [](Node& self) {
    // More requests than the instruction stream of a node can hold.
    constexpr std::size_t count = 300;
    std::vector<std::uint32_t> values(count);
    std::vector<Handle> handles;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto one = std::as_writable_bytes(std::span(&values[i], 1));
      if (self.id() == NodeId{0}) values[i] = i;
      handles.push_back(self.id() == NodeId{0} ? self.post_send(NodeId{1}, one) : self.post_receive(NodeId{0}, one));
    }
    self.wait_all(handles);
    for (std::uint32_t i = 0; i < count; ++i) self.expect(values[i] == i, "order");
    self.expect(self.open_request_count() == 0, "all waited for");
  });
}

TEST(Run, TagsTellMessagesApart) {
  run_on_all_executors(machine_of(2), [](Node& self) {
    if (self.id() == NodeId{0}) {
      self.send(NodeId{1}, pattern_of(NodeId{1}, 8), {.tag = Tag{1}});
      self.send(NodeId{1}, pattern_of(NodeId{2}, 8), {.tag = Tag{2}});
    } else {
      Bytes one(8), two(8);
      self.receive(NodeId{0}, two, Tag{2});
      self.receive(NodeId{0}, one, Tag{1});
      self.expect(one == pattern_of(NodeId{1}, 8) && two == pattern_of(NodeId{2}, 8), "by tag");
    }
  });
}

TEST(Run, AnySourceTakesMessagesInTheOrderOfArrival) {
  std::array<std::uint32_t, 4> order{};
  run_on_all_executors(machine_of(5), [&](Node& self) {
    if (self.id() == NodeId{4}) {
      for (auto& source : order) source = index(self.receive(kAnyNode, {}).source);
    } else {
      constexpr std::array delays{30us, 10us, 40us, 20us};
      self.compute(delays[index(self.id())]);
      self.signal(NodeId{4});
    }
  });
  EXPECT_EQ(order, (std::array<std::uint32_t, 4>{1, 3, 0, 2}));
}

TEST(Run, EqualArrivalsFromAnySourceComeInTheOrderOfVirtualTimeAndPosting) {
  std::array<std::uint32_t, 4> order{};
  run_on_all_executors(machine_of(5), [&](Node& self) {
    if (self.id() == NodeId{4}) {
      for (auto& source : order) source = index(self.receive(kAnyNode, {}).source);
    } else {
      self.signal(NodeId{4});
    }
  });
  EXPECT_EQ(order, (std::array<std::uint32_t, 4>{0, 1, 2, 3}));
}

TEST(Run, AReceiverThatComesLateFindsTheMessage) {
  const RunReport report = run_on_all_executors(machine_of(2), [](Node& self) {
    if (self.id() == NodeId{0}) return self.signal(NodeId{1});
    self.compute(100us);
    self.receive(NodeId{0}, {});
    self.expect(self.now() == VirtualTime{100us}, "no further wait");
  });
  EXPECT_EQ(report.finished[0], VirtualTime{10us});
}

TEST(Run, WithoutBuffersASendLastsUntilItsReceive) {
  const RunReport report =
      run_on_all_executors(fixed_delay_machine({.nodes = 2, .stores_early_messages = false}), [](Node& self) {
        if (self.id() == NodeId{0}) return self.signal(NodeId{1});
        self.compute(100us);
        self.receive(NodeId{0}, {});
      });
  EXPECT_EQ(report.finished[0], VirtualTime{100us});
}

TEST(Run, WaitAnyGivesWhatIsDoneFirst) {
  std::array<std::size_t, 3> order{};
  run_on_all_executors(machine_of(4), [&](Node& self) {
    if (self.id() != NodeId{0}) {
      self.compute(40us - 10us * index(self.id()));
      return self.send(NodeId{0}, pattern_of(self.id(), index(self.id())));
    }
    Bytes in(3 * 8);
    std::vector<Handle> handles;
    for (std::uint32_t i = 1; i < 4; ++i) {
      handles.push_back(self.post_receive(NodeId{i}, std::span(in).subspan((i - 1) * 8, 8)));
    }
    for (std::size_t& which : order) {
      Received got;
      which = self.wait_any(handles, &got);
      self.expect(handles[which].empty(), "emptied");
      self.expect(index(got.source) == which + 1 && got.bytes == which + 1, "what it got");
    }
  });
  EXPECT_EQ(order, (std::array<std::size_t, 3>{2, 1, 0}));
}

TEST(Run, WaitAnyPrefersTheLowestIndexOfThoseAlreadyDone) {
  run_on_all_executors(machine_of(2), [](Node& self) {
    if (self.id() == NodeId{1}) {
      self.signal(NodeId{0}, Tag{1});
      return self.signal(NodeId{0}, Tag{0});
    }
    std::array handles{self.post_receive(NodeId{1}, {}, Tag{0}), self.post_receive(NodeId{1}, {}, Tag{1})};
    self.compute(100us);
    self.expect(self.wait_any(handles) == 0, "first in the list");
    self.expect(self.wait_any(handles) == 1, "then the other");
  });
}

TEST(Run, WaitAllSkipsEmptyHandlesAndEmptiesTheRest) {
  run_on_all_executors(machine_of(2), [](Node& self) {
    const NodeId peer = self.id() ^ 1U;
    std::array handles{Handle{}, self.post_receive(peer, {}), Handle{}, self.post_send(peer, {})};
    self.wait_all(handles);
    self.expect(std::all_of(handles.begin(), handles.end(), [](const Handle& h) { return h.empty(); }), "empty");
    // A wait for handles that are all empty takes no time.
    self.wait_all(handles);
    self.wait_all({});
    self.expect(self.now() == VirtualTime{10us}, "no further time");
  });
}

TEST(Run, WaitForSomethingDoneTakesNoTime) {
  run_on_all_executors(machine_of(2), [](Node& self) {
    const NodeId peer = self.id() ^ 1U;
    const Handle send = self.post_send(peer, {});
    const Handle receive = self.post_receive(peer, {});
    self.compute(50us);
    self.wait(send);
    self.wait(receive);
    self.expect(self.now() == VirtualTime{50us}, "at once");
  });
}

TEST(Run, NowIsTheNodesOwnTime) {
  run_on_all_executors(machine_of(4), [](Node& self) {
    self.expect(self.now() == VirtualTime{}, "starts at 0");
    for (int i = 1; i <= 5; ++i) {
      self.compute(Duration{1000 * (index(self.id()) + 1)});
      self.expect(self.now() == VirtualTime{Duration{1000 * (index(self.id()) + 1) * i}}, "sum of its own work");
    }
  });
}

TEST(Run, MarksComeInTheOrderOfVirtualTime) {
  const RunReport report = run_on_all_executors(machine_of(2), [](Node& self) {
    self.compute(self.id() == NodeId{0} ? 5us : 3us);
    self.mark("worked");
    self.compute(3us);
    self.mark("done");
  });
  ASSERT_EQ(report.marks.size(), 4U);
  std::vector<std::pair<std::uint32_t, Duration>> seen;
  for (const Mark& mark : report.marks) seen.emplace_back(index(mark.node), mark.at.time_since_epoch());
  EXPECT_EQ(seen, (std::vector<std::pair<std::uint32_t, Duration>>{{1, 3us}, {0, 5us}, {1, 6us}, {0, 8us}}));
  EXPECT_EQ(report.marks[0].label, "worked");
}

TEST(Run, TellsWhileItRunsHowManyMessagesItHasDelivered) {
  for (const ExecutorKind executor : {ExecutorKind::threads, ExecutorKind::fibers}) {
    std::atomic<std::uint64_t> delivered{0};
    const auto program = [&](Node& self) {
      std::array<std::byte, 8> data{};
      for (std::uint64_t i = 1; i <= 5; ++i) {
        if (self.id() == NodeId{0}) {
          self.send(NodeId{1}, data);
        } else {
          self.receive(NodeId{0}, data);
          self.expect(delivered.load() >= i, "the message just received is counted");
        }
      }
    };
    run(machine_of(2), program, {.executor = executor, .delivered_message_counter = &delivered});
    EXPECT_EQ(delivered.load(), 5U);
  }
}

TEST(Run, EachNodeHasItsOwnRandomNumbersAndTheSeedSettlesThem) {
  const auto draws = [](std::uint64_t seed) {
    std::vector<std::uint64_t> drawn(4);
    run_on_all_executors(machine_of(4), [&](Node& self) { drawn[index(self.id())] = self.random()(); }, {.seed = seed});
    return drawn;
  };
  const auto once = draws(1);
  EXPECT_EQ(once, draws(1));
  EXPECT_NE(once, draws(2));
  EXPECT_NE(once[0], once[1]);
}

TEST(Run, TheReportOpensWithWhatIsNeededToRepeatTheRun) {
  const RunReport report = run(machine_of(2), [](Node& self) { self.compute(1us); }, {.seed = 17});
  std::ostringstream out;
  out << report;
  EXPECT_TRUE(out.str().starts_with("machine fixed_delay, 2 nodes, clock virtual, executor threads, seed 17, "))
      << out.str();
  EXPECT_NE(out.str().find("makespan         1.000 us"), std::string::npos) << out.str();
}

TEST(Polling, APollThatFindsNothingCostsVirtualTime) {
  int polls = 0;
  const RunReport report = run_on_all_executors(machine_of(2), [&](Node& self) {
    if (self.id() == NodeId{1}) return self.signal(NodeId{0});
    const Handle receive = self.post_receive(NodeId{1}, {});
    int count = 0;
    while (!self.test(receive)) ++count;
    self.wait(receive);
    polls = count;
  });
  // Polls end at 1 us, 2 us and so on. The message comes at 10 us, and so the tenth poll finds it.
  EXPECT_EQ(polls, 9);
  EXPECT_EQ(report.finished[0], VirtualTime{10us});
}

TEST(Polling, ALongPollingLoopSleepsUntilSomethingCanArrive) {
  const RunReport report = run_on_all_executors(machine_of(2), [](Node& self) {
    if (self.id() == NodeId{1}) {
      self.compute(std::chrono::seconds{60});
      return self.signal(NodeId{0});
    }
    const Handle receive = self.post_receive(NodeId{1}, {});
    while (!self.test(receive)) {
    }
    self.wait(receive);
  });
  // The time at which the message comes, which is a multiple of the polling period of 1 us.
  EXPECT_EQ(report.finished[0], VirtualTime{60s + 10us});
  // Sixty million polls, each with an event of its own, would be far more events.
  EXPECT_LT(report.events, 1000U);
}

TEST(Polling, ASleepingPollerWakesForEachOfItsRequests) {
  const RunReport report = run_on_all_executors(machine_of(3), [](Node& self) {
    if (self.id() != NodeId{0}) {
      self.compute(self.id() == NodeId{1} ? 5ms : 2ms);
      return self.signal(NodeId{0});
    }
    std::array handles{self.post_receive(NodeId{1}, {}), self.post_receive(NodeId{2}, {})};
    while (!self.test(handles[0]) && !self.test(handles[1])) {
    }
    self.expect(!self.test(handles[0]) && self.test(handles[1]), "the second one came first");
    self.wait_all(handles);
  });
  EXPECT_LT(report.events, 1000U);
}

/// A node that polls in vain for a while and then does something else is not stuck.
TEST(Polling, ALimitedNumberOfPollsComesToItsEnd) {
  run_on_all_executors(machine_of(2), [](Node& self) {
    const NodeId peer = self.id() ^ 1U;
    if (self.id() == NodeId{1}) {
      self.receive(peer, {});
      return self.signal(peer);
    }
    const Handle answer = self.post_receive(peer, {});
    for (int i = 0; i < 1000; ++i) self.expect(!self.test(answer), "nobody was asked yet");
    self.signal(peer);
    self.wait(answer);
  });
}

TEST(Polling, HalfAMillionPollsComeToTheirEnd) {
  const auto program = [](Node& self) {
    if (self.id() == NodeId{1}) {
      self.receive(NodeId{0}, {});
      return;
    }
    const Handle answer = self.post_receive(NodeId{1}, {});
    for (int i = 0; i < 500'000; ++i) self.test(answer);
    self.signal(NodeId{1});
    self.cancel(answer);
    self.wait(answer);
  };
  EXPECT_NO_THROW(run(machine_of(2), program, {.executor = ExecutorKind::fibers}));
}

/// A program that polls up to a time limit of its own is not stuck, even if the limit is far longer than nodes may
/// otherwise poll.
TEST(Polling, PollingUpToATimeLimitOfTheProgramIsNoDeadlock) {
  for (const Duration limit : {Duration{500ms}, Duration{20s}, Duration{3600s}}) {
    run_on_all_executors(machine_of(2), [limit](Node& self) {
      const NodeId peer = self.id() ^ 1U;
      if (self.id() == NodeId{1}) {
        self.receive(peer, {});
        return self.signal(peer);
      }
      const Handle answer = self.post_receive(peer, {});
      const VirtualTime end = self.now() + limit;
      while (!self.test(answer) && self.now() < end) {
      }
      self.expect(self.now() >= end && self.now() < end + limit / 64, "the limit is over, and not for long");
      self.signal(peer);
      self.wait(answer);
    });
  }
}

TEST(Polling, PollingForEverIsADeadlockThoughTheNodeReadsItsClock) {
  EXPECT_THROW(run(machine_of(2),
                   [](Node& self) {
                     const Handle answer = self.post_receive(self.id() ^ 1U, {});
                     while (!self.test(answer)) self.now();
                   }),
               DeadlockError);
}

TEST(Polling, ATestThatFindsARequestDoneLeavesItToAWait) {
  run_on_all_executors(machine_of(2), [](Node& self) {
    const NodeId peer = self.id() ^ 1U;
    const Handle send = self.post_send(peer, {});
    const Handle receive = self.post_receive(peer, {});
    self.compute(20us);
    self.expect(self.test(send) && self.test(receive) && self.test(receive), "done");
    self.wait(send);
    self.wait(receive);
  });
}

TEST(Signals, AwaitingOneDelaysTheNodeAsReceivingItDoes) {
  const auto finished = [](bool awaits) {
    const RunReport report = run(fixed_delay_machine({.nodes = 2}), [&](Node& self) {
      const NodeId peer = self.id() ^ 1U;
      if (self.id() == NodeId{0}) {
        self.compute(std::chrono::microseconds{70});
        self.signal(peer, Tag{3});
      } else if (awaits) {
        self.await_signal(peer, Tag{3});
      } else {
        self.receive(peer, {}, Tag{3});
      }
      self.compute(std::chrono::microseconds{5});
    });
    return report.finished;
  };
  EXPECT_EQ(finished(true), finished(false));
}

TEST(Signals, OneThatNeverComesIsADeadlock) {
  EXPECT_THROW(run(fixed_delay_machine({.nodes = 2}),
                   [](Node& self) {
                     if (self.id() == NodeId{0}) self.await_signal(NodeId{1});
                   }),
               DeadlockError);
}

/// Returns a program in which node 0 sends blocks of 1, 2, ... bytes to node 1, which is slow. There are more blocks
/// than a node's instruction stream can hold operations. If `later` is true, the nodes use wait_later() and
/// wait_all_later().
NodeProgram block_transfer_program(bool later) {
  return [later](Node& self) {
    constexpr std::size_t kBlocks = 300;
    const NodeId peer = self.id() ^ 1U;
    const bool sends = self.id() == NodeId{0};
    std::vector<std::vector<std::byte>> blocks(kBlocks);
    for (std::size_t i = 0; i < kBlocks; ++i) {
      blocks[i].resize(i + 1, sends ? static_cast<std::byte>(i) : std::byte{0});
      // The first handle stays empty, which wait_all() has to accept.
      std::array<Handle, 3> handles;
      handles[1] = sends ? self.post_send(peer, blocks[i]) : self.post_receive(peer, blocks[i]);
      handles[2] = self.post_receive(peer, {}, Tag{1});
      self.signal(peer, Tag{1});
      if (!sends) self.compute(1us * (i % 7));
      if (later && i % 2 == 0) {
        self.wait_later(handles[1]);
        self.wait_later(handles[2]);
      } else if (later) {
        self.wait_all_later(handles);
        self.expect(handles[1].empty() && handles[2].empty(), "no handle is left");
      } else {
        self.wait_all(handles);
      }
      self.expect(self.open_request_count() < 300, "those that are done are reused");
    }
    self.complete_later_waits();
    self.expect(self.open_request_count() == 0, "all are done");
    for (std::size_t i = 0; i < kBlocks; ++i) {
      self.expect(blocks[i] == std::vector<std::byte>(i + 1, static_cast<std::byte>(i)), "the block that was sent");
    }
  };
}

TEST(WaitLater, DelaysTheNodeAsWaitingDoes) {
  for (const bool buffers : {true, false}) {
    const Machine machine = fixed_delay_machine({.nodes = 2, .stores_early_messages = buffers});
    expect_equal_runs(run_on_all_executors(machine, block_transfer_program(true)),
                      run_on_all_executors(machine, block_transfer_program(false)));
  }
}

TEST(WaitLater, WorksWithTheClockOff) {
  for (const ExecutorKind executor : executors_under_test()) {
    run(machine_of(2), block_transfer_program(true), {.clock = ClockKind::off, .executor = executor});
  }
}

TEST(WaitLater, AMessageThatNeverComesIsADeadlock) {
  EXPECT_THROW(run(machine_of(2),
                   [](Node& self) {
                     std::array<std::byte, 8> block;
                     if (self.id() == NodeId{0}) self.wait_later(self.post_receive(NodeId{1}, block));
                     self.complete_later_waits();
                   }),
               DeadlockError);
}

}  // namespace
}  // namespace switchyard
