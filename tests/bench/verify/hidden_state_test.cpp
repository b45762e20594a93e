/// \file hidden_state_test.cpp
/// Tests that `verify` cuts its search only where programs really go on alike (runtime/stress/run_cuts.hpp): whatever
/// place a program remembers the order of messages in, an order that only later makes it wrong is found.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "bench/verify/gtest.hpp"

namespace switchyard {
namespace {

enum class RoundEnd : std::uint8_t { answers, meeting };

/// Verifies hidden_state.c on three nodes: rank 0 remembers for each round, as a bit in the place `store`, which rank
/// came first. The program is wrong if the bits are `pattern`.
Verdict verdict_of_store(const std::string& store, int rounds, int pattern, RoundEnd end) {
  VerifyLimits limits;
  limits.host_time = std::chrono::seconds{30};
  const std::string file = fmt::format("{}hidden_state_{}", testing::TempDir(), store);
  Verdict verdict = verify_program(
      SWITCHYARD_HIDDEN_STATE, 3,
      {store, std::to_string(rounds), std::to_string(pattern), end == RoundEnd::meeting ? "1" : "0", file}, limits);
  std::remove(file.c_str());
  return verdict;
}

class HiddenState : public testing::TestWithParam<const char*> {};

TEST_P(HiddenState, LeadsToTheWrongOrderBehindMeetings) {
  // The bits 010 and 101 differ from those of the first order, in which one rank always comes first, in two rounds.
  for (const int pattern : {2, 5}) {
    const Verdict verdict = verdict_of_store(GetParam(), 3, pattern, RoundEnd::meeting);
    EXPECT_EQ(verdict.kind, Verdict::Kind::wrong) << pattern << ": " << verdict.text;
  }
}

TEST_P(HiddenState, LeadsToTheWrongOrderAmongManyWithoutMeetings) {
  for (const int pattern : {21, 42}) {
    const Verdict verdict = verdict_of_store(GetParam(), 6, pattern, RoundEnd::answers);
    EXPECT_EQ(verdict.kind, Verdict::Kind::wrong) << pattern << ": " << verdict.text;
  }
}

INSTANTIATE_TEST_SUITE_P(Stores, HiddenState,
                         testing::Values("local", "global", "thread_local", "heap", "random", "errno", "file",
                                         "environment", "environ", "attribute", "persistent", "told", "under_way",
                                         "posted"),
                         [](const auto& store) { return std::string(store.param); });

TEST(Verify, TriesTheOrdersOfOneRoundAfterTheOtherIfProgramsForgetThem) {
  // Each of 20 rounds has two orders. All of them together would be 2^20 orders.
  const Verdict verdict = verdict_of_store("none", 20, -2, RoundEnd::meeting);
  EXPECT_EQ(verdict.kind, Verdict::Kind::right) << failure_text(verdict);
  EXPECT_TRUE(verdict.complete);
  for (const SettingOrders& setting : verdict.settings) EXPECT_LE(setting.orders, 2 * 20U) << setting.name;
}

TEST(Verify, TriesTheOrdersOfOneRoundAfterTheOtherAlsoWithoutMeetings) {
  // The states of programs are compared from the second order on, at each receive from any node.
  const Verdict verdict = verdict_of_store("none", 16, -2, RoundEnd::answers);
  EXPECT_EQ(verdict.kind, Verdict::Kind::right) << failure_text(verdict);
  EXPECT_TRUE(verdict.complete);
  for (const SettingOrders& setting : verdict.settings) EXPECT_LE(setting.orders, 1000U) << setting.name;
}

}  // namespace
}  // namespace switchyard
