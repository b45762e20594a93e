#include "runtime/active_message.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <set>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/error.hpp"
#include "runtime/node.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

constexpr NodeId kNodeZero{0};
constexpr NodeId kNodeOne{1};

Machine cm5_machine(std::uint32_t nodes, machines::Cm5Options options = {}) {
  options.nodes = nodes;
  return machines::cm5(options);
}

/// Runs a program, which checks its results itself, under the virtual clock and with ClockKind::off, on each kind of
/// executor.
void run_on_all_clocks(const Machine& machine, const NodeProgram& program) {
  run_on_all_executors(machine, program);
  for (const ExecutorKind executor : executors_under_test()) {
    run(machine, program, {.clock = ClockKind::off, .executor = executor});
  }
}

/// A node program in which node 0 sends a request to node 1, and node 1 replies.
void send_request_and_reply(Node& self) {
  struct RequestAndReplyCounts {
    int asked = 0;
  } state;
  self.expose(state);
  if (self.id() == kNodeZero) {
    int answer = 0;
    self.request(kNodeOne, [&answer](ActiveMessage& at) {
      ++at.state<RequestAndReplyCounts>().asked;
      at.reply([&answer](ActiveMessage& back) { answer = 40 + static_cast<int>(index(back.source())); });
    });
    self.poll_until([&answer] { return answer != 0; });
    self.expect(answer == 41, "the answer is that of node 1");
  } else {
    self.poll_until([&state] { return state.asked == 1; });
  }
}

TEST(ActiveMessage, ARoundTripTakesThePublishedOverheadsAndTwiceTheLatency) {
  const RunReport report = run_on_all_executors(cm5_machine(2), send_request_and_reply);
  EXPECT_EQ(report.finished[0], VirtualTime{2 * (1600ns + 3us + 1700ns)});
  // Node 1 also spends 1.6 us of its processor on sending the reply.
  EXPECT_EQ(report.finished[1], VirtualTime{1600ns + 3us + 1700ns + 1600ns});
  EXPECT_EQ(report.network.packets, 2U);
}

TEST(ActiveMessage, WorksOnEveryClock) { run_on_all_clocks(cm5_machine(2), send_request_and_reply); }

TEST(ActiveMessage, IsHandledInAnyWaitOfItsNodeButNotWhileItComputes) {
  for (const bool computes : {false, true}) {
    const RunReport report = run_on_all_executors(cm5_machine(2), [computes](Node& self) {
      VirtualTime handled{};
      self.expose(handled);
      if (self.id() == kNodeZero) {
        self.request(kNodeOne, [](ActiveMessage& at) { at.state<VirtualTime>() = at.now(); });
        self.compute(100us);
        self.signal(kNodeOne);
      } else {
        if (computes) self.compute(50us);
        std::byte none{};
        self.receive(kNodeZero, {&none, 0});
        self.expect(handled == VirtualTime{computes ? 51700ns : 6300ns}, "handled when the node waits");
      }
    });
    EXPECT_EQ(report.network.packets, 1U);
  }
}

TEST(ActiveMessage, InterruptsIfTheMachineSaysSo) {
  machines::Cm5Options options;
  options.interrupts = true;
  const RunReport report = run_on_all_executors(cm5_machine(2, options), [](Node& self) {
    VirtualTime handled{};
    self.expose(handled);
    if (self.id() == kNodeZero) {
      self.request(kNodeOne, [](ActiveMessage& at) { at.state<VirtualTime>() = at.now(); });
    } else {
      self.compute(50us);
      self.expect(handled == VirtualTime{1600ns + 3us + 1700ns + 10us}, "handled at once");
      self.compute(1us);
    }
  });
  EXPECT_EQ(report.finished[1], VirtualTime{50us + 1us + 10us});
}

TEST(ActiveMessage, AnInterruptAlsoHandlesPacketsThatCameBefore) {
  machines::Cm5Options options;
  options.packet_spread = 0us;
  run_on_all_executors(cm5_machine(2, options), [](Node& self) {
    VirtualTime handled{};
    self.expose(handled);
    if (self.id() == kNodeZero) {
      self.request(kNodeOne, [](ActiveMessage& at) { at.state<VirtualTime>() = at.now(); });
      self.compute(20us);
      self.expect(self.try_lock(kNodeOne, true), "the lock is free");
      const VirtualTime there{1600ns + 20us + 1600ns + 3us};
      self.expect(self.now() == there + 2 * 1700ns + 10us + 1600ns + 3us + 1700ns, "not when the other has computed");
      self.unlock(kNodeOne);
    } else {
      const BusyLock& lock = self.busy_lock();
      self.compute(1ms);
      self.poll_until([&lock] { return !lock.holder(); });
      self.expect(handled == VirtualTime{1600ns + 20us + 1600ns + 3us + 1700ns}, "before the one that interrupts");
    }
  });
}

