#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "machines/ipsc860.hpp"
#include "runtime/node.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard::machines {
namespace {

using namespace std::chrono_literals;

using WaitCycles = std::vector<std::vector<NodeId>>;
constexpr MessageOptions kForcedProtocolMessageOptions{.protocol = machines::kForcedProtocol};

// The times that comments of this file add up are parts of a message on the iPSC/860. A circuit takes 50 us of software
// before it, 10.3 us for each link, 0.394 us for each byte (394 us for 1000 bytes), and 45 us of the receiver's
// software. A reservation or an acknowledge takes 34.5 us of software before it, and 9.8 us for each link.
Machine ipsc860_without_drift(std::uint32_t nodes) { return ipsc860({.nodes = nodes, .drift_on = false}); }
Machine cube_with_system_buffer(std::uint32_t nodes, std::uint64_t bytes) {
  return ipsc860({.nodes = nodes, .system_buffer = bytes, .drift_on = false});
}

VirtualTime time_point(Duration time) { return VirtualTime{time}; }
bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The programs of the nodes, by node number. Nodes without an entry do nothing.
using ProgramsByNode = std::map<std::uint32_t, NodeProgram>;
RunReport run_programs(const Machine& machine, const ProgramsByNode& script) {
  return run_on_all_executors(machine, [&](Node& self) {
    const auto part = script.find(index(self.id()));
    if (part != script.end()) part->second(self);
  });
}

NodeProgram program_that_sends_forced_message(std::uint32_t to, std::size_t size, Duration start = 0us) {
  return [=](Node& self) {
    const std::vector<std::byte> data(size);
    self.compute(start);
    self.send(NodeId{to}, data, kForcedProtocolMessageOptions);
  };
}
NodeProgram program_that_receives(std::uint32_t from, std::size_t size = 1000) {
  return [=](Node& self) {
    std::vector<std::byte> data(size);
    self.receive(NodeId{from}, data);
  };
}

/// Returns how many times as long eight messages whose circuits all need the link 7->15 take as one of them alone
/// (Bokhari 1991, sec. 2.3, figure 3).
double contention_ratio(Duration penalty) {
  constexpr std::array<std::array<std::uint32_t, 2>, 8> paths{
      {{0, 127}, {1, 63}, {3, 31}, {7, 15}, {5, 79}, {6, 47}, {2, 95}, {4, 111}}};
  const auto time_of = [&](std::size_t count) {
    ProgramsByNode script;
    for (std::size_t i = 0; i < count; ++i) {
      script[paths[i][0]] = program_that_sends_forced_message(paths[i][1], 1000);
      script[paths[i][1]] = program_that_receives(paths[i][0]);
    }
    return run_programs(ipsc860({.nodes = 128, .blocked_circuit_penalty_time = penalty, .drift_on = false}), script)
        .makespan;
  };
  // The circuit of one message of 1000 bytes over 7 links takes 95 + 394 + 7 * 10.3 us.
  EXPECT_EQ(time_of(1), 561100ns);
  return microseconds(time_of(8)) / microseconds(time_of(1));
}

TEST(Ipsc860Contention, EightCircuitsOverOneEdgeTakeMoreThanSevenTimesOne) {
  EXPECT_NEAR(contention_ratio(130us), 7.79, 0.005);
}
TEST(Ipsc860Contention, PlainFifoWouldTakeLess) { EXPECT_NEAR(contention_ratio(0us), 6.17, 0.005); }

/// Returns the time at which node 1 has sent a message of `bytes` bytes over the link 1->3. A message of node 0 holds
/// this link until 464.6 us, and the message of node 1 needs it at 150 us.
VirtualTime finish_time_of_sender_waiting_for_link(std::size_t bytes) {
  const NodeProgram receive_both = [=](Node& self) {
    std::vector<std::byte> data(1000 + bytes);
    const Handle first = self.post_receive(NodeId{0}, std::span(data).first(1000));
    self.receive(NodeId{1}, std::span(data).last(bytes));
    self.wait(first);
  };
  const RunReport report =
      run_programs(ipsc860_without_drift(4), {{0, program_that_sends_forced_message(3, 1000)},
                                              {1, program_that_sends_forced_message(3, bytes, 100us)},
                                              {3, receive_both}});
  return report.finished[1];
}

TEST(Ipsc860Contention, AHeadThatWaitedForALinkPaysUnlessItsMessageHasNoBytes) {
  // A message of no bytes takes the link as soon as it is free: at 464.6 us, and then 10.3 us.
  EXPECT_EQ(finish_time_of_sender_waiting_for_link(0), time_point(474900ns));
  // A message of one byte also pays a penalty of 130 us because it had to wait: 464.6 + 130 + 10.3 + 0.394 us.
  EXPECT_EQ(finish_time_of_sender_waiting_for_link(1), time_point(605294ns));
}

TEST(Ipsc860Forced, IsDiscardedAndCountedWithoutAPostedReceive) {
  const RunReport report = run_programs(ipsc860_without_drift(2), {{0, program_that_sends_forced_message(1, 1000)}});
  EXPECT_EQ(report.network.discarded, 1U);
  EXPECT_EQ(report.network.messages, 1U);
  EXPECT_EQ(report.network.payload_bytes, 0U);
  // The sender does not notice that its message is discarded, and takes 50 + 10.3 + 394 us as usual.
  EXPECT_EQ(report.finished[0], time_point(454300ns));
}

TEST(Ipsc860Forced, IsDiscardedWhereOnlyAnotherTagIsPosted) {
  const auto error = error_on_all_executors<DeadlockError>(ipsc860_without_drift(2), [](Node& self) {
    std::array<std::byte, 8> data{};
    if (self.id() == NodeId{0})
      return self.send(NodeId{1}, data, {.tag = Tag{1}, .protocol = machines::kForcedProtocol});
    self.receive(NodeId{0}, data, Tag{2});
  });
  EXPECT_TRUE(contains(error.what(), "node 1 in receive from 0, tag 2")) << error.what();
}

TEST(Ipsc860Forced, AReceivePostedInTimeIsEnough) {
  // The last byte of the FORCED message arrives at 454.3 us, so that a receive is in time if it is posted before.
  // Posting a receive takes no time.
  const auto posted_at = [](Duration time) {
    return run_programs(ipsc860_without_drift(2), {{0, program_that_sends_forced_message(1, 1000)},
                                                   {1, [=](Node& self) {
                                                      std::vector<std::byte> data(1000);
                                                      self.compute(time);
                                                      const Handle h = self.post_receive(NodeId{0}, data);
                                                      self.compute(1ms);
                                                      if (self.test(h)) return (void)self.wait(h);
                                                      // No node receives this byte, so that the run must end by the
                                                      // error of the following line.
                                                      self.send(NodeId{0}, std::span(data).first(1));
                                                      self.expect(false, "was discarded");
                                                    }}});
  };
  EXPECT_EQ(posted_at(454us).network.discarded, 0U);
  EXPECT_THROW(posted_at(455us), NodeError);
}

TEST(Ipsc860Receiver, IsInterruptedOnceIfItDidNotWait) {
  const RunReport report = run_programs(
      ipsc860_without_drift(2),
      {{0, program_that_sends_forced_message(1, 1000)}, {1, [](Node& self) {
                                                           std::vector<std::byte> data(1000);
                                                           const Handle h = self.post_receive(NodeId{0}, data);
                                                           self.compute(1ms);
                                                           self.expect(self.now() == time_point(1045us), "45 us later");
                                                           self.wait(h);
                                                           self.compute(10us);
                                                         }}});
  EXPECT_EQ(report.finished[1], time_point(1055us));
}

TEST(Ipsc860Receiver, IsInterruptedByEachMessage) {
  const RunReport report = run_programs(
      ipsc860_without_drift(4), {{0, program_that_sends_forced_message(3, 1000)},
                                 {1, program_that_sends_forced_message(3, 1000)},
                                 {2, [](Node& self) { self.signal(NodeId{3}); }},
                                 {3, [](Node& self) {
                                    std::vector<std::byte> data(2000);
                                    std::array handles{self.post_receive(NodeId{0}, std::span(data).first(1000)),
                                                       self.post_receive(NodeId{1}, std::span(data).last(1000)),
                                                       self.post_receive(NodeId{2}, {})};
                                    self.compute(5ms);
                                    self.wait_all(handles);
                                  }}});
  // The three messages that arrive while node 3 computes delay it by 45, 45 and 32.5 us.
  EXPECT_EQ(report.finished[3], time_point(5122500ns));
}

/// Returns the time at which node 3 has received a message that node 2 sends at the time `start`. A byte of node 1
/// arrives at 60.694 us, and the software of node 3 works on it until 105.694 us.
VirtualTime second_message_received(Duration start) {
  const RunReport report = run_programs(ipsc860_without_drift(4), {{1, program_that_sends_forced_message(3, 1)},
                                                                   {2, program_that_sends_forced_message(3, 1, start)},
                                                                   {3, [](Node& self) {
                                                                      std::vector<std::byte> data(2);
                                                                      const Handle first = self.post_receive(
                                                                          NodeId{1}, std::span(data).first(1));
                                                                      self.receive(NodeId{2}, std::span(data).last(1));
                                                                      self.wait(first);
                                                                    }}});
  return report.finished[3];
}

TEST(Ipsc860Receiver, ServesMessagesOneAfterAnother) {
  // The second message arrives at 80.694 us, but its software must wait until the software of the first message ends.
  EXPECT_EQ(second_message_received(20us), time_point(150694ns));
}

TEST(Ipsc860Receiver, IsNotDelayedBySoftwareThatHasRunWhileItWaited) {
  EXPECT_EQ(second_message_received(100us), time_point(205694ns));
  const RunReport report =
      run_programs(ipsc860_without_drift(2), {{0,
                                               [](Node& self) {
                                                 const std::vector<std::byte> data(1);
                                                 self.send(NodeId{1}, data, kForcedProtocolMessageOptions);
                                                 self.barrier();
                                               }},
                                              {1, [](Node& self) {
                                                 std::vector<std::byte> data(1);
                                                 const Handle receive = self.post_receive(NodeId{0}, data);
                                                 self.barrier();
                                                 self.wait(receive);
                                               }}});
  EXPECT_EQ(report.finished[1], report.finished[0]);
}

TEST(Ipsc860Receiver, IsInterruptedInTheSoftwareOfASend) {
  const auto send_and_compute = [](bool blocking) {
    return [=](Node& self) {
      std::vector<std::byte> out(1), in(1);
      const Handle receive = self.post_receive(NodeId{0}, in);
      // The message of node 0 arrives at 60.694 us, in the middle of the software of the send that follows.
      self.compute(20us);
      if (blocking) {
        self.send(NodeId{3}, out, kForcedProtocolMessageOptions);
      } else {
        self.wait(self.post_send(NodeId{3}, out, kForcedProtocolMessageOptions));
      }
      self.expect(self.now() == time_point(125694ns), "20 + 50 + 45 + 10.3 + 0.394");
      self.compute(10us);
      self.wait(receive);
    };
  };
  for (const bool blocking : {true, false}) {
    const RunReport report = run_programs(ipsc860_without_drift(4), {{0, program_that_sends_forced_message(1, 1)},
                                                                     {1, send_and_compute(blocking)},
                                                                     {3, program_that_receives(1, 1)}});
    EXPECT_EQ(report.finished[1], time_point(135694ns));
  }
}

TEST(Ipsc860Receiver, IsInterruptedInTheSoftwareOfASignal) {
  const RunReport report = run_programs(ipsc860_without_drift(4), {{0, program_that_sends_forced_message(1, 1)},
                                                                   {1,
                                                                    [](Node& self) {
                                                                      std::vector<std::byte> in(1);
                                                                      const Handle receive =
                                                                          self.post_receive(NodeId{0}, in);
                                                                      self.compute(20us);
                                                                      // Without the message of node 0, the signal would
                                                                      // be sent at 80.3 us; the interrupt by the
                                                                      // message makes it 45 us later.
                                                                      self.signal(NodeId{3});
                                                                      self.compute(10us);
                                                                      self.wait(receive);
                                                                    }},
                                                                   {3, program_that_receives(1, 0)}});
  EXPECT_EQ(report.finished[1], time_point(135300ns));
}

TEST(Ipsc860Receiver, PaysForZeroBytesToo) {
  const RunReport report = run_programs(
      ipsc860_without_drift(2), {{0, [](Node& self) { self.signal(NodeId{1}); }}, {1, [](Node& self) {
                                                                                     self.compute(1ms);
                                                                                     self.receive(NodeId{0}, {});
                                                                                   }}});
  EXPECT_EQ(report.finished[1], time_point(1032500ns));
}

/// Returns the times at which nodes 0 and 1 have finished if they send each other 1000 bytes as FORCED messages. Node 1
/// begins `skew` later than node 0.
std::array<Duration, 2> finish_times_of_opposite_messages(Duration skew) {
  const auto exchange = [](Duration start) {
    return [=](Node& self) {
      std::vector<std::byte> out(1000), in(1000);
      const Handle receive = self.post_receive(self.id() ^ 1U, in);
      self.compute(start);
      const Handle send = self.post_send(self.id() ^ 1U, out, kForcedProtocolMessageOptions);
      self.wait(send);
      self.wait(receive);
    };
  };
  const RunReport report = run_programs(ipsc860_without_drift(4), {{0, exchange(0us)}, {1, exchange(skew)}});
  return {report.finished[0].time_since_epoch(), report.finished[1].time_since_epoch()};
}

// The data of node 0's FORCED message moves from 60.3 us to 454.3 us.
TEST(Ipsc860HalfDuplex, OppositeMessagesOverlapWithin15us) {
  EXPECT_EQ(finish_times_of_opposite_messages(0us), (std::array<Duration, 2>{499300ns, 499300ns}));
  // Node 1's own send is complete at 464.3 us, before node 1 has received the message of node 0 at 499.3 us.
  EXPECT_EQ(finish_times_of_opposite_messages(10us), (std::array<Duration, 2>{509300ns, 499300ns}));
  EXPECT_EQ(finish_times_of_opposite_messages(15us), (std::array<Duration, 2>{514300ns, 499300ns}));
}

TEST(Ipsc860HalfDuplex, DelayedOppositeMessagesSerialise) {
  // The two messages do not overlap: node 1 sends its data from 454.3 us to 848.3 us, and has received the data of node
  // 0 by then. Node 0 ends 45 us later, after its receive software.
  EXPECT_EQ(finish_times_of_opposite_messages(15001ns), (std::array<Duration, 2>{893300ns, 848300ns}));
  EXPECT_EQ(finish_times_of_opposite_messages(100us), (std::array<Duration, 2>{893300ns, 848300ns}));
  // The circuit of node 1 is complete at 454.3 us, just when the data of node 0 has moved, so that it need not wait.
  EXPECT_EQ(finish_times_of_opposite_messages(394us), (std::array<Duration, 2>{893300ns, 848300ns}));
  EXPECT_EQ(finish_times_of_opposite_messages(400us)[0], 899300ns);
}

/// Tests a signal (a message of no bytes) that leaves at 200 us, while data of the other direction moves from 60.3 us
/// to 454.3 us.
TEST(Ipsc860HalfDuplex, DoesNotHoldZeroBytesBack) {
  const RunReport report =
      run_programs(ipsc860_without_drift(2), {{0,
                                               [](Node& self) {
                                                 const std::vector<std::byte> data(1000);
                                                 const Handle signal = self.post_receive(NodeId{1}, {});
                                                 self.send(NodeId{1}, data, kForcedProtocolMessageOptions);
                                                 self.wait(signal);
                                               }},
                                              {1, [](Node& self) {
                                                 std::vector<std::byte> data(1000);
                                                 const Handle receive = self.post_receive(NodeId{0}, data);
                                                 self.compute(200us);
                                                 self.signal(NodeId{0});
                                                 self.expect(self.now() == time_point(260300ns), "200 + 50 + 10.3");
                                                 self.wait(receive);
                                               }}});
  EXPECT_EQ(report.finished[1], time_point(499300ns));
}

/// A node cannot send and receive data at the same time (half duplex), whoever its partners are: node 0 cannot send to
/// node 1 while it receives from node 2.
TEST(Ipsc860HalfDuplex, HoldsBackASendToAThirdNode) {
  const RunReport report =
      run_programs(ipsc860_without_drift(4), {{2, program_that_sends_forced_message(0, 1000)},
                                              {0,
                                               [](Node& self) {
                                                 std::vector<std::byte> in(1000), out(1000);
                                                 const Handle receive = self.post_receive(NodeId{2}, in);
                                                 self.compute(100us);
                                                 self.send(NodeId{1}, out, kForcedProtocolMessageOptions);
                                                 self.wait(receive);
                                               }},
                                              {1, program_that_receives(0)}});
  // Node 0 sends its data to node 1 only from 454.3 us on, when it has received the data of node 2.
  EXPECT_EQ(report.finished[1], time_point(893300ns));
  EXPECT_EQ(report.network.port_wait, 454300ns - 160300ns);
}

/// Returns the time from the beginning of node 1's send until node 0 has received its data, if both nodes send data to
/// each other and node 1 begins `skew` later than node 0. If `handshake` is true, the nodes exchange messages of zero
/// bytes before.
Duration time_after_handshake(const Machine& machine, Duration skew, bool handshake) {
  std::array<VirtualTime, 2> times{};
  run_programs(machine, [&] {
    const NodeProgram both = [&, handshake, skew](Node& self) {
      const NodeId peer = self.id() ^ 1U;
      std::vector<std::byte> out(1000), in(1000);
      const Handle data = self.post_receive(peer, in);
      if (handshake) {
        const Handle ready = self.post_receive(peer, {}, Tag{1});
        self.signal(peer, Tag{1});
        self.wait(ready);
      }
      if (self.id() == NodeId{1}) {
        self.compute(skew);
        times[1] = self.now();
      }
      const Handle send = self.post_send(peer, out, kForcedProtocolMessageOptions);
      self.wait(send);
      self.wait(data);
      if (self.id() == NodeId{0}) times[0] = self.now();
    };
    return ProgramsByNode{{0, both}, {1, both}};
  }());
  return times[0] - times[1];
}

TEST(Ipsc860PairRule, SynchronisedPairsOverlapWhateverTheSkew) {
  for (const Duration skew : {50us, 100us, 300us}) {
    EXPECT_EQ(time_after_handshake(ipsc860_without_drift(4), skew, true), 499300ns);
    EXPECT_GT(time_after_handshake(ipsc860_without_drift(4), skew, false), 499300ns);
  }
}

TEST(Ipsc860PairRule, OneHandshakeServesOneExchange) {
  std::array<VirtualTime, 2> second{};
  const NodeProgram both = [&](Node& self) {
    const NodeId peer = self.id() ^ 1U;
    std::vector<std::byte> out(1000), in(1000);
    self.exchange(peer, {}, {}, {.tag = Tag{1}});
    for (int round = 0; round < 2; ++round) {
      const Handle data = self.post_receive(peer, in);
      self.compute(self.id() == NodeId{1} ? 200us : 0us);
      if (round == 1 && self.id() == NodeId{1}) second[1] = self.now();
      const Handle send = self.post_send(peer, out, kForcedProtocolMessageOptions);
      self.wait(send);
      self.wait(data);
      if (round == 1 && self.id() == NodeId{0}) second[0] = self.now();
    }
  };
  run_programs(ipsc860_without_drift(4), {{0, both}, {1, both}});
  EXPECT_GT(second[0] - second[1], 499300ns);
}

TEST(Ipsc860PairRule, OnTwoNodesAGlobalSynchronisationSynchronisesThePair) {
  const auto gap = [](std::uint32_t nodes) {
    std::array<VirtualTime, 2> times{};
    run_on_all_executors(ipsc860_without_drift(nodes), [&](Node& self) {
      std::vector<std::byte> out(1000), in(1000);
      const NodeId peer = self.id() ^ 1U;
      const Handle data = self.post_receive(peer, in);
      self.global_sync();
      if (index(self.id()) % 2 == 1) self.compute(100us);
      if (self.id() == NodeId{1}) times[1] = self.now();
      const Handle send = self.post_send(peer, out, kForcedProtocolMessageOptions);
      self.wait(send);
      self.wait(data);
      if (self.id() == NodeId{0}) times[0] = self.now();
    });
    return times[0] - times[1];
  };
  EXPECT_EQ(gap(2), 499300ns);
  EXPECT_GT(gap(4), 499300ns);
}

TEST(Ipsc860Ports, TheReceivePortIsAFifo) {
  std::array<std::uint32_t, 3> order{};
  const RunReport report =
      run_programs(ipsc860_without_drift(8),
                   {{4, program_that_sends_forced_message(0, 1000)},
                    {1, program_that_sends_forced_message(0, 1000, 1us)},
                    {2, program_that_sends_forced_message(0, 1000, 2us)},
                    {0, [&](Node& self) {
                       std::vector<std::byte> data(3000);
                       std::vector<Handle> handles;
                       for (std::size_t i = 0; i < 3; ++i) {
                         handles.push_back(self.post_receive(kAnyNode, std::span(data).subspan(i * 1000, 1000)));
                       }
                       for (std::size_t i = 0; i < 3; ++i) order[i] = index(self.wait(handles[i]).source);
                     }}});
  EXPECT_EQ(order, (std::array<std::uint32_t, 3>{4, 1, 2}));
  // The third message is received after 60.3 + 3 * 394 + 45 us, because the receive port takes one message after
  // another.
  EXPECT_EQ(report.finished[0], time_point(1287300ns));
  // Two of the messages wait for the receive port: one from 61.3 us to 454.3 us, and one from 62.3 us to 848.3 us.
  EXPECT_EQ(report.network.port_wait, 393us + 786us);
  EXPECT_EQ(report.network.blocked, 0U);
}

TEST(Ipsc860Ports, TheTransmitQueueKeepsItsOrder) {
  const RunReport report = run_programs(
      ipsc860_without_drift(8), {{0,
                                  [](Node& self) {
                                    const std::vector<std::byte> data(1000);
                                    std::array handles{self.post_send(NodeId{1}, data, kForcedProtocolMessageOptions),
                                                       self.post_send(NodeId{4}, data, kForcedProtocolMessageOptions),
                                                       self.post_send(NodeId{2}, data, kForcedProtocolMessageOptions)};
                                    self.wait_all(handles);
                                  }},
                                 {1, program_that_receives(0)},
                                 {2, program_that_receives(0)},
                                 {4, program_that_receives(0)}});
  // The first message in the queue is received after 50 + 10.3 + 394 + 45 us.
  EXPECT_EQ(report.finished[1], time_point(499300ns));
  // The second message in the queue is received 10.3 + 394 us later, as its 50 us of software ran while the first
  // message was sent.
  EXPECT_EQ(report.finished[4], time_point(903600ns));
  EXPECT_EQ(report.finished[2], time_point(1307900ns));
}

/// Tests that node 1, which has three messages to node 3 in its queue, sends an acknowledge to node 0 before the rest
/// of them.
TEST(Ipsc860Unforced, AnAcknowledgeGoesBeforeQueuedData) {
  VirtualTime received{};
  run_programs(ipsc860_without_drift(4),
               {{0,
                 [](Node& self) {
                   const std::vector<std::byte> data(1000);
                   self.send(NodeId{1}, data);
                 }},
                {1,
                 [&](Node& self) {
                   std::vector<std::byte> in(1000), out(1000);
                   const Handle receive = self.post_receive(NodeId{0}, in);
                   std::array<Handle, 3> sends;
                   for (Handle& send : sends) send = self.post_send(NodeId{3}, out, kForcedProtocolMessageOptions);
                   self.wait(receive);
                   received = self.now();
                   self.wait_all(sends);
                 }},
                {3, [](Node& self) {
                   std::vector<std::byte> in(3000);
                   std::vector<Handle> handles;
                   for (std::size_t i = 0; i < 3; ++i)
                     handles.push_back(self.post_receive(NodeId{1}, std::span(in).subspan(i * 1000, 1000)));
                   self.wait_all(handles);
                 }}});
  // Node 0's reservation arrives at 44.3 us, and the acknowledge is ready at 78.8 us. It leaves at 454.3 us, when the
  // first data circuit of node 1 ends, and arrives at 464.1 us. The data of node 0 reaches node 1 at 524.4 us, and
  // waits (half duplex) for the second message in node 1's queue, whose data moves from 474.4 us to 868.4 us. Then come
  // 398 us of data and 45 us of software.
  EXPECT_EQ(received, time_point(1311400ns));
}

TEST(Ipsc860Unforced, AMessageToAThirdNodeMayPassOneThatReserves) {
  const RunReport report = run_programs(
      ipsc860_without_drift(4), {{0,
                                  [](Node& self) {
                                    const std::vector<std::byte> data(1000);
                                    std::array handles{self.post_send(NodeId{1}, data),
                                                       self.post_send(NodeId{2}, data, kForcedProtocolMessageOptions)};
                                    self.wait_all(handles);
                                  }},
                                 {1, program_that_receives(0)},
                                 {2, program_that_receives(0)}});
  // The 50 us of software of the message to node 2 begin at 34.5 us, after the software of the first message's
  // reservation.
  EXPECT_EQ(report.finished[2], time_point(533800ns));
  // The reservation of the message to node 1 is acknowledged at 138.6 us, and its data leaves at 488.8 us.
  EXPECT_EQ(report.finished[1], time_point(942100ns));
}

/// Tests four messages with the same tag from one node to another. The first message finds no room in the system
/// buffer, and the later messages must not overtake it.
TEST(Ipsc860Unforced, MessagesToOneNodeKeepTheirOrderWhileOneOfThemWaitsForRoom) {
  constexpr std::array<std::size_t, 4> sizes{500, 200, 50, 0};
  for (const std::uint64_t buffer : {10U, 100U, 300U}) {
    run_programs(cube_with_system_buffer(2, buffer),
                 {{0,
                   [&](Node& self) {
                     const std::vector<std::byte> data(500);
                     std::vector<Handle> handles;
                     for (const std::size_t size : sizes)
                       handles.push_back(self.post_send(NodeId{1}, std::span(data).first(size)));
                     self.wait_all(handles);
                   }},
                  {1, [&](Node& self) {
                     std::vector<std::byte> data(500);
                     self.compute(5ms);
                     for (const std::size_t size : sizes) {
                       self.expect(self.receive(NodeId{0}, data).bytes == size, "in the order of sending");
                     }
                   }}});
  }
}

/// Returns an iPSC/860 on which copying a byte out of the system buffer takes 0.54 us. The papers do not give this
/// time.
Machine cube_with_copy_costs(std::uint32_t nodes, std::uint64_t buffer = 1U << 20U) {
  return ipsc860(
      {.nodes = nodes, .system_buffer = buffer, .buffer_copy_per_byte = TimePerByte{540ns}, .drift_on = false});
}

TEST(Ipsc860Unforced, GoesIntoTheSystemBufferAtThePriceOfACopy) {
  const RunReport report = run_programs(cube_with_copy_costs(2),
                                        {{0,
                                          [](Node& self) {
                                            const std::vector<std::byte> data(1000, std::byte{9});
                                            self.send(NodeId{1}, data);
                                          }},
                                         {1, [](Node& self) {
                                            std::vector<std::byte> data(1000);
                                            self.compute(5ms);
                                            self.receive(NodeId{0}, data);
                                            self.expect(data == std::vector<std::byte>(1000, std::byte{9}), "content");
                                          }}});
  // The sender of the UNFORCED message of 1000 bytes is done after 164 + 398 + 29.9 - 45 us.
  EXPECT_EQ(report.finished[0], time_point(546900ns));
  // After its 5 ms of computing, the receiver takes 45 us because of the message that arrived meanwhile, and 1000 *
  // 0.54 us to copy 1000 bytes.
  EXPECT_EQ(report.finished[1], time_point(5ms + 45us + 540us));
}

TEST(Ipsc860Unforced, AReceivePostedWhileTheDataMovesPaysForTheCopyToo) {
  const RunReport report = run_programs(cube_with_copy_costs(2),
                                        {{0, [](Node& self) { self.send(NodeId{1}, std::vector<std::byte>(1000)); }},
                                         {1, [](Node& self) {
                                            std::vector<std::byte> data(1000);
                                            // The receive is posted while the data of the message moves, which is from
                                            // 148.9 us to 546.9 us.
                                            self.compute(300us);
                                            self.receive(NodeId{0}, data);
                                          }}});
  EXPECT_EQ(report.finished[1], time_point(546900ns + 45us + 540us));
}

TEST(Ipsc860Unforced, AReceivePostedInTimePaysForNoCopy) {
  const RunReport report = run_programs(cube_with_copy_costs(2),
                                        {{0, [](Node& self) { self.send(NodeId{1}, std::vector<std::byte>(1000)); }},
                                         {1, [](Node& self) {
                                            std::vector<std::byte> data(1000);
                                            // The reservation of the message arrives at 44.3 us, just after its receive
                                            // is posted.
                                            self.compute(44us);
                                            self.receive(NodeId{0}, data);
                                          }}});
  EXPECT_EQ(report.finished[1], time_point(591900ns));
}

TEST(Ipsc860SystemBuffer, BlocksTheSenderWhenFullAndWakesItLater) {
  std::array<VirtualTime, 2> sent{};
  const RunReport report = run_programs(cube_with_copy_costs(2, 1000), {{0,
                                                                         [&](Node& self) {
                                                                           const std::vector<std::byte> data(800);
                                                                           for (VirtualTime& t : sent) {
                                                                             self.send(NodeId{1}, data);
                                                                             t = self.now();
                                                                           }
                                                                         }},
                                                                        {1, [](Node& self) {
                                                                           std::vector<std::byte> data(800);
                                                                           self.compute(10ms);
                                                                           self.receive(NodeId{0}, data);
                                                                           self.receive(NodeId{0}, data);
                                                                         }}});
  // The first message of 800 bytes takes 119 + 0.398 * 800 + 29.9 us.
  EXPECT_EQ(sent[0], time_point(467300ns));
  // The second message gets room at 10045 us, when the first message begins to be copied out of the system buffer. From
  // then on it takes 34.5 + 9.8 + 50 + 10.3 + 318.4 us.
  EXPECT_EQ(sent[1], time_point(10'468us));
  // The copy of the first message takes 432 us, until 10477 us. Then come 45 us for the arrival of the second message,
  // and 432 us for its copy.
  EXPECT_EQ(report.finished[1], time_point(10'954us));
}

/// Tests a message of node 4 that is small enough for the room in the system buffer, but waits behind a larger message
/// of node 2. As soon as the receive of the larger message is posted, so that it needs no room, the smaller message
/// must be let in.
TEST(Ipsc860SystemBuffer, LetsASmallerMessageInOnceTheOneBeforeItNeedsNoRoom) {
  const auto send = [](std::size_t size, Duration start) {
    return [=](Node& self) {
      self.compute(start);
      self.send(NodeId{0}, std::vector<std::byte>(size));
      if (self.id() == NodeId{4}) self.signal(NodeId{0}, Tag{9});
    };
  };
  run_programs(cube_with_system_buffer(8, 1000), {{1, send(600, 0ms)},
                                                  {3, send(300, 1ms)},
                                                  {2, send(500, 2ms)},
                                                  {4, send(150, 3ms)},
                                                  {0, [](Node& self) {
                                                     std::vector<std::byte> data(600);
                                                     self.compute(10ms);
                                                     // When this receive is posted, 600 of the 1000 B are in use. After
                                                     // it, 400 B are free, which are too few for the 500 B of node 2.
                                                     self.receive(NodeId{3}, data);
                                                     // From now on, the message of node 2 needs no room in the system
                                                     // buffer, because its receive is posted.
                                                     self.receive(NodeId{2}, data);
                                                     // Node 4 sends this signal after its message of 150 bytes.
                                                     self.receive(NodeId{4}, {}, Tag{9});
                                                     self.receive(NodeId{4}, data);
                                                     self.receive(NodeId{1}, data);
                                                   }}});
}

TEST(Ipsc860SystemBuffer, ShortMessagesThatWaitForRoomHoldTheirPath) {
  // Message 3->4 takes links 3->2, 2->0 and 0->4, and finds no room in the system buffer of node 4. It holds its links
  // until node 4 posts the receive at 1000 us, so that message 2->0 waits for the link 2->0.
  const RunReport report = run_programs(cube_with_system_buffer(8, 10),
                                        {{3, [](Node& self) { self.send(NodeId{4}, std::vector<std::byte>(50)); }},
                                         {4,
                                          [](Node& self) {
                                            std::vector<std::byte> data(50);
                                            self.compute(1ms);
                                            self.receive(NodeId{3}, data);
                                          }},
                                         {2,
                                          [](Node& self) {
                                            self.compute(100us);
                                            self.signal(NodeId{0});
                                          }},
                                         {0, program_that_receives(2, 0)}});
  // The data of message 3->4 takes 50 * 0.394 us from 1000 us on, when its receive is posted.
  EXPECT_EQ(report.finished[3], time_point(1019700ns));
  EXPECT_EQ(report.finished[4], time_point(1064700ns));
  // The signal 2->0 is received 10.3 + 32.5 us after the end of message 3->4, which held its link.
  EXPECT_EQ(report.finished[0], time_point(1062500ns));
  EXPECT_EQ(report.network.blocked, 1U);
}

TEST(Ipsc860SystemBuffer, ZeroBytesNeedNoRoom) {
  run_programs(cube_with_system_buffer(2, 0), {{0, [](Node& self) { self.signal(NodeId{1}); }}, {1, [](Node& self) {
                                                                                                   self.compute(1ms);
                                                                                                   self.receive(
                                                                                                       NodeId{0}, {});
                                                                                                 }}});
}

void send_then_receive(Node& self, std::size_t size) {
  std::vector<std::byte> out(size), in(size);
  self.send(self.id() ^ 1U, out);
  self.receive(self.id() ^ 1U, in);
}

TEST(Ipsc860Deadlock, ByFullSystemBuffersIsReportedWithItsCycle) {
  const NodeProgram program = [](Node& self) { send_then_receive(self, 500); };
  // With the default system buffer, the same program completes.
  run_on_all_executors(ipsc860_without_drift(2), program);
  const auto error = error_on_all_executors<DeadlockError>(cube_with_system_buffer(2, 400), program);
  EXPECT_EQ(error.exit_code(), ExitCode::deadlock);
  EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}}}));
  EXPECT_TRUE(contains(error.what(), "node 0 in send to 1, tag 0, 500 B (ipsc860_protocol_test.cpp:")) << error.what();
  EXPECT_TRUE(
      contains(error.what(),
               "space in the system buffer of node 1 (0 of 400 B in use, 500 B asked for by the message 0->1, tag 0)"))
      << error.what();
}

