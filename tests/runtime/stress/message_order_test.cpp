#include "runtime/stress/message_order.hpp"

#include <gtest/gtest.h>

#include <array>

#include "machines/ipsc860.hpp"
#include "runtime/run.hpp"
#include "runtime/stress/undisturbed_order.hpp"
#include "tests/machines/fixed_delay_machine.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;
using Word = std::array<std::byte, 4>;

Machine make_fixed_delay_machine(std::uint32_t nodes) { return fixed_delay_machine({.nodes = nodes}); }

/// Runs a program that makes no choices, and returns its messages in the order in which a replay of the logged calls,
/// without emulated time, sends them.
std::vector<OrderedMessage> messages_in_replay_order(ProgramLog& log, const Machine& machine,
                                                     const NodeProgram& program) {
  const Choices none;
  DefaultEventOrderArbiter order(log, none);
  run(machine, program, {.arbiter = &order});
  EXPECT_EQ(log.obstacle_to_partial_order(), std::nullopt);
  return order_of_run(log).value().messages;
}

/// Returns the last of the messages from node `from` to node `to`.
const OrderedMessage& last_message_between(const std::vector<OrderedMessage>& messages, std::uint32_t from,
                                           std::uint32_t to) {
  const auto found = std::find_if(messages.rbegin(), messages.rend(), [&](const OrderedMessage& message) {
    return message.send->owner == NodeId{from} && message.send->peer == NodeId{to};
  });
  return *found;
}

TEST(MessageOrder, KnowsNothingOfAReceiverThatHasSentNothing) {
  ProgramLog log(3);
  const auto messages = messages_in_replay_order(log, make_fixed_delay_machine(3), [](Node& self) {
    Word word{};
    if (self.id() > NodeId{0}) self.receive(NodeId{index(self.id()) - 1}, word);
    if (self.id() < NodeId{2}) self.send(NodeId{index(self.id()) + 1}, word);
  });
  ASSERT_EQ(messages.size(), 2U);
  for (const OrderedMessage& message : messages) {
    EXPECT_EQ(message.calls_done_at_destination_before_send, 0U);
    EXPECT_EQ(message.receive->posting_call, 0U);
    EXPECT_EQ(message.receive->waiting_call, 1U);
    EXPECT_FALSE(message.is_receive_posted_before_send());
  }
}

/// Node 0 posts the receive for the second, normal message before it receives the first, synchronous one.
TEST(MessageOrder, ASynchronousSendTellsOnlyIfAskedThatItsReceiveIsPosted) {
  ProgramLog log(2);
  messages_in_replay_order(log, make_fixed_delay_machine(2), [](Node& self) {
    Word word{}, first{};
    if (self.id() == NodeId{1}) {
      self.send(NodeId{0}, word, {.tag = Tag{1}, .mode = SendMode::synchronous});
      return self.send(NodeId{0}, word);
    }
    const Handle data = self.post_receive(NodeId{1}, word);
    self.receive(NodeId{1}, first, Tag{1});
    self.wait(data);
  });
  const auto told_nothing = partial_order_of(log).partially_ordered_run.messages;
  EXPECT_FALSE(last_message_between(told_nothing, 1, 0).is_receive_posted_before_send());
  const auto told = partial_order_of(log, SynchronousSends::confirm_posted_receive).partially_ordered_run.messages;
  ASSERT_EQ(told.size(), 2U);
  EXPECT_FALSE(told.front().is_receive_posted_before_send());
  // Node 0 has posted both receives before the second message is sent.
  EXPECT_EQ(last_message_between(told, 1, 0).calls_done_at_destination_before_send, 2U);
  EXPECT_TRUE(last_message_between(told, 1, 0).is_receive_posted_before_send());
}

/// Node 1 posts a receive, sends a signal that it is ready, waits for the send of the signal, and then waits for the
/// data.
TEST(MessageOrder, AReadySignalComesAfterTheReceiveThatItIsAbout) {
  ProgramLog log(2);
  const auto messages = messages_in_replay_order(log, make_fixed_delay_machine(2), [](Node& self) {
    Word word{};
    if (self.id() == NodeId{0}) {
      self.await_signal(NodeId{1});
      return self.send(NodeId{1}, word);
    }
    const Handle data = self.post_receive(NodeId{0}, word);
    self.signal(NodeId{0});
    self.wait(data);
  });
  EXPECT_FALSE(last_message_between(messages, 1, 0).is_receive_posted_before_send());
  // Node 1 has made two calls before this message is sent: the posting of the receive, and the send of the signal.
  EXPECT_EQ(last_message_between(messages, 0, 1).calls_done_at_destination_before_send, 2U);
  EXPECT_TRUE(last_message_between(messages, 0, 1).is_receive_posted_before_send());
}

