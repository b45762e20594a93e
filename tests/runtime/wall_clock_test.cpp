#include "runtime/clock/wall/wall_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/error.hpp"
#include "runtime/run.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

Machine cube(std::uint32_t nodes) { return machines::ipsc860({.nodes = nodes, .drift_on = false}); }

RunOptions wall_clock_options(double dilation = 1) {
  RunOptions options;
  options.clock = ClockKind::wall;
  options.pace.dilation = dilation;
  return options;
}

NodeId next_node(const Node& self) { return NodeId{(index(self.id()) + 1) % self.node_count()}; }
NodeId previous(const Node& self) { return NodeId{(index(self.id()) + self.node_count() - 1) % self.node_count()}; }

/// A node program that sends the number of each node once round a ring of all nodes.
void pass_numbers_round_ring(Node& self) {
  std::uint32_t word = index(self.id());
  for (std::uint32_t step = 1; step <= self.node_count(); ++step) {
    std::uint32_t received = 0;
    const Handle incoming = self.post_receive(previous(self), std::as_writable_bytes(std::span(&received, 1)));
    self.send(next_node(self), std::as_bytes(std::span(&word, 1)));
    self.wait(incoming);
    word = received;
  }
  self.expect(word == index(self.id()), "the number has come round");
}

/// A node program in which nodes 0 and 1 send a message to and fro, five times.
void ping_pong(Node& self) {
  std::array<std::byte, 512> block{};
  for (int i = 0; i < 5; ++i) {
    if (self.id() == NodeId{0}) self.send(NodeId{1}, block);
    self.receive(self.id() ^ 1U, block);
    if (self.id() == NodeId{1}) self.send(NodeId{0}, block);
  }
}
TEST(WallClock, DelaysAreReallyWaitedFor) {
  const auto start = std::chrono::steady_clock::now();
  const RunReport report = run(
      cube(2), [](Node& self) { self.compute(3ms); }, wall_clock_options(4));
  EXPECT_GE(std::chrono::steady_clock::now() - start, 12ms);
  EXPECT_GE(report.makespan, 3ms);
  EXPECT_GE(report.host_seconds, 0.012);
  EXPECT_EQ(report.clock, "wall");
}

TEST(WallClock, NothingIsEarlierThanUnderTheVirtualClock) {
  const Duration predicted = run(cube(2), ping_pong).makespan;
  const RunReport report = run(cube(2), ping_pong, wall_clock_options(3));
  EXPECT_GE(report.makespan, predicted);
  EXPECT_EQ(report.network.messages, 10U);
}

TEST(WallClock, EveryByteArrives) {
  for (int i = 0; i < 5; ++i) {
    const RunReport report = run(cube(16), pass_numbers_round_ring, wall_clock_options());
    EXPECT_EQ(report.network.messages, 256U);
    EXPECT_EQ(report.network.payload_bytes, 1024U);
  }
}

TEST(WallClock, CountsADeadlineForEachWait) {
  const RunReport report = run(
      cube(4),
      [](Node& self) {
        for (int i = 0; i < 10; ++i) self.compute(10us);
      },
      wall_clock_options());
  ASSERT_TRUE(report.pace);
  EXPECT_EQ(report.pace->deadlines, 40U);
  EXPECT_LE(report.pace->late_median, report.pace->late_99);
  EXPECT_LE(report.pace->late_99, report.pace->late_max);
  EXPECT_FALSE(run(cube(4), pass_numbers_round_ring).pace);
}

TEST(WallClock, ToleranceDecidesWhatIsMissed) {
  RunOptions options = wall_clock_options();
  options.pace.tolerance = 0ns;
  const auto program = [](Node& self) { self.compute(100us); };
  EXPECT_GT(run(cube(2), program, options).pace->missed, 0U);
  options.pace.tolerance = 1h;
  const PaceReport none = *run(cube(2), program, options).pace;
  EXPECT_EQ(none.missed, 0U);
  EXPECT_TRUE(none.usable());
}

