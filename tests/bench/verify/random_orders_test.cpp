/// \file random_orders_test.cpp
/// Tests on random programs that `verify` gives the same verdict in two modes: if it explores only once what may follow
/// equal states of the program, and if it explores that each time (runtime/stress/run_cuts.hpp).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "bench/verify/gtest.hpp"

namespace switchyard {
namespace {

Verdict verdict_of_random_program(std::uint32_t nodes, int seed, bool searches_equal_states_once) {
  VerifyLimits limits;
  limits.orders = 1000;
  limits.searches_equal_states_once = searches_equal_states_once;
  return verify_program(SWITCHYARD_RANDOM_ORDERS, nodes, {std::to_string(seed)}, limits);
}

/// Returns the number in an environment variable, or `otherwise`. The variables RANDOM_ORDERS_FIRST and
/// RANDOM_ORDERS_COUNT make the test try more programs.
int number_from_environment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

TEST(Verify, FindsTheSameInRandomProgramsWhetherOrNotStatesAreCompared) {
  const int first = number_from_environment("RANDOM_ORDERS_FIRST", 0);
  const int count = number_from_environment("RANDOM_ORDERS_COUNT", 25);
  int wrong = 0, right = 0, saved = 0;
  for (int seed = first; seed < first + count; ++seed) {
    const std::uint32_t nodes = seed % 3 == 0 ? 4 : 3;
    const Verdict all = verdict_of_random_program(nodes, seed, false);
    // the program has too many orders of events for the limits of this test
    if (all.kind == Verdict::Kind::undecided) continue;
    const Verdict cut = verdict_of_random_program(nodes, seed, true);
    EXPECT_EQ(cut.kind, all.kind) << "random_orders " << seed << " on " << nodes << " nodes: " << all.text << '\n'
                                  << cut.text;
    (all.kind == Verdict::Kind::right ? right : wrong) += 1;
    saved += cut.orders() < all.orders() ? 1 : 0;
  }
  // The test is only meaningful if the random programs include enough of each kind: wrong and right ones, and such that
  // need fewer orders.
  EXPECT_GE(wrong, count / 8);
  EXPECT_GE(right, count / 4);
  EXPECT_GE(saved, count / 20);
}

}  // namespace
}  // namespace switchyard