TEST(ActiveMessage, ADeadlineEndsAPoll) {
  run_on_all_executors(cm5_machine(2), [](Node& self) {
    if (self.id() == kNodeZero) {
      self.expect(!self.poll_until(VirtualTime{77us}, [] { return false; }), "nothing came");
      self.expect(self.now() == VirtualTime{77us}, "at the deadline");
    }
    bool arrived = false;
    self.expose(arrived);
    if (self.id() == kNodeOne) {
      self.compute(200us);
      self.request(kNodeZero, [](ActiveMessage& at) { at.state<bool>() = true; });
    } else {
      self.expect(self.poll_until(VirtualTime{1s}, [&] { return arrived; }), "something came");
      self.expect(self.now() == VirtualTime{200us + 1600ns + 3us + 1700ns}, "at once");
    }
  });
}

/// Tests a poll with a deadline that ends early because a message came. The deadline must not end a later wait of the
/// node.
TEST(ActiveMessage, TheDeadlineOfAFinishedPollDoesNotEndALaterWait) {
  run_on_all_executors(cm5_machine(2), [](Node& self) {
    int arrived = 0;
    self.expose(arrived);
    if (self.id() == kNodeOne) {
      self.request(kNodeZero, [](ActiveMessage& at) { ++at.state<int>(); });
      self.compute(1ms);
      self.request(kNodeZero, [](ActiveMessage& at) { ++at.state<int>(); });
    } else {
      self.expect(self.poll_until(VirtualTime{50us}, [&] { return arrived == 1; }), "the first one has come");
      self.poll_until([&] { return arrived == 2; });
      self.expect(arrived == 2, "it waited for the second one");
    }
  });
}

/// Tests a poll with a deadline that ends early because a message came. The deadline is no event any more, so that the
/// run ends long before it.
TEST(ActiveMessage, TheDeadlineOfAFinishedPollDoesNotMakeTheRunLonger) {
  const auto program = [](Node& self) {
    bool arrived = false;
    self.expose(arrived);
    if (self.id() == kNodeOne) {
      self.request(kNodeZero, [](ActiveMessage& at) { at.state<bool>() = true; });
    } else {
      self.expect(self.poll_until(VirtualTime{10s}, [&] { return arrived; }), "it has come");
    }
  };
  EXPECT_LT(run_on_all_executors(cm5_machine(2), program, {.time_limit = 1ms}).makespan, 1ms);
}

TEST(ActiveMessage, AConditionThatThrowsAnythingEndsTheRunOnAllNodes) {
  for (const ExecutorKind executor : executors_under_test()) {
    const auto program = [](Node& self) { self.poll_until([]() -> bool { throw 42; }); };
    EXPECT_THROW(run(cm5_machine(2), program, {.executor = executor}), int);
  }
}

TEST(ActiveMessage, APollingLoopCostsTheHostNothingWhileNothingArrives) {
  const RunReport report = run_on_all_executors(cm5_machine(2), [](Node& self) {
    bool arrived = false;
    self.expose(arrived);
    if (self.id() == kNodeOne) {
      self.compute(10s);
      self.request(kNodeZero, [](ActiveMessage& at) { at.state<bool>() = true; });
    } else {
      while (!arrived) self.poll();
    }
  });
  EXPECT_LT(report.events, 200U);
  EXPECT_GT(report.finished[0], VirtualTime{10s});
}