TEST(Ipsc860Deadlock, ByShortMessagesWithoutRoomIsReportedToo) {
  const auto error = error_on_all_executors<DeadlockError>(cube_with_system_buffer(2, 10),
                                                           [](Node& self) { send_then_receive(self, 50); });
  EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}}}));
  EXPECT_TRUE(
      contains(error.what(),
               "space in the system buffer of node 0 (0 of 10 B in use, 50 B asked for by the message 1->0, tag 0)"))
      << error.what();
}

/// Tests a deadlock in which node 2 waits for the link 2->0, which the circuit 3->4 holds. This circuit waits for room
/// in the system buffer of node 4, and node 4 waits for node 2. Node 0 also waits for node 2, but is not in the cycle.
TEST(Ipsc860Deadlock, AcrossAHeldLinkNamesLinkAndCircuit) {
  const Machine machine = cube_with_system_buffer(8, 10);
  const auto error = error_on_all_executors<DeadlockError>(machine, [](Node& self) {
    if (self.id() == NodeId{3}) self.send(NodeId{4}, std::vector<std::byte>(50));
    if (self.id() == NodeId{4}) self.receive(NodeId{2}, {});
    if (self.id() == NodeId{0}) self.receive(NodeId{2}, {});
    if (self.id() == NodeId{2}) {
      self.compute(100us);
      self.signal(NodeId{0});
      self.signal(NodeId{4});
    }
  });
  EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{2}, NodeId{3}, NodeId{4}}}));
  EXPECT_TRUE(contains(error.what(), "waits for node 3: link 2->0, held by the circuit 3->4")) << error.what();
  EXPECT_TRUE(contains(error.what(), "node 0 in receive from 2")) << error.what();
  EXPECT_TRUE(contains(error.what(), "3 of 8 nodes wait for each other, 1 more waits behind them")) << error.what();
}

