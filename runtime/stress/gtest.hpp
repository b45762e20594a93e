#pragma once
/// \file gtest.hpp
/// A check for users' own GoogleTest programs: a node program has to survive thousands of disturbed runs.
///
/// An example of a test, in which a node program has to survive 10,000 disturbed runs:
/// ```cpp
/// TEST(MyExchange, SurvivesAnyOrder) {
///   EXPECT_SURVIVES(sy::machines::ipsc860({.nodes = 8}), my_exchange, {.runs = 10'000});
/// }
/// ```
///
/// A failure ends with a line such as `sy1:pct:17:n3:b1:12.3`, which repeats that one run: either as `{.replay =
/// "sy1:..."}` instead of the number of runs, or with the program unchanged, in a debugger: `SWITCHYARD_REPLAY=sy1:...
/// gdb --args my_tests --gtest_filter=MyExchange.SurvivesAnyOrder`.

#include <gtest/gtest.h>

#include "runtime/stress/survival.hpp"

namespace switchyard {

inline testing::AssertionResult survives(const Machine& machine, const NodeProgram& program,
                                         const StressOptions& options = {}) {
  const auto failure = stress_failure(machine, program, options);
  return failure ? testing::AssertionFailure() << *failure : testing::AssertionSuccess();
}

}  // namespace switchyard

/// Checks, in a GoogleTest test, that a node program survives disturbed runs. The arguments are a machine, the program
/// and, if the defaults are not suitable, the options of the stress test.
#define EXPECT_SURVIVES(...) EXPECT_TRUE(::switchyard::survives(__VA_ARGS__))
#define ASSERT_SURVIVES(...) ASSERT_TRUE(::switchyard::survives(__VA_ARGS__))