/// Tests a node that sends more packets than the network holds to a node that does not poll. The sender waits for room,
/// and meanwhile handles packets that are sent to it.
TEST(ActiveMessage, ANodeThatDoesNotPollMakesItsSendersWait) {
  machines::Cm5Options options;
  options.packet_buffers = 4;
  constexpr int kPackets = 50;
  const NodeProgram program = [](Node& self) {
    int count = 0;
    self.expose(count);
    const auto increment = [](ActiveMessage& at) { ++at.state<int>(); };
    if (self.id() == kNodeZero) {
      for (int i = 0; i < kPackets; ++i) self.request(kNodeOne, increment);
      if (count == 1) self.expect(self.now() > VirtualTime{1ms}, "it waited outside");
      self.poll_until([&] { return count == 1; });
    } else {
      self.request(kNodeZero, increment);
      self.compute(1ms);
      self.poll_until([&] { return count == kPackets; });
    }
  };
  run_on_all_clocks(cm5_machine(2, options), program);
  const RunReport report = run_on_all_executors(cm5_machine(2, options), program);
  EXPECT_GT(report.finished[0], VirtualTime{1ms});
}

/// Tests that all nodes can send many requests to all others, each with a reply, through a network that holds two
/// packets for each node.
TEST(ActiveMessage, ASendHandlesWhatArrivesWhileItWaits) {
  machines::Cm5Options options;
  options.packet_buffers = 2;
  constexpr std::uint32_t kNodes = 8;
  constexpr std::uint32_t kEach = 20;
  run_on_all_clocks(cm5_machine(kNodes, options), [](Node& self) {
    struct RequestAndReplyCounts {
      std::uint32_t asked = 0;
      std::uint32_t answered = 0;
    } state;
    self.expose(state);
    for (std::uint32_t i = 0; i < kEach; ++i) {
      for (std::uint32_t to = 0; to < kNodes; ++to) {
        if (NodeId{to} == self.id()) continue;
        self.request(NodeId{to}, [](ActiveMessage& at) {
          ++at.state<RequestAndReplyCounts>().asked;
          at.reply([](ActiveMessage& back) { ++back.state<RequestAndReplyCounts>().answered; });
        });
      }
    }
    self.poll_until([&] { return state.asked == kEach * (kNodes - 1) && state.answered == kEach * (kNodes - 1); });
    self.barrier();
  });
}

