/// \file hidden_state_test.cpp
/// Tests that `verify` cuts a part of its search of all orders of events only if the program really behaves alike in
/// what follows (runtime/stress/run_cuts.hpp). A program may remember the order of its messages in any place, such as a
/// file or the heap, and behave wrongly only much later; `verify` must find this order.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "bench/verify/gtest.hpp"

namespace switchyard {
namespace {

enum class RoundEnd : std::uint8_t { answer_messages, barrier_of_all_ranks };

/// Verifies the program hidden_state.c on three nodes. In each round, rank 0 records in a place called `store` (such as
/// the heap or a file), as one bit, which of the other ranks' messages came first. The program is wrong if the bits are
/// equal to `pattern`.
Verdict verdict_on_hidden_state(const std::string& store, int rounds, int pattern, RoundEnd end) {
  VerifyLimits limits;
  limits.host_time = std::chrono::seconds{30};
  const std::string file = fmt::format("{}hidden_state_{}", testing::TempDir(), store);
  Verdict verdict = verify_program(
      SWITCHYARD_HIDDEN_STATE, 3,
      {store, std::to_string(rounds), std::to_string(pattern), end == RoundEnd::barrier_of_all_ranks ? "1" : "0", file},
      limits);
  std::remove(file.c_str());
  return verdict;
}

class HiddenProgramStateTest : public testing::TestWithParam<const char*> {};

TEST_P(HiddenProgramStateTest, LeadsToTheWrongOrderBehindMeetings) {
  // In the first order that is tried, the same rank comes first in all three rounds. The wrong orders have the bits 010
  // and 101, which differ from that in one or two rounds.
  for (const int pattern : {2, 5}) {
    const Verdict verdict = verdict_on_hidden_state(GetParam(), 3, pattern, RoundEnd::barrier_of_all_ranks);
    EXPECT_EQ(verdict.kind, Verdict::Kind::wrong) << pattern << ": " << verdict.text;
  }
}

TEST_P(HiddenProgramStateTest, LeadsToTheWrongOrderAmongManyWithoutMeetings) {
  for (const int pattern : {21, 42}) {
    const Verdict verdict = verdict_on_hidden_state(GetParam(), 6, pattern, RoundEnd::answer_messages);
    EXPECT_EQ(verdict.kind, Verdict::Kind::wrong) << pattern << ": " << verdict.text;
  }
}

INSTANTIATE_TEST_SUITE_P(Stores, HiddenProgramStateTest,
                         testing::Values("local", "global", "thread_local", "heap", "random", "errno", "file",
                                         "environment", "environ", "attribute", "persistent", "told", "under_way",
                                         "posted"),
                         [](const auto& store) { return std::string(store.param); });

TEST(Verify, TriesTheOrdersOfOneRoundAfterTheOtherIfProgramsForgetThem) {
  // Each of 20 rounds can happen in two orders, so that the whole program would have 2^20 orders of events.
  const Verdict verdict = verdict_on_hidden_state("none", 20, -2, RoundEnd::barrier_of_all_ranks);
  EXPECT_EQ(verdict.kind, Verdict::Kind::right) << failure_text(verdict);
  EXPECT_TRUE(verdict.complete);
  for (const ExploredOrdersSummaryOfSetting& setting : verdict.settings)
    EXPECT_LE(setting.orders, 2 * 20U) << setting.name;
}

TEST(Verify, TriesTheOrdersOfOneRoundAfterTheOtherAlsoWithoutMeetings) {
  // At each receive from any node, the state of the program is compared with the states of earlier orders of events. So
  // the comparison has an effect from the second order on.
  const Verdict verdict = verdict_on_hidden_state("none", 16, -2, RoundEnd::answer_messages);
  EXPECT_EQ(verdict.kind, Verdict::Kind::right) << failure_text(verdict);
  EXPECT_TRUE(verdict.complete);
  for (const ExploredOrdersSummaryOfSetting& setting : verdict.settings)
    EXPECT_LE(setting.orders, 1000U) << setting.name;
}

}  // namespace
}  // namespace switchyard