TEST(WallClock, WorkThatTakesLongerThanItsCostMakesTheNodeLate) {
  const RunReport report = run(
      cube(2),
      [](Node& self) {
        self.compute(1us, [] {
          const auto end = std::chrono::steady_clock::now() + 5ms;
          while (std::chrono::steady_clock::now() < end) std::this_thread::yield();
        });
      },
      wall_clock_options());
  EXPECT_GE(report.makespan, 5ms);
}

TEST(WallClock, ADeadlockIsFoundAtOnceAndNamesItsCycle) {
  const auto program = [](Node& self) {
    std::array<std::byte, 4> room{};
    self.receive(self.id() ^ 1U, room);
  };
  try {
    run(cube(4), program, wall_clock_options());
    FAIL() << "no deadlock";
  } catch (const DeadlockError& error) {
    EXPECT_EQ(error.graph().cycles().size(), 2U);
  }
}

/// A node may poll in vain for a while and then do something else, although the other node waits meanwhile and no
/// message is on its way. The run must not report that as a deadlock.
TEST(WallClock, ANodeThatPollsInVainMayGiveUp) {
  run(
      cube(2),
      [](Node& self) {
        if (self.id() == NodeId{1}) {
          self.receive(NodeId{0}, {});
          return self.signal(NodeId{0});
        }
        const Handle answer = self.post_receive(NodeId{1}, {});
        for (int polls = 0; polls < 200 && !self.test(answer); ++polls) {
        }
        self.signal(NodeId{1});
        self.wait(answer);
      },
      wall_clock_options());
}

TEST(WallClock, PollingFindsWhatArrives) {
  run(
      cube(2),
      [](Node& self) {
        std::uint32_t word = 0;
        if (self.id() == NodeId{0}) {
          word = 7;
          self.compute(500us);
          return self.send(NodeId{1}, std::as_bytes(std::span(&word, 1)));
        }
        const Handle incoming = self.post_receive(NodeId{0}, std::as_writable_bytes(std::span(&word, 1)));
        while (!self.test(incoming)) {
        }
        self.expect(word == 7, "the word is there once the test says so");
        self.wait(incoming);
      },
      wall_clock_options());
}

/// A signal may arrive just when its receiver calls wait_later() for it.
TEST(WallClock, SignalsAreWaitedForLater) {
  const auto program = [](Node& self) {
    const NodeId partner = self.id() ^ 1U;
    std::vector<Handle> ready;
    for (int i = 0; i < 20; ++i) ready.push_back(self.post_receive(partner, {}));
    for (const Handle& one : ready) {
      self.signal(partner);
      self.wait_later(one);
    }
  };
  EXPECT_GT(run(cube(4), program, wall_clock_options()).makespan, 1ms);
}

TEST(WallClock, MessagesAreWaitedForLater) {
  run(
      cube(4),
      [](Node& self) {
        const NodeId partner = self.id() ^ 1U;
        std::array<std::uint32_t, 20> in{}, out{};
        for (std::uint32_t i = 0; i < in.size(); ++i) {
          out[i] = index(self.id()) + i;
          std::array<Handle, 2> handles{
              self.post_send(partner, std::as_bytes(std::span(&out[i], 1))),
              self.post_receive(partner, std::as_writable_bytes(std::span(&in[i], 1))),
          };
          self.wait_all_later(handles);
        }
        self.complete_later_waits();
        for (std::uint32_t i = 0; i < in.size(); ++i) {
          self.expect(in[i] == index(partner) + i, "the word that was sent");
        }
      },
      wall_clock_options());
}

TEST(WallClock, WaitAnyHandsOverTheMessageThatHasCome) {
  run(
      cube(4),
      [](Node& self) {
        if (self.id() != NodeId{0}) return self.send(NodeId{0}, std::as_bytes(std::span("abc", 3)));
        std::array<std::array<char, 3>, 3> in{};
        std::array<Handle, 3> handles;
        for (std::uint32_t i = 0; i < 3; ++i)
          handles[i] = self.post_receive(NodeId{i + 1}, std::as_writable_bytes(std::span(in[i])));
        for (int left = 3; left > 0; --left) {
          const std::size_t which = self.wait_any(handles);
          self.expect(std::string(in[which].data(), 3) == "abc", "the message of that node");
        }
      },
      wall_clock_options());
}

