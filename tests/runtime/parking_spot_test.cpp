#include "runtime/parking_spot.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <thread>
#include <vector>

namespace switchyard {
namespace {

TEST(ParkingSpot, ATokenThatCameBeforeIsTakenAtOnce) {
  ParkingSpot spot;
  EXPECT_FALSE(spot.has_token());
  spot.unpark();
  EXPECT_TRUE(spot.has_token());
  spot.park();
  EXPECT_FALSE(spot.has_token());
}

TEST(ParkingSpot, TwoTokensBeforeAParkCountAsOne) {
  ParkingSpot spot;
  spot.unpark();
  spot.unpark();
  spot.park();
  EXPECT_FALSE(spot.has_token());
}

TEST(ParkingSpot, ResetForgetsAToken) {
  ParkingSpot spot;
  spot.unpark();
  spot.reset();
  EXPECT_FALSE(spot.has_token());
}

/// Two threads run in turns: each of them continues only when the other one has unparked it. If a token were lost, the
/// test would hang.
TEST(ParkingSpot, LosesNoTokenInThousandsOfRoundsOfTwoThreads) {
  constexpr int rounds = 20'000;
  ParkingSpot ping, pong;
  // Not atomic, so that the thread sanitizer checks whether unpark() and park() order the accesses.
  int pass_count = 0;
  std::thread other([&] {
    for (int i = 0; i < rounds; ++i) {
      ping.park();
      ++pass_count;
      pong.unpark();
    }
  });
  for (int i = 0; i < rounds; ++i) {
    ++pass_count;
    ping.unpark();
    pong.park();
  }
  other.join();
  EXPECT_EQ(pass_count, 2 * rounds);
}

/// Several unparks may give only one token, but the last one must not be lost: the sleeping thread must see all steps
/// that the two waking threads have done.
TEST(ParkingSpot, ASleeperWithTwoWakersSeesAllTheirWork) {
  constexpr int rounds = 10'000;
  constexpr int each = 10;
  for (int round = 0; round < rounds / each; ++round) {
    ParkingSpot spot;
    std::atomic<int> done{0};
    std::latch start{3};
    std::vector<std::thread> wakers;
    for (int w = 0; w < 2; ++w) {
      wakers.emplace_back([&] {
        start.arrive_and_wait();
        for (int i = 0; i < each; ++i) {
          // Relaxed, so that only unpark() and park() order the increment.
          done.fetch_add(1, std::memory_order_relaxed);
          spot.unpark();
        }
      });
    }
    start.arrive_and_wait();
    while (done.load(std::memory_order_relaxed) < 2 * each) spot.park();
    for (std::thread& waker : wakers) waker.join();
    EXPECT_EQ(done.load(), 2 * each);
  }
}

}  // namespace
}  // namespace switchyard
