#include "machines/endpoint/endpoint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "machines/endpoint/port_fabric.hpp"
#include "machines/endpoint/simple_machine.hpp"
#include "runtime/error.hpp"
#include "runtime/node.hpp"
#include "tests/runtime/executors_under_test.hpp"

switchyard::Machine my_machine(std::uint32_t nodes);  // defined in bench/examples/my_machine.cpp

namespace switchyard {
namespace {

using namespace std::chrono_literals;

constexpr Duration kTravelTimeOfMessageHead = 10us;

/// A fabric (the network of a machine) with wires between all nodes. The head of a message takes 10 us, and each byte
/// takes 10 ns more.
class WireFabric final : public PortFabric {
 public:
  WireFabric(Emulation& emulation, std::uint32_t nodes, std::uint64_t system_buffer)
      : PortFabric(emulation, nodes,
                   {.send_overhead = 1us,
                    .receive_overhead = 2us,
                    .system_buffer_bytes = system_buffer,
                    .copy_out_per_byte = TimePerByte{1ns}}) {}
  void on_event(const Event& event) override {
    if (event.kind == kHeadAtDestination) return handle_head_arrival(event.node());
    if (event.kind == kRoomGranted) return handle_room_granted_event(event);
    handle_last_byte_arrival(event.node());
  }

 private:
  enum EventKind : std::uint32_t { kHeadAtDestination = kFirstDerivedEventKind, kLastByteArrived };
  void send_into_network(NodeId source, const Request& /*message*/) override {
    emulation_.schedule(kTravelTimeOfMessageHead, source, kHeadAtDestination);
  }
  void withdraw_from_network(NodeId /*source*/) override {}
  Duration travel_time_of_head(const Request& /*message*/) const override { return kTravelTimeOfMessageHead; }
  void start_moving_data(NodeId source, const Request& message) override {
    emulation_.schedule(TimePerByte{10ns} * message.bytes, source, kLastByteArrived);
  }
};

class MachineWithWireNetwork final : public SimpleDescription {
 public:
  MachineWithWireNetwork(std::uint32_t nodes, std::uint64_t system_buffer)
      : SimpleDescription("wires", nodes, {}), system_buffer_(system_buffer) {}
  Duration message_time(std::uint64_t bytes) const override {
    return kTravelTimeOfMessageHead + TimePerByte{10ns} * bytes;
  }
  std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const override {
    return std::make_unique<WireFabric>(emulation, node_count(), system_buffer_);
  }

