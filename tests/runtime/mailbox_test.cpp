#include "runtime/clock/off/mailbox.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>
#include <latch>
#include <map>
#include <numeric>
#include <set>
#include <thread>

namespace switchyard {
namespace {

constexpr NodeId kReceiver{0};

/// Fails the test. Called when a mailbox tells a sender that its lane has space again, which happens only if a sender
/// has had to wait for space.
void fail_on_space_request(NodeId) { FAIL() << "no sender has asked for space"; }

/// A send or receive request whose message data begins with a number, by which tests know the message.
struct RequestWithNumberInPayload {
  RequestWithNumberInPayload(Request::Kind kind, NodeId peer, Tag tag, std::size_t bytes, std::uint32_t number = 0)
      : payload(std::max(bytes, sizeof(number))) {
    std::memcpy(payload.data(), &number, sizeof(number));
    request.kind = kind;
    request.peer = peer;
    request.tag = tag;
    request.data = payload.data();
    request.bytes = bytes;
  }
  RequestWithNumberInPayload(const RequestWithNumberInPayload&) = delete;
  std::uint32_t number() const {
    std::uint32_t value = 0;
    std::memcpy(&value, payload.data(), sizeof(value));
    return value;
  }
  std::vector<std::byte> payload;
  Request request;
};

/// A node that sends messages to the mailbox of the receiver. It has a mailbox of its own, which owns its lane to the
/// receiver.
struct Sender {
  Sender(NodeId id, std::size_t capacity) : mailbox(id, capacity) {}
  bool try_send(Mailbox& to, Tag tag, std::size_t bytes, std::uint32_t number) {
    SenderToReceiverLane& lane = mailbox.lane_to(kReceiver);
    if (!lane.has_space()) return false;
    RequestWithNumberInPayload send(Request::Kind::send, kReceiver, tag, bytes, number);
    send.request.owner = lane.source();
    mailbox.send(lane, send.request);
    to.list_lane(lane);
    return true;
  }
  Mailbox mailbox;
};

/// Receives `count` messages from `source` one after another, only by polling, and returns the numbers in the messages.
std::vector<std::uint32_t> receive_all(Mailbox& mailbox, NodeId source, std::uint32_t count, std::size_t bytes) {
  std::vector<std::uint32_t> numbers;
  while (numbers.size() < count) {
    RequestWithNumberInPayload receive(Request::Kind::receive, source, Tag{1}, bytes);
    for (mailbox.post(receive.request); !receive.request.complete; std::this_thread::yield()) {
      if (mailbox.may_have_message_from(source)) mailbox.take_messages_from(source, fail_on_space_request);
    }
    numbers.push_back(receive.number());
  }
  return numbers;
}

/// Lets each of `senders` threads send the numbers 0 to `each` - 1 as messages through a lane that holds `capacity`
/// messages. Receives them all from node `from`, which may be kAnyNode, and returns the numbers in the order in which
/// they were received.
std::vector<std::uint32_t> receive_from_racing_senders(std::uint32_t senders, NodeId from, std::uint32_t each,
                                                       std::size_t capacity, std::size_t bytes) {
  Mailbox receiver(kReceiver, capacity);
  std::deque<Sender> sending;
  for (std::uint32_t s = 1; s <= senders; ++s) sending.emplace_back(NodeId{s}, capacity);
  std::latch start(senders + 1);
  std::vector<std::thread> threads;
  for (Sender& sender : sending) {
    threads.emplace_back([&] {
      start.arrive_and_wait();
      for (std::uint32_t i = 0; i < each; ++i) {
        while (!sender.try_send(receiver, Tag{1}, bytes, i)) std::this_thread::yield();
      }
    });
  }
  start.arrive_and_wait();
  auto numbers = receive_all(receiver, from, senders * each, bytes);
  for (std::thread& thread : threads) thread.join();
  return numbers;
}

TEST(Mailbox, KeepsTheOrderOfOneSenderAroundTheRing) {
  std::vector<std::uint32_t> expected(20);
  std::iota(expected.begin(), expected.end(), 0U);
  for (int repeat = 0; repeat < 300; ++repeat) {
    for (const std::size_t capacity : {1U, 2U, 3U}) {
      for (const std::size_t bytes : {8U, 64U, 65U}) {
        ASSERT_EQ(receive_from_racing_senders(1, NodeId{1}, 20, capacity, bytes), expected)
            << "capacity " << capacity << ", repeat " << repeat;
      }
    }
  }
}

TEST(Mailbox, FindsEachMessageOfManySendersOnce) {
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 10; ++i) expected.insert(expected.end(), 3, i);
  for (int repeat = 0; repeat < 500; ++repeat) {
    for (const std::size_t capacity : {1U, 2U}) {
      auto numbers = receive_from_racing_senders(3, kAnyNode, 10, capacity, 8);
      std::sort(numbers.begin(), numbers.end());
      ASSERT_EQ(numbers, expected) << "capacity " << capacity << ", repeat " << repeat;
    }
  }
}

TEST(Mailbox, ListsALaneOnceUntilItIsEmptied) {
  Mailbox receiver(kReceiver, 4);
  Sender sender(NodeId{1}, 4);
  SenderToReceiverLane& lane = sender.mailbox.lane_to(kReceiver);
  EXPECT_TRUE(receiver.has_no_listed_lane());
  EXPECT_TRUE(receiver.list_lane(lane));
  EXPECT_FALSE(receiver.list_lane(lane));
  EXPECT_FALSE(receiver.has_no_listed_lane());
  receiver.take_messages_from_listed_lanes(fail_on_space_request);
  EXPECT_TRUE(receiver.has_no_listed_lane());
  EXPECT_TRUE(receiver.list_lane(lane));
}

TEST(Mailbox, LetsTheMessagesOfAStreamGather) {
  Mailbox receiver(kReceiver, 8);
  std::deque<Sender> senders;
  for (const std::uint32_t id : {1U, 2U}) senders.emplace_back(NodeId{id}, 8);
  const auto batch = [&](std::uint32_t from, std::uint32_t size) {
    for (std::uint32_t i = 0; i < size; ++i) ASSERT_TRUE(senders[from - 1].try_send(receiver, Tag{1}, 8, i));
    receiver.take_messages_from(NodeId{from}, fail_on_space_request);
  };
  const auto patience = [&] { return receiver.pauses_before_taking_messages(NodeId{1}); };
  // By these two messages, the receiver learns of the lanes of both senders.
  for (const std::uint32_t from : {1U, 2U}) batch(from, 1);
  EXPECT_EQ(patience(), 0);
  for (int i = 0; i < 10; ++i) batch(1, 1);
  const int after_small_ones = patience();
  EXPECT_GT(after_small_ones, 0);
  EXPECT_EQ(receiver.pauses_before_taking_messages(NodeId{2}), 0);
  batch(1, 8);
  EXPECT_LT(patience(), after_small_ones) << "the sender had to wait";
  batch(1, 0);
  EXPECT_EQ(patience(), 0) << "the stream has stopped";
  for (int i = 0; i < 3; ++i) batch(1, 1);
  EXPECT_GT(patience(), 0);
  batch(2, 1);
  EXPECT_EQ(patience(), 0) << "others send as well";
}

TEST(Mailbox, TellsASenderThatAskedForSpaceOnce) {
  Mailbox receiver(kReceiver, 2);
  Sender sender(NodeId{1}, 2);
  EXPECT_TRUE(sender.try_send(receiver, Tag{}, 8, 0));
  EXPECT_TRUE(sender.try_send(receiver, Tag{}, 8, 1));
  EXPECT_FALSE(sender.try_send(receiver, Tag{}, 8, 2));
  receiver.request_notice_when_lane_has_space(sender.mailbox.lane_to(kReceiver));
  std::vector<NodeId> told;
  for (int i = 0; i < 2; ++i) receiver.take_messages_from_listed_lanes([&](NodeId node) { told.push_back(node); });
  EXPECT_EQ(told, std::vector{NodeId{1}});
  EXPECT_TRUE(sender.try_send(receiver, Tag{}, 8, 2));
}

TEST(Mailbox, ReportsMessagesThatNobodyReceived) {
  Mailbox receiver(kReceiver, 2);
  Sender sender(NodeId{3}, 2);
  ASSERT_TRUE(sender.try_send(receiver, Tag{5}, 8, 0));
  receiver.take_messages_from_listed_lanes(fail_on_space_request);
  ASSERT_TRUE(sender.try_send(receiver, Tag{6}, 1000, 1));
  sender.mailbox.keep_undeliverable_message(
      RequestWithNumberInPayload(Request::Kind::send, kReceiver, Tag{7}, 16).request);
  std::vector<LeftOverMessage> found;
  receiver.append_unreceived_messages(found);
  sender.mailbox.move_undelivered_messages_to(found);
  ASSERT_EQ(found.size(), 3U);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found[i].label.source, NodeId{3});
    EXPECT_EQ(found[i].destination, kReceiver);
    EXPECT_EQ(found[i].label.tag, Tag{5 + i});
  }
  EXPECT_EQ(found[1].bytes, 1000U);
}

