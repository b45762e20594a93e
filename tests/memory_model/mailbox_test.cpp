/// \file mailbox_test.cpp
/// Tests the parts of a mailbox (through which a node receives messages if there is no clock) in every order of the
/// threads' steps: each message is taken once, the messages of a sender are taken in the order in which they were sent,
/// and no buffer is lost.

#include "runtime/clock/off/mailbox.hpp"

#include <set>
#include <vector>

#include "runtime/clock/off/packet_queue.hpp"
#include "tests/memory_model/memory.hpp"
#include "tests/memory_model/verdicts.hpp"

namespace switchyard::memory_model {
namespace {

constexpr NodeId kReceiver{0};
constexpr std::uint32_t kMessagesOfSender = 2;  ///< number of messages that each sender sends

/// Two senders that put their messages into lanes (one queue for each sender), and a receiver that takes messages
/// meanwhile. Each lane has room for all messages of its sender.
struct MailboxWithTwoSenders {
  MailboxWithTwoSenders() {
    for (Request& receive : receives) {
      receive =
          request(Request::Kind::receive, kAnyNode, received_values[static_cast<std::size_t>(&receive - receives)]);
      receiver.post(receive);
    }
  }
  static Request request(Request::Kind kind, NodeId peer, std::uint32_t& value) {
    Request request;
    request.kind = kind;
    request.peer = peer;
    request.data = reinterpret_cast<std::byte*>(&value);
    request.bytes = sizeof(value);
    return request;
  }
  void send_all(Mailbox& sender, NodeId id) {
    SenderToReceiverLane& lane = sender.lane_to(kReceiver);
    for (std::uint32_t i = 0; i < kMessagesOfSender; ++i) {
      std::uint32_t value = 10 * index(id) + i;
      Request send = request(Request::Kind::send, kReceiver, value);
      send.owner = id;
      sender.send(lane, send);
      receiver.list_lane(lane);
    }
  }
  void take_messages_of_senders() {
    receiver.take_messages_from_listed_lanes([](NodeId) { expect(false, "no sender has asked for space"); });
  }
  /// Checks that all messages have come once and in order. Called when the senders have returned.
  void check_all_received() {
    take_messages_of_senders();
    std::vector<std::uint32_t> of[2];
    for (const Request& receive : receives) {
      expect(receive.complete, "a message is lost");
      of[index(receive.peer) - 1].push_back(received_values[&receive - receives]);
    }
    expect(of[0] == std::vector<std::uint32_t>{10, 11}, "messages of the first sender: lost, twice, or out of order");
    expect(of[1] == std::vector<std::uint32_t>{20, 21}, "messages of the second sender: lost, twice, or out of order");
    std::vector<LeftOverMessage> more;
    receiver.append_unreceived_messages(more);
    expect(more.empty(), "more messages than were sent");
  }