/// Tests a deadlock in which a short message of node 1, which waits for its receive, holds the receive port of node 0,
/// so that the message of node 2 that node 0 wants cannot come in.
TEST(Ipsc860Deadlock, AtAReceivePortNamesItsHolder) {
  const auto error = error_on_all_executors<DeadlockError>(cube_with_system_buffer(4, 10), [](Node& self) {
    std::vector<std::byte> data(50);
    if (self.id() == NodeId{1}) self.send(NodeId{0}, data);
    if (self.id() == NodeId{2}) {
      self.compute(100us);
      self.send(NodeId{0}, data, kForcedProtocolMessageOptions);
    }
    if (self.id() == NodeId{0}) self.receive(NodeId{2}, data);
  });
  EXPECT_TRUE(contains(error.what(), "waits for node 1: receive port of node 0, held by the circuit 1->0"))
      << error.what();
  EXPECT_EQ(error.graph().cycles().size(), 1U) << error.what();
}

/// Tests a deadlock in which node 1 has room for a message of node 0, but cannot send the acknowledge: a circuit of
/// node 1 waits for room at node 0, and holds the transmit port of node 1.
TEST(Ipsc860Deadlock, OfAnAcknowledgeBehindAHeldTransmitPortIsACycle) {
  const auto error = error_on_all_executors<DeadlockError>(cube_with_system_buffer(2, 10), [](Node& self) {
    std::vector<std::byte> in(500), out(500);
    if (self.id() == NodeId{0}) {
      self.compute(200us);
      self.send(NodeId{1}, out);
      self.receive(NodeId{1}, in);
    } else {
      const Handle receive = self.post_receive(NodeId{0}, in);
      self.send(NodeId{0}, std::span(out).first(50));
      self.wait(receive);
    }
  });
  EXPECT_EQ(error.graph().cycles(), (WaitCycles{{NodeId{0}, NodeId{1}}})) << error.what();
  EXPECT_TRUE(contains(error.what(), "waits for node 1: transmit port of node 1, held by the circuit 1->0"))
      << error.what();
}

TEST(Ipsc860Library, CollectivesNeedNoSystemBuffer) {
  run_on_all_executors(cube_with_system_buffer(8, 0), [](Node& self) {
    std::vector<std::byte> data(5000);
    self.compute(1ms * index(self.id()));
    self.broadcast(NodeId{3}, data);
    std::vector<std::byte> all(8 * 200);
    self.all_gather(std::span(data).first(200), all);
  });
}

}  // namespace
}  // namespace switchyard::machines