TEST(Mailbox, DeliversNothingOnceClosed) {
  Mailbox receiver(kReceiver, 2);
  Sender sender(NodeId{1}, 2);
  RequestWithNumberInPayload receive(Request::Kind::receive, NodeId{1}, Tag{}, 8);
  receiver.post(receive.request);
  receiver.close();
  ASSERT_TRUE(sender.try_send(receiver, Tag{}, 8, 1));
  receiver.take_messages_from_listed_lanes(fail_on_space_request);
  EXPECT_FALSE(receive.request.complete);
  std::vector<LeftOverMessage> found;
  receiver.append_unreceived_messages(found);
  EXPECT_EQ(found.size(), 1U);
}

TEST(Mailbox, AfterAResetKnowsNothingOfTheRunBefore) {
  Mailbox receiver(kReceiver, 2);
  Sender sender(NodeId{1}, 2);
  for (std::uint32_t run = 0; run < 3; ++run) {
    EXPECT_TRUE(receiver.has_no_listed_lane());
    EXPECT_FALSE(receiver.is_closed());
    EXPECT_EQ(receiver.received_message_count(), 0U);
    for (const std::size_t bytes : {std::size_t{8}, std::size_t{1000}}) {
      ASSERT_TRUE(sender.try_send(receiver, Tag{1}, bytes, run));
      RequestWithNumberInPayload receive(Request::Kind::receive, NodeId{1}, Tag{1}, bytes);
      receiver.post(receive.request);
      receiver.take_messages_from_listed_lanes(fail_on_space_request);
      EXPECT_TRUE(receive.request.complete);
      EXPECT_EQ(receive.number(), run);
    }
    // Asks for a notice that cannot come in this run, because no message is taken from the lane any more.
    receiver.request_notice_when_lane_has_space(sender.mailbox.lane_to(kReceiver));
    receiver.close();
    receiver.reset_for_next_run();
    sender.mailbox.reset_for_next_run();
  }
}

