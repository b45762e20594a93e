#pragma once
/// \file gtest.hpp
/// Assertions for a user's own GoogleTest that a program is right in all orders of events and in all settings.
///
/// An example of two tests, of a compiled program on three nodes and of a node program:
/// ```cpp
/// TEST(Heat, IsRightOnThreeNodes) { EXPECT_VERIFIED("./heat", 3); }
/// TEST(MyExchange, IsRight) {
///   EXPECT_VERIFIED(sy::machines::ipsc860({.nodes = 4}), my_exchange);
/// }
/// ```

#include <gtest/gtest.h>

#include <utility>

#include "bench/verify/program_verdict.hpp"

namespace switchyard {

/// Returns whether verify_program() with these arguments finds the program right. If not, the result's
/// message says why.
template <class... Arguments>
testing::AssertionResult is_verified(Arguments&&... arguments) {
  const Verdict verdict = verify_program(std::forward<Arguments>(arguments)...);
  if (verdict.kind == Verdict::Kind::right) return testing::AssertionSuccess();
  return testing::AssertionFailure() << failure_text(verdict);
}

}  // namespace switchyard

/// Expects that verify_program() finds a program right. The arguments are the path of the program and the number of
/// nodes, then the program's own arguments and the limits if there are any; or a machine and a node program.
#define EXPECT_VERIFIED(...) EXPECT_TRUE(::switchyard::is_verified(__VA_ARGS__))
#define ASSERT_VERIFIED(...) ASSERT_TRUE(::switchyard::is_verified(__VA_ARGS__))