TEST(MessageOrder, ASenderLearnsNothingFromTheEndOfItsSend) {
  ProgramLog log(2);
  const auto messages =
      messages_in_replay_order(log, fixed_delay_machine({.nodes = 2, .stores_early_messages = false}), [](Node& self) {
        Word word{};
        for (int i = 0; i < 2; ++i) {
          self.id() == NodeId{0} ? self.send(NodeId{1}, word) : void(self.receive(NodeId{0}, word));
        }
      });
  EXPECT_EQ(last_message_between(messages, 0, 1).calls_done_at_destination_before_send, 0U);
}

/// A token goes round a ring of nodes twice. In each round a node calls receive, wait, send and wait. When a node sends
/// the token to the next node for the second time, it knows of the next node's first send, which is that node's third
/// call. The receive that takes the token is that node's fifth call.
TEST(MessageOrder, ATokenTellsOfTheNodesThatItHasPassed) {
  ProgramLog log(4);
  const auto messages = messages_in_replay_order(log, make_fixed_delay_machine(4), [](Node& self) {
    Word word{};
    const std::uint32_t me = index(self.id());
    for (int round = 0; round < 2; ++round) {
      if (me > 0) self.receive(NodeId{me - 1}, word);
      self.send(NodeId{(me + 1) % 4}, word);
      if (me == 0) self.receive(NodeId{3}, word);
    }
  });
  ASSERT_EQ(messages.size(), 8U);
  for (std::uint32_t to = 1; to < 4; ++to) {
    EXPECT_EQ(last_message_between(messages, to - 1, to).calls_done_at_destination_before_send, 3U);
    EXPECT_EQ(last_message_between(messages, to - 1, to).receive->posting_call, 4U);
  }
  // Before this message is sent, node 0 has made five calls: send, wait, receive, wait and the second send.
  EXPECT_EQ(last_message_between(messages, 3, 0).calls_done_at_destination_before_send, 5U);
}

const NodeProgram kProgramSendingAfterBarrier = [](Node& self) {
  Word in{}, out{};
  const NodeId partner = self.id() ^ 1U;
  const Handle receive = self.post_receive(partner, in);
  self.barrier();
  self.send(partner, out);
  self.wait(receive);
};

TEST(MessageOrder, NodesThatMeetKnowWhatTheOthersHaveDoneBefore) {
  ProgramLog log(4);
  const auto messages = messages_in_replay_order(log, machines::ipsc860({.nodes = 4}), kProgramSendingAfterBarrier);
  ASSERT_EQ(messages.size(), 4U);
  for (const OrderedMessage& message : messages) {
    // The receiver has posted its receive before this message is sent, but may still be in the barrier.
    EXPECT_EQ(message.calls_done_at_destination_before_send, 1U);
    EXPECT_TRUE(message.is_receive_posted_before_send());
  }
}

TEST(MessageOrder, ABarrierBuiltOfMessagesTellsAsMuch) {
  ProgramLog log(4);
  const auto messages = messages_in_replay_order(log, make_fixed_delay_machine(4), kProgramSendingAfterBarrier);
  for (std::uint32_t from = 0; from < 4; ++from)
    EXPECT_TRUE(last_message_between(messages, from, from ^ 1U).is_receive_posted_before_send());
}

TEST(MessageOrder, TagsDecideWhichReceiveGetsWhichMessage) {
  constexpr Tag kFirst{1}, kSecond{2};
  ProgramLog log(2);
  const auto messages = messages_in_replay_order(log, make_fixed_delay_machine(2), [](Node& self) {
    Word word{};
    for (const Tag tag : {kFirst, kSecond}) {
      if (self.id() == NodeId{0}) self.send(NodeId{1}, word, {.tag = tag});
    }
    if (self.id() == NodeId{0}) return;
    self.receive(NodeId{0}, word, kSecond);
    self.receive(NodeId{0}, word, TagSelector::any());
  });
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[0].receive->posting_call, 2U);
  EXPECT_EQ(messages[1].receive->posting_call, 0U);
}

TEST(MessageOrder, AMessageThatNobodyReceivesHasNoReceive) {
  ProgramLog log(2);
  const Choices none;
  DefaultEventOrderArbiter order(log, none);
  const NodeProgram program = [](Node& self) {
    Word word{};
    if (self.id() == NodeId{0}) self.send(NodeId{1}, word);
  };
  run(make_fixed_delay_machine(2), program, {.refuse_left_over_messages = false, .arbiter = &order});
  const auto messages = order_of_run(log).value().messages;
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(messages[0].receive, nullptr);
  EXPECT_FALSE(messages[0].is_receive_posted_before_send());
}

}  // namespace
}  // namespace switchyard