TEST(Mailbox, RefusesAMessageThatIsLargerThanItsReceive) {
  for (const bool posted_first : {true, false}) {
    Mailbox receiver(kReceiver, 2);
    Sender sender(NodeId{1}, 2);
    RequestWithNumberInPayload receive(Request::Kind::receive, NodeId{1}, Tag{}, 99);
    if (posted_first) receiver.post(receive.request);
    ASSERT_TRUE(sender.try_send(receiver, Tag{}, 100, 1));
    EXPECT_THROW(
        {
          receiver.take_messages_from_listed_lanes(fail_on_space_request);
          receiver.post(receive.request);
        },
        NodeError);
    EXPECT_FALSE(receive.request.complete);
  }
}

/// A simple reference for Mailbox: a list of posted receives and a list of arrived messages, both searched from the
/// front.
class ReferenceMailbox {
 public:
  struct Message {
    NodeId source;
    Tag tag;
    std::uint32_t number;
  };

  void send(const Message& message) {
    if (messages_in_lanes_[message.source].empty()) listed_lanes_.push_back(message.source);
    messages_in_lanes_[message.source].push_back(message);
  }
  void post(std::size_t receive, NodeId source, Tag tag) {
    const auto found = std::find_if(arrived_messages_.begin(), arrived_messages_.end(),
                                    [&](const Message& m) { return is_match(source, tag, m); });
    if (found == arrived_messages_.end()) return posted_receives_.push_back({receive, source, tag});
    message_numbers_by_receive_[receive] = found->number;
    arrived_messages_.erase(found);
  }
  void take_all_messages() {
    for (const NodeId source : listed_lanes_) {
      for (const Message& message : messages_in_lanes_[source]) match_or_store_message(message);
      messages_in_lanes_[source].clear();
    }
    listed_lanes_.clear();
  }
  /// Returns, for each completed receive, the number of the message that it received.
  const std::map<std::size_t, std::uint32_t>& message_numbers_by_receive() const { return message_numbers_by_receive_; }

