#pragma once
/// \file gtest.hpp
/// Assertions with which a user's own GoogleTest checks that a program is right in all orders of events and in all
/// settings.
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

/// Returns success if verify_program() with these arguments finds the program right, and otherwise a failure whose
/// message says why.
template <class... Arguments>
testing::AssertionResult is_verified(Arguments&&... arguments) {
  const Verdict verdict = verify_program(std::forward<Arguments>(arguments)...);
  if (verdict.kind == Verdict::Kind::right) return testing::AssertionSuccess();
  return testing::AssertionFailure() << failure_text(verdict);
}

}  // namespace switchyard

/// Expects that verify_program() finds a program right. The macro's arguments are either the path of the program and
/// the number of nodes, optionally followed by the program's own arguments and the limits, or a machine and a node
/// program.
#define EXPECT_VERIFIED(...) EXPECT_TRUE(::switchyard::is_verified(__VA_ARGS__))
#define ASSERT_VERIFIED(...) ASSERT_TRUE(::switchyard::is_verified(__VA_ARGS__))
