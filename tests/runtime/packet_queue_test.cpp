#include "runtime/clock/off/packet_queue.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <thread>
#include <vector>

namespace switchyard {
namespace {

Packet make_packet_with_number(std::uint32_t source, std::uint32_t number) {
  Packet packet;
  packet.source = NodeId{source};
  packet.network_private_number = number;
  return packet;
}

TEST(PacketQueue, GivesPacketsInTheOrderOfTheirPushes) {
  PacketQueue queue;
  EXPECT_TRUE(queue.empty());
  EXPECT_FALSE(queue.pop());
  queue.push(make_packet_with_number(0, 1));
  queue.push(make_packet_with_number(0, 2));
  EXPECT_EQ(queue.pop()->network_private_number, 1u);
  queue.push(make_packet_with_number(0, 3));
  EXPECT_EQ(queue.pop()->network_private_number, 2u);
  EXPECT_FALSE(queue.empty());
  EXPECT_EQ(queue.pop()->network_private_number, 3u);
  EXPECT_TRUE(queue.empty());
}

TEST(PacketQueue, FreesPacketsThatNobodyTook) {
  PacketQueue queue;
  for (std::uint32_t i = 0; i < 3; ++i) queue.push(make_packet_with_number(0, i));
  queue.pop();
  queue.push(make_packet_with_number(0, 3));
}

TEST(PacketQueue, LosesNothingAndKeepsEachSendersOrderWhenAllPushAtOnce) {
  constexpr std::uint32_t kSenders = 6;
  constexpr std::uint32_t kEach = 5000;
  PacketQueue queue;
  std::latch start(kSenders);
  std::vector<std::jthread> senders;
  for (std::uint32_t sender = 0; sender < kSenders; ++sender) {
    senders.emplace_back([&, sender] {
      start.arrive_and_wait();
      for (std::uint32_t i = 0; i < kEach; ++i) queue.push(make_packet_with_number(sender, i));
    });
  }
  std::vector<std::uint32_t> next(kSenders, 0);
  for (std::uint32_t taken = 0; taken < kSenders * kEach;) {
    const std::optional<Packet> packet = queue.pop();
    if (!packet) {
      std::this_thread::yield();
      continue;
    }
    ++taken;
    ASSERT_EQ(packet->network_private_number, next[index(packet->source)]++);
  }
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace switchyard