 private:
  std::uint64_t system_buffer_;
};

Machine make_machine_with_wire_network(std::uint32_t nodes, std::uint64_t system_buffer) {
  return Machine(std::make_shared<MachineWithWireNetwork>(nodes, system_buffer));
}

/// A machine whose network carries any number of messages at once, each as fast as if it were alone.
class UnlimitedNetworkMachine final : public SimpleMachine<UnlimitedNetworkMachine> {
 public:
  explicit UnlimitedNetworkMachine(const Costs& costs) : SimpleMachine("ether", 2, costs) {}
  Duration message_time(std::uint64_t bytes) const override {
    return kTravelTimeOfMessageHead + TimePerByte{10ns} * bytes;
  }
};

Machine unlimited_network_machine(const SimpleDescription::Costs& costs) {
  return Machine(std::make_shared<UnlimitedNetworkMachine>(costs));
}

Duration finish_time_of_node(const RunReport& report, std::uint32_t node) {
  return report.finished[node].time_since_epoch();
}

void send_bytes(Node& self, std::uint32_t to, std::size_t bytes, Tag tag = Tag{}) {
  self.send(NodeId{to}, std::vector<std::byte>(bytes), {.tag = tag});
}
void receive_bytes(Node& self, NodeId from, std::size_t bytes, Tag tag = Tag{}) {
  std::vector<std::byte> in(bytes);
  self.receive(from, in, tag);
}

// --- tests of ports, buffer space and stored messages ---------------------------------------------------------------

TEST(Endpoint, TheReceivePortServesMessagesInTheOrderInWhichTheyCome) {
  const RunReport report = run_on_all_executors(make_machine_with_wire_network(4, 0), [](Node& self) {
    if (index(self.id()) > 0) {
      self.compute(1us * index(self.id()));
      return send_bytes(self, 0, 1000);
    }
    std::vector<std::vector<std::byte>> in(3, std::vector<std::byte>(1000));
    std::vector<Handle> handles;
    for (std::uint32_t i = 0; i < 3; ++i) handles.push_back(self.post_receive(NodeId{i + 1}, in[i]));
    self.wait_all(handles);
  });
  // The heads of the three messages arrive at 12, 13 and 14 us, and each message occupies the receive port for 10 us.
  EXPECT_EQ(finish_time_of_node(report, 1), 22us);
  EXPECT_EQ(finish_time_of_node(report, 2), 32us);
  EXPECT_EQ(finish_time_of_node(report, 3), 42us);
  EXPECT_EQ(report.network.port_wait, 9us + 18us);
  EXPECT_EQ(report.network.messages, 3U);
  EXPECT_EQ(report.network.payload_bytes, 3000U);
}

/// Runs a program in which node 0 sends 1000 bytes at once, and node 1 receives them after 100 us.
RunReport run_with_early_send(const Machine& machine) {
  return run_on_all_executors(machine, [](Node& self) {
    if (self.id() == NodeId{0}) return send_bytes(self, 1, 1000);
    self.compute(100us);
    receive_bytes(self, NodeId{0}, 1000);
  });
}

TEST(Endpoint, AMessageBeforeItsReceiveIsStoredAndCopiedOut) {
  const RunReport report = run_with_early_send(make_machine_with_wire_network(2, 1000));
  EXPECT_EQ(finish_time_of_node(report, 0), 21us);
  // The receive of the stored 1000 B takes 2 us of software, and 1 us for copying them at 1 ns a byte.
  EXPECT_EQ(finish_time_of_node(report, 1), 103us);
}

TEST(Endpoint, WithoutRoomAMessageHoldsTheReceivePortUntilItsReceiveIsPosted) {
  const RunReport report = run_with_early_send(make_machine_with_wire_network(2, 999));
  EXPECT_EQ(finish_time_of_node(report, 0), 110us);
  EXPECT_EQ(finish_time_of_node(report, 1), 112us);
  // The head of the message waits at the receive port from 11 us until the receive is posted at 100 us.
  EXPECT_EQ(report.network.port_wait, 89us);
}

TEST(Endpoint, AReceiveThatIsPostedWhileTheDataMovesTakesItFromTheBuffer) {
  const RunReport report = run_on_all_executors(make_machine_with_wire_network(2, 1000), [](Node& self) {
    if (self.id() == NodeId{0}) return send_bytes(self, 1, 1000);
    self.compute(15us);
    receive_bytes(self, NodeId{0}, 1000);
    self.compute(1us);
  });
  // The receive is complete at 21 us. The node's next operation then pays 2 us of software, and the time to copy the
  // 400 B that had arrived in the system buffer when the receive was posted at 15 us.
  EXPECT_EQ(finish_time_of_node(report, 1), 24400ns);
}

TEST(Endpoint, RoomIsFreeAgainOnceAMessageHasComeOut) {
  const RunReport report = run_on_all_executors(make_machine_with_wire_network(2, 1000), [](Node& self) {
    if (self.id() == NodeId{0}) {
      send_bytes(self, 1, 1000, Tag{1});
      return send_bytes(self, 1, 1000, Tag{2});
    }
    self.compute(100us);
    receive_bytes(self, NodeId{0}, 1000, Tag{1});
    self.compute(100us);
    receive_bytes(self, NodeId{0}, 1000, Tag{2});
  });
  // The second message gets room at 102 us, when the receive of the first message is posted after 2 us of the
  // receiver's software.
  EXPECT_EQ(finish_time_of_node(report, 0), 112us);
}

TEST(Endpoint, AReportNamesTheBufferAndWhoHoldsThePort) {
  const auto error = error_on_all_executors<DeadlockError>(make_machine_with_wire_network(3, 999), [](Node& self) {
    if (self.id() == NodeId{1})
      return receive_bytes(self, NodeId{0}, 1000, Tag{9});  // No node sends a message with this tag.
    self.compute(1us * index(self.id()));
    send_bytes(self, 1, 1000);
  });
  const std::string text = error.what();
  EXPECT_NE(text.find("space in the system buffer of node 1 (0 of 999 B in use, 1000 B asked for by the message 0->1, "
                      "tag 0)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("receive port of node 1, held by the message 0->1"), std::string::npos) << text;
}

TEST(Endpoint, MessagesThatNobodyReceivesAreLeftOver) {
  const auto program = [](Node& self) {
    if (self.id() == NodeId{0}) send_bytes(self, 1, 10, Tag{5});
  };
  EXPECT_THROW(run(make_machine_with_wire_network(2, 1000), program), DataError);
  EXPECT_THROW(run(unlimited_network_machine({}), program), DataError);
}

// --- tests of records and queues of messages on their way -----------------------------------------------------------

TEST(TransferRecords, ARecordIsUsedAgain) {
  TransferRecords<Transfer> transfers;
  Request message;
  Transfer& first = transfers.acquire_record_for(message);
  Transfer& second = transfers.acquire_record_for(message);
  EXPECT_EQ(first.id, 0U);
  EXPECT_EQ(second.id, 1U);
  transfers.release(first);
  std::vector<std::uint32_t> ids;
  transfers.for_each([&](const Transfer& transfer) { ids.push_back(transfer.id); });
  EXPECT_EQ(ids, std::vector{1U});
  EXPECT_EQ(&transfers.acquire_record_for(message), &first);
}

TEST(TransferRecords, AQueueGivesTheFirstTransferThatMeetsACondition) {
  std::deque<Transfer> transfers(4);
  TransferQueue<Transfer> queue;
  for (std::uint32_t i = 0; i < 4; ++i) {
    transfers[i].id = i;
    queue.push(transfers[i], VirtualTime{});
  }
  const auto with_id = [](std::uint32_t id) { return [id](const Transfer& transfer) { return transfer.id == id; }; };
  EXPECT_EQ(queue.pop_first_if(with_id(4)), nullptr);
  EXPECT_EQ(queue.pop_first_if(with_id(3)), &transfers[3]);
  EXPECT_EQ(queue.pop_first_if(with_id(1)), &transfers[1]);
  queue.push(transfers[3], VirtualTime{});
  EXPECT_EQ(&queue.pop(), &transfers[0]);
  EXPECT_EQ(&queue.pop(), &transfers[2]);
  EXPECT_EQ(&queue.pop(), &transfers[3]);
  EXPECT_TRUE(queue.empty());
}

// --- tests of machines that a user writes ---------------------------------------------------------------------------

TEST(SimpleMachine, AMessageTakesWhatTheMachineSays) {
  const RunReport report = run_with_early_send(
      unlimited_network_machine({.send_overhead = 1us, .receive_overhead = 2us, .copy_out = TimePerByte{1ns}}));
  EXPECT_EQ(finish_time_of_node(report, 0), 21us);
  EXPECT_EQ(finish_time_of_node(report, 1), 103us);
}

TEST(SimpleMachine, WithoutBuffersASendWaitsForItsReceive) {
  EXPECT_EQ(finish_time_of_node(run_with_early_send(unlimited_network_machine({.buffers = false})), 0), 100us);
  const auto error =
      error_on_all_executors<DeadlockError>(unlimited_network_machine({.buffers = false}), [](Node& self) {
        send_bytes(self, index(self.id() ^ 1U), 0);
        receive_bytes(self, self.id() ^ 1U, 0);
      });
  EXPECT_NE(std::string(error.what()).find("its receive"), std::string::npos) << error.what();
}

/// Tests three messages, of which the second one finds no room in the system buffer. The third message is small enough
/// for the room that is left, but must wait until the second one is in.
TEST(SimpleMachine, ShortMessagesDoNotOvertakeLongOnes) {
  run_on_all_executors(unlimited_network_machine({.system_buffer = 100}), [](Node& self) {
    const std::vector<std::size_t> sizes{80, 90, 10};
    if (self.id() == NodeId{0}) {
      std::vector<Handle> handles;
      const std::vector<std::byte> data(100);
      for (const std::size_t size : sizes) handles.push_back(self.post_send(NodeId{1}, std::span(data).first(size)));
      return self.wait_all(handles);
    }
    self.compute(1ms);
    for (const std::size_t size : sizes) {
      std::vector<std::byte> in(100);
      self.expect(self.receive(NodeId{0}, in).bytes == size, "messages come in the order in which they were sent");
    }
  });
}

/// Runs a program that sends messages of 1000 bytes, which all start at once. `messages` has the sender and the
/// receiver of each.
RunReport run_messages_on_ring(const Machine& ring,
                               const std::vector<std::pair<std::uint32_t, std::uint32_t>>& messages) {
  return run_on_all_executors(ring, [&](Node& self) {
    for (const auto& [from, to] : messages) {
      if (index(self.id()) == from) send_bytes(self, to, 1000);
      if (index(self.id()) == to) receive_bytes(self, NodeId{from}, 1000);
    }
  });
}

TEST(MyMachine, ALoneMessageTakesSoftwareLinksAndBytes) {
  // A message over three links takes 5 us of software at either end, 3 x 100 ns, and 1000 B at 10 ns.
  EXPECT_EQ(finish_time_of_node(run_messages_on_ring(my_machine(8), {{0, 3}}), 3), 20300ns);
  EXPECT_EQ(finish_time_of_node(run_messages_on_ring(my_machine(8), {{6, 1}}), 1), 20300ns);
}

TEST(MyMachine, MessagesThatShareALinkWaitForIt) {
  const Machine ring = my_machine(8);
  // The second run on the same machine must find all links free again.
  for (int repeat = 0; repeat < 2; ++repeat) {
    const RunReport report = run_messages_on_ring(ring, {{0, 3}, {1, 2}, {4, 5}});
    EXPECT_EQ(finish_time_of_node(report, 3), 20300ns);
    // At 15.3 us, message 0->3 frees the link that message 1->2 needs. That message then takes 100 ns for the link,
    // 1000 B at 10 ns, and 5 us of software.
    EXPECT_EQ(finish_time_of_node(report, 2), 30400ns);
    EXPECT_EQ(finish_time_of_node(report, 5), 20100ns);
  }
}

TEST(MyMachine, IsOneClassOfAtMostSixtyLines) {
  std::ifstream file(SWITCHYARD_SOURCE_DIR "/bench/examples/my_machine.cpp");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_LE(std::ranges::count(text, '\n'), 60);
  EXPECT_NE(text.find("class Ring"), std::string::npos);
  EXPECT_EQ(text.find("class "), text.rfind("class "));
}

}  // namespace
}  // namespace switchyard
