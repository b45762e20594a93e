/// \file exploration_test.cpp
/// Tests that an exploration (of the orders of the steps of threads) tries each order once, and finds each kind of
/// failure.

#include <stdexcept>

#include "runtime/futex.hpp"
#include "tests/memory_model/memory.hpp"
#include "tests/memory_model/verdicts.hpp"

namespace switchyard::memory_model {
namespace {

struct ThreadSharedData {
  Atomic<std::uint32_t> word{0};
  int taken = 0;
};

TEST(Exploration, TakesEachOrderOnce) {
  const auto two_steps = [](ThreadSharedData& w) {
    w.word.fetch_add(1);
    w.word.fetch_add(1);
  };
  const ExplorationVerdict verdict = explore<ThreadSharedData>({{"a", two_steps}, {"b", two_steps}, {"c", two_steps}},
                                                               {}, {.bounds = {.most_preemptions = 100}});
  EXPECT_EQ(verdict.execution_count, 90U) << "6! / (2! 2! 2!)";
}

TEST(Exploration, FindsATokenThatIsTakenTwice) {
  const auto take = [](ThreadSharedData& w) {
    if (w.word.load() == 1) return;
    w.word.store(1);  // another thread can run between the load and this store, which is a separate step
    ++w.taken;
  };
  const auto once = [](ThreadSharedData& w) { expect(w.taken == 1, "taken twice"); };
  expect_failure_with_trace(explore<ThreadSharedData>({{"left", take}, {"right", take}}, once),
                            "taken twice (execution 2)",
                            {"1  left       load     a0", "2  right      load     a0", "3  right      store    a0"});
}

TEST(Exploration, FindsASleeperThatNobodyWakes) {
  const auto sleep = [](ThreadSharedData& w) {
    while (w.word.load() == 0) futex_wait(w.word, 0);
  };
  const auto forget_to_wake = [](ThreadSharedData& w) { w.word.store(1); };
  expect_failure_with_trace(explore<ThreadSharedData>({{"sleeper", sleep}, {"waker", forget_to_wake}}),
                            "deadlock: nobody is left to wake sleeper", {"sleeper    sleep    a0   0"});
}

TEST(Exploration, FindsALoopWithoutEnd) {
  const auto spin = [](ThreadSharedData& w) {
    while (w.word.load() == 0) {
    }
  };
  expect_failure_with_trace(explore<ThreadSharedData>({{"spinner", spin}}, {}, {.bounds = {.most_steps = 50}}),
                            "no end after 50 steps", {});
}

TEST(Exploration, FindsAnException) {
  const auto fail = [](ThreadSharedData&) { throw std::runtime_error("no luck"); };
  expect_failure_with_trace(explore<ThreadSharedData>({{"thrower", fail}}), "thrower threw: no luck", {});
}

TEST(Exploration, FindsAProgramThatIsNotRepeatable) {
  int run = 0;
  const auto step = [](ThreadSharedData& w) { w.word.fetch_add(1); };
  const auto changing = [&](ThreadSharedData& w) {
    step(w);
    if (run++ == 0) step(w);
  };
  expect_failure_with_trace(explore<ThreadSharedData>({{"changing", changing}, {"steady", step}}),
                            "the program does not do the same each time", {});
}

}  // namespace
}  // namespace switchyard::memory_model