TEST(WallClock, CollectivesOfMachineAndMessages) {
  const auto program = [](Node& self) {
    const auto sum = self.all_reduce(index(self.id()), [](std::uint32_t a, std::uint32_t b) { return a + b; });
    self.expect(sum == 28, "the sum of 0 to 7");
    self.barrier();
  };
  run(cube(8), program, wall_clock_options());
  run(machines::cm5({.nodes = 8}), program, wall_clock_options());
}

TEST(WallClock, ManyCallsThatDoNotWaitKeepTheirOrder) {
  constexpr std::uint32_t kMany = 200;
  run(
      cube(2),
      [](Node& self) {
        std::array<std::uint32_t, kMany> words{};
        std::vector<Handle> handles;
        for (std::uint32_t& word : words) {
          if (self.id() == NodeId{1}) {
            handles.push_back(self.post_receive(NodeId{0}, std::as_writable_bytes(std::span(&word, 1))));
          } else {
            word = static_cast<std::uint32_t>(&word - words.data());
            handles.push_back(self.post_send(NodeId{1}, std::as_bytes(std::span(&word, 1))));
          }
        }
        self.wait_all(handles);
        for (std::uint32_t i = 0; i < kMany; ++i) self.expect(words[i] == i, "in order");
      },
      wall_clock_options());
}

TEST(WallClock, AProgramMayThrowWhileMessagesAreOnTheirWayToIt) {
  for (int i = 0; i < 20; ++i) {
    const auto program = [](Node& self) {
      if (self.id() == NodeId{0}) {
        std::vector<std::byte> room(4096);
        [[maybe_unused]] const Handle incoming = self.post_receive(NodeId{1}, room);
        self.compute(200us);
        throw Error("had enough");
      }
      const std::vector<std::byte> block(4096);
      self.send(NodeId{0}, block);
    };
    EXPECT_THROW(run(cube(2), program, wall_clock_options()), NodeError);
  }
}

TEST(WallClock, AProgramThatLeavesRequestsBehindIsRefused) {
  const auto program = [](Node& self) {
    std::vector<std::byte> room(64);
    if (self.id() == NodeId{0}) static_cast<void>(self.post_receive(NodeId{1}, room));
  };
  EXPECT_THROW(run(cube(2), program, wall_clock_options()), Error);
}

TEST(WallClock, AMessageThatNobodyReceivesIsReported) {
  const auto program = [](Node& self) {
    const std::array<std::byte, 8> block{};
    if (self.id() == NodeId{0}) self.send(NodeId{1}, block);
  };
  EXPECT_THROW(run(cube(2), program, wall_clock_options()), DataError);
}

TEST(WallClock, PastTheTimeLimitARunIsUnfinished) {
  RunOptions options = wall_clock_options();
  options.time_limit = 5ms;
  const auto program = [](Node& self) {
    for (;;) ping_pong(self);
  };
  EXPECT_THROW(run(cube(2), program, options), UnfinishedError);
}

TEST(WallClock, RefusesADilationBelowOneAndFibers) {
  EXPECT_THROW(run(cube(2), pass_numbers_round_ring, wall_clock_options(0.5)), UsageError);
  RunOptions fibers = wall_clock_options();
  fibers.executor = ExecutorKind::fibers;
  EXPECT_THROW(run(cube(2), pass_numbers_round_ring, fibers), UsageError);
}

TEST(WallClock, StartsWhenTheLastNodeMakesItsFirstCall) {
  using HostClock = std::chrono::steady_clock;
  std::array<HostClock::time_point, 8> first_call;
  const RunReport report = run(
      cube(8),
      [&](Node& self) {
        HostClock::time_point& called = first_call[index(self.id())];
        const auto begun = HostClock::now();
        do {
          called = HostClock::now();
        } while (self.id() == NodeId{5} && called - begun < 5ms);
        self.barrier();
      },
      wall_clock_options());
  EXPECT_LE(report.makespan, HostClock::now() - std::ranges::max(first_call));
}

}  // namespace
}  // namespace switchyard