TEST(ActiveMessage, PacketsMayOvertakeOneAnother) {
  std::vector<std::uint32_t> order;
  run_on_all_executors(cm5_machine(2), [&order](Node& self) {
    if (self.id() == kNodeOne) order.clear();
    self.expose(order);
    constexpr std::uint32_t kPackets = 60;
    if (self.id() == kNodeZero) {
      for (std::uint32_t i = 0; i < kPackets; ++i) {
        self.request(kNodeOne, [i](ActiveMessage& at) { at.state<std::vector<std::uint32_t>>().push_back(i); });
      }
    } else {
      self.poll_until([&] { return order.size() == kPackets; });
    }
  });
  EXPECT_FALSE(std::ranges::is_sorted(order));
  std::ranges::sort(order);
  for (std::uint32_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
}

// --- tests of streams of packets in the fat tree --------------------------------------------------------------------

constexpr std::uint32_t kNoPartner = ~0U;

/// Runs a program in which each node sends `count` packets to the node that partner_of() gives for it, or nothing if it
/// gives kNoPartner. A node ends when it has handled all packets that are sent to it.
RunReport run_packet_streams(std::uint32_t nodes, int count, std::uint32_t (*partner_of)(std::uint32_t)) {
  return run_on_all_executors(cm5_machine(nodes), [=](Node& self) {
    int handled = 0, expected = 0;
    self.expose(handled);
    for (std::uint32_t i = 0; i < nodes; ++i) expected += partner_of(i) == index(self.id()) ? count : 0;
    const std::uint32_t to = partner_of(index(self.id()));
    for (int i = 0; to != kNoPartner && i < count; ++i)
      self.request(NodeId{to}, [](ActiveMessage& at) { ++at.state<int>(); });
    self.poll_until([&] { return handled == expected; });
  });
}

/// Expects the duration of a run with streams of `count` packets, where each packet takes the time `each` on the
/// narrowest edge of its path. In addition, the run takes the sending of the first packet, the latency and the receipt
/// of the last packet, and up to 2 us of variation.
void expect_stream_times(Duration each, int count, const RunReport& report) {
  EXPECT_GE(report.makespan, count * each);
  EXPECT_LE(report.makespan, count * each + 1600ns + 3us + 1700ns + 2us);
}

TEST(PacketStream, AcrossTheRootTakes4MicrosecondsForAPacket) {
  const auto half = [](std::uint32_t node) { return node < 16 ? node + 16 : kNoPartner; };
  expect_stream_times(4us, 200, run_packet_streams(32, 200, half));
  const auto half_of_256 = [](std::uint32_t node) { return node < 128 ? node + 128 : kNoPartner; };
  expect_stream_times(4us, 50, run_packet_streams(256, 50, half_of_256));
}

/// Tests packet streams in both directions across the root of the fat tree. A node that waits for room in the network
/// handles packets that come meanwhile. Sending one packet and receiving one take 3.3 us of a node's processor, less
/// than the 4 us that a packet takes at the root.
TEST(PacketStream, BothWaysAcrossTheRootTakesNoLonger) {
  expect_stream_times(4us, 200, run_packet_streams(32, 200, [](std::uint32_t node) { return node ^ 16U; }));
}

/// Between clusters of 4 nodes, the network has 10 MB/s for each node. Inside a cluster it has 20 MB/s for each node,
/// so that a packet takes 1 us in the network, which is less than the 1.7 us that its receiver takes.
TEST(PacketStream, IsFasterBetweenNearNodesUpToTheRateOfTheReceiver) {
  expect_stream_times(2us, 200,
                      run_packet_streams(16, 200, [](std::uint32_t node) { return node < 8 ? node + 8 : kNoPartner; }));
  expect_stream_times(1700ns, 200,
                      run_packet_streams(4, 200, [](std::uint32_t node) { return node < 2 ? node + 2 : kNoPartner; }));
}

/// Tests packet streams from 15 nodes to node 0. The network holds up to 64 packets for node 0, and further packets
/// wait at their senders. The first fifteen packets share the link of node 0, so that they arrive 15 us after they were
/// sent, plus 2 us of latency. From then on, node 0 receives one packet after another.
TEST(PacketStream, ManyToOneQueuesAndMakesSendersWait) {
  constexpr int kEach = 40;
  const RunReport report =
      run_packet_streams(16, kEach, [](std::uint32_t node) { return node == 0 ? kNoPartner : 0U; });
  EXPECT_EQ(report.makespan, 1600ns + 15us + 2us + 15 * kEach * 1700ns);
}

/// Eight messages across the root of the fat tree have 6.33 MB/s each. If eight packet streams also cross the root,
/// each message has a sixteenth of the root's 64 MB/s.
TEST(PacketStream, SharesTheRootWithMessages) {
  constexpr int kPackets = 300;
  for (const bool streams : {false, true}) {
    const RunReport report = run_on_all_executors(cm5_machine(32), [streams](Node& self) {
      int handled = 0;
      self.expose(handled);
      const std::uint32_t place = index(self.id()) % 16;
      const NodeId partner = self.id() ^ 16U;
      const bool sends = index(self.id()) < 16;
      std::vector<std::byte> data(4000);
      if (place < 8) {
        sends ? self.send(partner, data) : static_cast<void>(self.receive(partner, data));
      } else if (streams && sends) {
        for (int i = 0; i < kPackets; ++i) self.request(partner, [](ActiveMessage& at) { ++at.state<int>(); });
      } else if (streams) {
        self.poll_until([&] { return handled == kPackets; });
      }
    });
    const VirtualTime received = report.finished[16];
    if (streams) {
      EXPECT_GT(received, VirtualTime{100us + 4000 * 245ns});
      EXPECT_LE(received, VirtualTime{100us + 4000 * 250ns});
    } else {
      EXPECT_EQ(received, VirtualTime{100us + 4000 * 158ns});
    }
  }
}

TEST(PacketStream, NeedsAnInterfaceThatHoldsAPacket) {
  machines::Cm5Options options;
  options.packet_queue = 0;
  EXPECT_THROW(cm5_machine(2, options), UsageError);
}

// --- tests of busy locks --------------------------------------------------------------------------------------------

/// Tests that all nodes repeatedly take the busy locks of all other nodes, and compute while they hold one. The counts
/// would show a lock that is granted to two nodes at once, or an unlock that is lost.
TEST(BusyLock, IsGrantedToOneAtATimeOnEveryClock) {
  constexpr std::uint32_t kNodes = 8;
  constexpr int kTurns = 5;
  std::array<std::atomic<int>, kNodes> inside;
  std::array<std::atomic<int>, kNodes> turns;
  const NodeProgram program = [&](Node& self) {
    if (self.id() == kNodeZero) {
      for (auto& each : inside) each.store(0);
      for (auto& each : turns) each.store(0);
    }
    self.barrier();
    for (int turn = 0; turn < kTurns; ++turn) {
      for (std::uint32_t k = 1; k < kNodes; ++k) {
        const NodeId peer = self.id() ^ k;
        while (!self.try_lock(peer)) self.poll();
        self.expect(inside[index(peer)].fetch_add(1) == 0, "nobody else holds the lock");
        turns[index(peer)].fetch_add(1);
        self.compute(5us);
        self.expect(inside[index(peer)].fetch_sub(1) == 1, "nobody else has come");
        self.unlock(peer);
      }
    }
    self.barrier();
    while (self.busy_lock().holder()) self.poll();
    self.barrier();
    self.expect(turns[index(self.id())].load() == kTurns * int{kNodes - 1}, "every turn was had");
  };
  run_on_all_clocks(cm5_machine(kNodes), program);
}

TEST(BusyLock, HeldAtTheEndIsAnErrorOfTheRun) {
  const NodeProgram program = [](Node& self) {
    if (self.id() == kNodeZero) self.expect(self.try_lock(kNodeOne), "it is free");
    if (self.id() == kNodeOne) self.poll_until([lock = &self.busy_lock()] { return lock->holder().has_value(); });
  };
  const auto error = error_on_all_executors<DataError>(cm5_machine(2), program);
  EXPECT_STREQ(error.what(), "the busy lock of node 1 is still held by node 0 at the end");
  EXPECT_THROW(run(cm5_machine(2), program, {.clock = ClockKind::off}), DataError);
}

TEST(BusyLock, IsFreedByItsHolderAlone) {
  const auto error = error_on_all_executors<NodeError>(cm5_machine(4), [](Node& self) {
    if (self.id() == NodeId{2}) self.expect(self.try_lock(kNodeOne), "it is free");
    self.barrier();
    if (self.id() == kNodeZero) self.unlock(kNodeOne);
    self.poll_until([] { return false; });
  });
  EXPECT_NE(std::string(error.what()).find("node 0 frees a busy lock that node 2 holds"), std::string::npos)
      << error.what();
}

// --- tests of bulk transfers ----------------------------------------------------------------------------------------

TEST(BulkTransfer, GathersPiecesAndRunsItsHandlerWhenAllHaveCome) {
  run_on_all_clocks(cm5_machine(4), [](Node& self) {
    std::vector<std::uint32_t> incoming(30, 0);
    int done = 0;
    self.expose(done);
    const auto bytes = std::as_writable_bytes(std::span(incoming));
    if (self.id() == kNodeZero) self.open_port(BulkPortId{3}, bytes, [](ActiveMessage& at) { at.state<int>() += 1; });
    self.barrier();
    if (self.id() == kNodeZero) {
      self.poll_until([&] { return done == 1; });
      for (std::uint32_t i = 0; i < 30; ++i) self.expect(incoming[i] == i, "every element is where it belongs");
    } else {
      std::vector<std::uint32_t> mine(10);
      std::iota(mine.begin(), mine.end(), 10 * (index(self.id()) - 1));
      const auto part = std::as_bytes(std::span(mine));
      self.copy(kNodeZero, {BulkPortId{3}, 40ULL * (index(self.id()) - 1), {part.subspan(0, 4), part.subspan(4, 36)}});
    }
  });
}

/// Tests a sender that throws while its bulk transfer is under way. The data is on the stack that the exception
/// unwinds, while the receiver may be about to read it.
TEST(BulkTransfer, ASenderThatThrowsLeavesNoDanglingDataToTheReceiver) {
  for (const ExecutorKind executor : executors_under_test()) {
    const auto program = [](Node& self) {
      std::vector<std::byte> data(64);
      if (self.id() == kNodeOne) self.open_port(BulkPortId{0}, data, [](ActiveMessage&) {});
      self.barrier();
      if (self.id() == kNodeOne) {
        for (;;) self.poll();
      }
      const BulkData gather{BulkPortId{0}, 0, {data}};
      static_cast<void>(self.post_copy(kNodeOne, gather));
      throw DataError("that is all");
    };
    EXPECT_THROW(run(cm5_machine(2), program, {.clock = ClockKind::off, .executor = executor}), Error);
  }
}

/// A byte of a bulk transfer takes 0.103 us on the CM-5. If transfers go in both directions, they share each node's
/// processor, so that a byte takes 0.206 us.
TEST(BulkTransfer, TakesTheTimesOfItsSetUpOfAPacketAndOfItsBytes) {
  for (const bool both : {false, true}) {
    const RunReport report = run_on_all_executors(cm5_machine(2), [both](Node& self) {
      std::vector<std::byte> out(16'000), in(16'000);
      bool done = false;
      self.expose(done);
      const bool sends = both || self.id() == kNodeZero;
      const bool receives = both || self.id() == kNodeOne;
      if (receives) self.open_port(BulkPortId{0}, in, [](ActiveMessage& at) { at.state<bool>() = true; });
      const BulkData gather{BulkPortId{0}, 0, {out}};
      if (sends) self.copy(self.id() ^ 1U, gather);
      if (receives) self.poll_until([&] { return done; });
    });
    const Duration start = 20us + 3us + 1700ns;
    EXPECT_EQ(report.finished[0], VirtualTime{start + 16'000 * (both ? 206ns : 103ns) + (both ? 1700ns : 0ns)});
    EXPECT_EQ(report.finished[1], VirtualTime{start + 16'000 * (both ? 206ns : 103ns) + 1700ns});
  }
}

/// A node's processor moves the data of a bulk transfer, so that an interrupt at either end makes the transfer longer.
/// A lock request to node 1 also crosses a link of the transfer, and leaves the transfer half of that link for 2 us. In
/// this time the transfer moves 16 B, which would otherwise take 1648 ns. Later packets cross that link while the
/// transfer stands still.
TEST(BulkTransfer, IsHeldUpByInterruptsAtBothEnds) {
  for (const std::uint32_t asked : {0U, 1U, 2U}) {
    run_on_all_executors(cm5_machine(4), [asked](Node& self) {
      std::vector<std::byte> out(16'000), in(16'000);
      bool done = false;
      self.expose(done);
      if (self.id() == kNodeOne) self.open_port(BulkPortId{0}, in, [](ActiveMessage& at) { at.state<bool>() = true; });
      const BulkData gather{BulkPortId{0}, 0, {out}};
      if (self.id() == kNodeZero) {
        self.copy(kNodeOne, gather);
        const Duration held_up = asked == 0 ? 10us : asked == 1 ? 10us + 352ns : 0us;
        self.expect(self.now() == VirtualTime{20us + 3us + 1700ns + 16'000 * 103ns + held_up}, "as much longer");
        const VirtualTime later = self.now();
        self.compute(1us);
        self.expect(self.now() == later + 1us, "and nothing of it is paid twice");
      } else if (self.id() == kNodeOne) {
        self.poll_until([&] { return done; });
      } else if (self.id() == NodeId{3}) {
        self.compute(200us);
        self.expect(self.try_lock(NodeId{asked}, true), "the lock is free");
        self.unlock(NodeId{asked});
      }
      self.barrier();
    });
  }
}

TEST(BulkTransfer, NeedsAnOpenPortWithRoom) {
  const auto error_with = [](std::uint64_t offset, std::uint32_t port) {
    return std::string(error_on_all_executors<NodeError>(cm5_machine(2), [=](Node& self) {
                         std::vector<std::byte> data(100);
                         if (self.id() == kNodeOne) {
                           self.open_port(BulkPortId{1}, data, [](ActiveMessage&) {});
                           self.poll_until([] { return false; });
                         } else {
                           self.copy(kNodeOne, {BulkPortId{port}, offset, {data}});
                         }
                       }).what());
  };
  EXPECT_NE(error_with(0, 0).find("port 0 of node 1 is not open"), std::string::npos) << error_with(0, 0);
  EXPECT_NE(error_with(8, 1).find("does not fit into port 1 of node 1"), std::string::npos) << error_with(8, 1);
}

TEST(BulkTransfer, APortThatWaitsAtTheEndIsAnErrorOfTheRun) {
  std::vector<std::byte> data(8);
  const auto error = error_on_all_executors<DataError>(cm5_machine(2), [&](Node& self) {
    if (self.id() == kNodeOne) self.open_port(BulkPortId{1}, data, [](ActiveMessage&) {});
  });
  EXPECT_STREQ(error.what(), "port 1 of node 1 still waits for 8 of its 8 B at the end");
}

// --- tests of wrong use of active messages --------------------------------------------------------------------------

/// Expects that `call`, when a handler of an active message on node 1 makes it, ends the run with an error that names
/// the call, the handler, and the source lines of both.
void expect_refused_in_handler(const char* name, void (*call)(Node&)) {
  for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
    try {
      run(cm5_machine(2),
          [call](Node& self) {
            if (self.id() == kNodeZero) self.request(kNodeOne, [node = &self, call](ActiveMessage&) { call(*node); });
            self.poll_until([] { return false; });
          },
          {.clock = clock});
      ADD_FAILURE() << "no error";
    } catch (const NodeError& error) {
      const std::string text = error.what();
      EXPECT_EQ(error.node(), kNodeOne);
      EXPECT_NE(text.find("handler of the active message from node 0 (active_message_test.cpp:"), std::string::npos)
          << text;
      EXPECT_NE(text.find(std::string(name) + " (active_message_test.cpp:"), std::string::npos) << text;
      EXPECT_NE(text.find("must not block"), std::string::npos) << text;
    }
  }
}

TEST(ActiveMessage, ACallInAHandlerIsAnErrorThatNamesItsCallSite) {
  expect_refused_in_handler("barrier", [](Node& self) { self.barrier(); });
  expect_refused_in_handler("mark", [](Node& self) { self.mark("here"); });
  expect_refused_in_handler("receive", [](Node& self) { static_cast<void>(self.post_receive(kNodeZero, {})); });
}

TEST(ActiveMessage, OfANodeThatHasFinishedIsAnErrorOfTheRun) {
  const auto error = error_on_all_executors<DataError>(cm5_machine(2), [](Node& self) {
    if (self.id() == kNodeZero) self.request(kNodeOne, [](ActiveMessage&) {});
  });
  EXPECT_NE(std::string(error.what()).find("1 active message to node 1 was never handled; the first: from node 0"),
            std::string::npos)
      << error.what();
}

TEST(ActiveMessage, NodesThatPollForWhatNobodySendsAreDeadlocked) {
  for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
    try {
      run(cm5_machine(2), [](Node& self) { self.poll_until([] { return false; }); }, {.clock = clock});
      ADD_FAILURE() << "no error";
    } catch (const DeadlockError& error) {
      EXPECT_EQ(error.graph().cycles().size(), 1U);
      EXPECT_NE(std::string(error.what()).find("polling (active_message_test.cpp:"), std::string::npos) << error.what();
    }
  }
}

TEST(ActiveMessage, ADeadlockNamesTheMissingRoomForPackets) {
  machines::Cm5Options options;
  options.packet_buffers = 1;
  const auto error = error_on_all_executors<DeadlockError>(cm5_machine(2, options), [](Node& self) {
    if (self.id() == kNodeZero) {
      for (int i = 0; i < 3; ++i) self.request(kNodeOne, [](ActiveMessage&) {});
    }
  });
  EXPECT_NE(std::string(error.what()).find("room for packets to node 1, which has finished"), std::string::npos)
      << error.what();
}

TEST(ActiveMessage, StateOfAnotherTypeIsAnError) {
  const auto error = error_on_all_executors<NodeError>(cm5_machine(2), [](Node& self) {
    int state = 0;
    self.expose(state);
    if (self.id() == kNodeZero) self.request(kNodeOne, [](ActiveMessage& at) { at.state<double>() = 1; });
    self.poll_until([] { return false; });
  });
  EXPECT_NE(std::string(error.what()).find("exposes state of another type"), std::string::npos) << error.what();
}

TEST(ActiveMessage, IsRefusedByAMachineThatHasNone) {
  const auto error =
      error_on_all_executors<NodeError>(machines::ipsc860({.nodes = 2}), [](Node& self) { self.poll(); });
  EXPECT_NE(std::string(error.what()).find("machine ipsc860 has no active messages"), std::string::npos)
      << error.what();
}

TEST(ActiveMessage, AThrowingHandlerOrConditionEndsTheRun) {
  for (const bool in_handler : {true, false}) {
    const auto error = error_on_all_executors<NodeError>(cm5_machine(2), [in_handler](Node& self) {
      if (self.id() == kNodeZero && in_handler)
        self.request(kNodeOne, [](ActiveMessage&) { throw std::runtime_error("planted"); });
      self.poll_until([in_handler] {
        if (!in_handler) throw std::runtime_error("planted");
        return false;
      });
    });
    EXPECT_NE(std::string(error.what()).find("planted"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace switchyard