 private:
  struct PostedReceive {
    std::size_t receive;
    NodeId source;
    Tag tag;
  };
  static bool is_match(NodeId source, Tag tag, const Message& m) {
    return m.tag == tag && (source == kAnyNode || source == m.source);
  }
  void match_or_store_message(const Message& m) {
    const auto found = std::find_if(posted_receives_.begin(), posted_receives_.end(),
                                    [&](const PostedReceive& p) { return is_match(p.source, p.tag, m); });
    if (found == posted_receives_.end()) return arrived_messages_.push_back(m);
    message_numbers_by_receive_[found->receive] = m.number;
    posted_receives_.erase(found);
  }

  std::map<NodeId, std::vector<Message>> messages_in_lanes_;
  std::vector<NodeId> listed_lanes_;
  std::vector<Message> arrived_messages_;
  std::vector<PostedReceive> posted_receives_;
  std::map<std::size_t, std::uint32_t> message_numbers_by_receive_;
};

RC_GTEST_PROP(Mailbox, MatchesAsThePlainMailboxDoes, ()) {
  constexpr std::uint32_t kSenders = 3;
  Mailbox mailbox(kReceiver, 256);
  std::deque<Sender> senders;
  for (std::uint32_t s = 1; s <= kSenders; ++s) senders.emplace_back(NodeId{s}, 256);
  std::deque<RequestWithNumberInPayload> receives;
  ReferenceMailbox reference_mailbox;
  const auto steps = *rc::gen::container<std::vector<std::tuple<int, std::uint32_t, std::uint32_t>>>(
      rc::gen::tuple(rc::gen::inRange(0, 5), rc::gen::inRange(0U, kSenders + 1), rc::gen::inRange(0U, 2U)));
  std::uint32_t number = 0;
  for (const auto& [what, who, tag] : steps) {
    if (what == 0) {
      mailbox.take_messages_from_listed_lanes(fail_on_space_request);
      reference_mailbox.take_all_messages();
    } else if (what <= 2 && who > 0) {
      const std::size_t bytes = what == 1 ? 4 : 300;
      RC_ASSERT(senders[who - 1].try_send(mailbox, Tag{tag}, bytes, ++number));
      reference_mailbox.send({NodeId{who}, Tag{tag}, number});
    } else if (what > 2) {
      const NodeId source = who == 0 ? kAnyNode : NodeId{who};
      reference_mailbox.post(receives.size(), source, Tag{tag});
      mailbox.post(receives.emplace_back(Request::Kind::receive, source, Tag{tag}, 300U).request);
    }
  }
  std::map<std::size_t, std::uint32_t> completed_message_numbers;
  for (std::size_t i = 0; i < receives.size(); ++i) {
    if (receives[i].request.complete) completed_message_numbers[i] = receives[i].number();
  }
  RC_ASSERT(completed_message_numbers == reference_mailbox.message_numbers_by_receive());
}

TEST(BufferStore, UsesABufferAgain) {
  BufferStore store;
  Buffer* const first = store.take_buffer(1000);
  store.put_back_unused_buffer(first);
  EXPECT_EQ(store.take_buffer(1024), first);
  store.put_back_unused_buffer(first);
}

TEST(BufferStore, HandsBackBuffersOfWhichItHasTooMany) {
  BufferStore home;
  BufferStore other;
  constexpr std::size_t kBytes = 32 * 1024;
  std::set<Buffer*> made;
  for (int i = 0; i < 8; ++i) made.insert(home.take_buffer(kBytes));
  for (Buffer* buffer : made) other.put_back_unused_buffer(buffer);
  std::size_t used_again = 0;
  std::vector<Buffer*> taken;
  for (int i = 0; i < 8; ++i) used_again += made.count(taken.emplace_back(home.take_buffer(kBytes)));
  // The store `other` keeps up to 64 KiB of buffers of each size; the remaining buffers went back to the store `home`,
  // which made them.
  EXPECT_EQ(used_again, 6U);
  for (Buffer* buffer : taken) home.put_back_unused_buffer(buffer);
}

TEST(BufferStore, FindsRoomForAnySize) {
  BufferStore store;
  for (std::uint64_t bytes = 65; bytes < 300'000; bytes = bytes * 3 / 2) {
    for (const std::uint64_t size : {std::bit_floor(bytes), bytes}) {
      Buffer* const buffer = store.take_buffer(size);
      std::memset(buffer->data(), 1, size);
      store.put_back_unused_buffer(buffer);
    }
  }
}

}  // namespace
}  // namespace switchyard