  Mailbox receiver{kReceiver, kMessagesOfSender}, first_sender{NodeId{1}, kMessagesOfSender},
      second_sender{NodeId{2}, kMessagesOfSender};
  std::uint32_t received_values[2 * kMessagesOfSender] = {};
  Request receives[2 * kMessagesOfSender];
};

ExplorationVerdict explore_senders(const ExplorationOptions& options) {
  return explore<MailboxWithTwoSenders>(
      {{"receiver",
        [](MailboxWithTwoSenders& w) {
          w.take_messages_of_senders();
          w.take_messages_of_senders();
        }},
       {"first", [](MailboxWithTwoSenders& w) { w.send_all(w.first_sender, NodeId{1}); }},
       {"second", [](MailboxWithTwoSenders& w) { w.send_all(w.second_sender, NodeId{2}); }}},
      [](MailboxWithTwoSenders& w) { w.check_all_received(); }, options);
}

TEST(MailboxOrders, EachMessageIsTakenOnceAndInTheOrderOfItsSender) { expect_no_failure(explore_senders({})); }

/// Three stores of message buffers. Two of them give buffers back to the third one, which has made the buffers, while
/// the third one hands out two buffers.
struct BufferExchange {
  /// Size of a buffer in bytes. A store keeps only two buffers of this size that other stores have made.
  static constexpr std::uint64_t kExchangedBufferBytes = 32 * 1024;
  BufferExchange() {
    for (Buffer*& buffer : buffers_of_making_store) buffer = buffer_making_store.take_buffer(kExchangedBufferBytes);
    for (int i = 0; i < 2; ++i) {
      left_buffer_store.put_back_unused_buffer(buffers_of_making_store[i]);
      right_buffer_store.put_back_unused_buffer(buffers_of_making_store[2 + i]);
    }
  }
  ~BufferExchange() {
    for (Buffer* buffer : taken) buffer_making_store.put_back_unused_buffer(buffer);
  }
  BufferStore buffer_making_store, left_buffer_store, right_buffer_store;
  Buffer* buffers_of_making_store[6];
  std::vector<Buffer*> taken;
};

TEST(MailboxOrders, EachBufferThatIsGivenBackCanBeTakenOnce) {
  const auto check = [](BufferExchange& w) {
    for (int i = 0; i < 2; ++i)
      w.taken.push_back(w.buffer_making_store.take_buffer(BufferExchange::kExchangedBufferBytes));
    const std::set<Buffer*> different(w.taken.begin(), w.taken.end());
    expect(different.size() == 4, "a buffer was taken twice");
    expect(different.contains(w.buffers_of_making_store[4]) && different.contains(w.buffers_of_making_store[5]),
           "a buffer is lost");
  };
  expect_no_failure(explore<BufferExchange>(
      {{"maker",
        [](BufferExchange& w) {
          for (int i = 0; i < 2; ++i)
            w.taken.push_back(w.buffer_making_store.take_buffer(BufferExchange::kExchangedBufferBytes));
        }},
       {"left", [](BufferExchange& w) { w.left_buffer_store.put_back_unused_buffer(w.buffers_of_making_store[4]); }},
       {"right", [](BufferExchange& w) { w.right_buffer_store.put_back_unused_buffer(w.buffers_of_making_store[5]); }}},
      check, {.bounds = {.most_preemptions = 4}}));
}

struct Packets {
  void push(std::uint32_t source, std::uint32_t item) {
    Packet packet;
    packet.source = NodeId{source};
    packet.network_private_number = item;
    queue.push(packet);
  }
  void pop() {
    const auto packet = queue.pop();
    if (packet) popped_packets[index(packet->source)].push_back(packet->network_private_number);
  }
  PacketQueue queue;
  std::vector<std::uint64_t> popped_packets[2];
};

TEST(MailboxOrders, EachPacketIsPoppedOnceAndInTheOrderOfItsSender) {
  const auto check = [](Packets& w) {
    while (!w.queue.empty()) w.pop();
    expect(
        w.popped_packets[0] == std::vector<std::uint64_t>{0, 1} && w.popped_packets[1] == std::vector<std::uint64_t>{0},
        "packets are lost, come twice, or out of order");
  };
  expect_no_failure(explore<Packets>({{"owner",
                                       [](Packets& w) {
                                         w.pop();
                                         w.pop();
                                       }},
                                      {"first",
                                       [](Packets& w) {
                                         w.push(0, 0);
                                         w.push(0, 1);
                                       }},
                                      {"second", [](Packets& w) { w.push(1, 0); }}},
                                     check, {.bounds = {.most_preemptions = 3}}));
}

// --- planted faults ------------------------------------------------------------------------------------------------

TEST(MailboxOrders, ALaneListedWithoutReleaseIsFoundAsARace) {
  const ExplorationOptions planted{.injected_faults = {.function_with_replaced_memory_order = "Mailbox::list_lane",
                                                       .replacement_memory_order = std::memory_order_acquire}};
  expect_failure_with_trace(explore_senders(planted), "data race: nothing orders the last line and the write of p",
                            {"acquire Mailbox::list_lane (mailbox.hpp:", "receiver   reads"});
}

/// Tests that the exploration finds a fault in taking messages: the receiver, when it sees the mark that the lane is
/// listed, must also see what the sender did before it set the mark.
TEST(MailboxOrders, ASweepWithoutAcquireIsFoundToLoseMessages) {
  const ExplorationOptions planted{
      .injected_faults = {.function_with_replaced_memory_order = "Mailbox::take_messages_from_listed_lanes",
                          .replacement_memory_order = std::memory_order_release}};
  expect_failure_with_trace(explore_senders(planted), "a message is lost",
                            {"release Mailbox::take_messages_from_listed_lanes (mailbox.hpp:", "(stale)"});
}

}  // namespace
}  // namespace switchyard::memory_model
