/// \file spin_lock_test.cpp
/// Tests that `verify` finds each order in which nodes can get a lock for which they wait by repeating a
/// compare-and-swap, although it does not try how often each of them repeats it.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>

#include "bench/verify/gtest.hpp"

namespace switchyard {
namespace {

/// Verifies spin_lock.c on three nodes. `wrong_order` has the numbers of the nodes, counted from 1, in the order of
/// getting the lock that makes the program wrong.
Verdict verify_with_wrong_lock_holder_order(const std::string& wrong_order) {
  VerifyLimits limits;
  limits.host_time = std::chrono::seconds{60};
  return verify_program(SWITCHYARD_SPIN_LOCK, 3, {std::to_string(std::stoi(wrong_order, nullptr, 4))}, limits);
}

TEST(SpinLock, IsRightInAFewOrdersOfEventsMoreThanOrdersOfHolders) {
  constexpr std::uint64_t kOrdersOfHolders = 90;  // of three nodes, each of which gets the lock twice: 6! / 2!^3
  const Verdict verdict = verify_with_wrong_lock_holder_order("3");
  EXPECT_EQ(verdict.kind, Verdict::Kind::right) << failure_text(verdict);
  EXPECT_TRUE(verdict.complete);
  for (const ExploredOrdersSummaryOfSetting& setting : verdict.settings)
    EXPECT_LE(setting.orders, 1000 + 5 * kOrdersOfHolders);
}

TEST(SpinLock, IsWrongIfAnyOneOrderOfItsHoldersIsWrong) {
  std::string order = "112233";
  int number = 0;
  do {
    if (number++ % 23 != 0) continue;
    const Verdict verdict = verify_with_wrong_lock_holder_order(order);
    EXPECT_EQ(verdict.kind, Verdict::Kind::wrong) << order << ": " << verdict.text;
  } while (std::ranges::next_permutation(order).found);
}

}  // namespace
}  // namespace switchyard
