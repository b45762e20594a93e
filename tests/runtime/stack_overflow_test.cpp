/// \file stack_overflow_test.cpp
/// Tests that a program that uses up its node's stack ends the process with an error of one line.

#include <gtest/gtest.h>

#include <array>

#include "machines/ipsc860.hpp"
#include "runtime/run.hpp"

#ifndef SWITCHYARD_SANITIZED  // sanitizers report a stack overflow in their own way

namespace switchyard {
namespace {

void use_up_stack(std::size_t bytes_left) {
  std::array<volatile char, 1024> frame{};
  frame[0] = static_cast<char>(bytes_left);
  if (bytes_left > frame.size()) use_up_stack(bytes_left - frame.size());
  frame[1] = frame[0];
}

void use_large_array(Node& self) {
  std::array<volatile char, 300'000> large;
  large[0] = 1;
  self.compute(std::chrono::microseconds{large[0]});
}

void run_with_executor(ExecutorKind executor, const NodeProgram& program) {
  run(machines::ipsc860({.nodes = 4}), program, {.executor = executor});
}

class StackOverflow : public testing::Test {
 protected:
  StackOverflow() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

constexpr const char* kFiberStackOverflowPattern = "^node 2 has used up its stack of 262144 B; .*--stack-bytes";

TEST_F(StackOverflow, OfALargeArrayOnAFiberNamesNodeAndOption) {
  const NodeProgram program = [](Node& self) {
    if (self.id() == NodeId{2}) use_large_array(self);
    self.barrier();
  };
  EXPECT_EXIT(run_with_executor(ExecutorKind::fibers, program), testing::ExitedWithCode(1), kFiberStackOverflowPattern);
}

TEST_F(StackOverflow, OfDeepCallsOnAFiberNamesNodeAndOption) {
  const NodeProgram program = [](Node& self) {
    if (self.id() == NodeId{2}) use_up_stack(std::size_t{1} << 20U);
    self.barrier();
  };
  EXPECT_EXIT(run_with_executor(ExecutorKind::fibers, program), testing::ExitedWithCode(1), kFiberStackOverflowPattern);
}

TEST_F(StackOverflow, OfDeepCallsOnAThreadNamesTheNode) {
  const NodeProgram program = [](Node& self) {
    if (self.id() == NodeId{2}) use_up_stack(std::size_t{1} << 28U);
    self.barrier();
  };
  EXPECT_EXIT(run_with_executor(ExecutorKind::threads, program), testing::ExitedWithCode(1),
              "^node 2 has used up its stack of ");
}

TEST_F(StackOverflow, OfThreadsWithAGivenStackSizeNamesThisSize) {
  const NodeProgram program = [](Node& self) {
    if (self.id() == NodeId{2}) use_up_stack(std::size_t{1} << 22U);
    self.barrier();
  };
  EXPECT_EXIT(run(machines::ipsc860({.nodes = 4}), program, {.stack_bytes = std::size_t{1} << 20U}),
              testing::ExitedWithCode(1), "^node 2 has used up its stack of 10[0-9]* B; .*--stack-bytes");
}

TEST_F(StackOverflow, LargerStacksHelp) {
  for (const ExecutorKind executor : {ExecutorKind::fibers, ExecutorKind::threads}) {
    EXPECT_NO_THROW(run(machines::ipsc860({.nodes = 4}), use_large_array,
                        {.executor = executor, .stack_bytes = std::size_t{1} << 20U}));
  }
}

TEST_F(StackOverflow, ThreadsHaveTheSizeThatEachRunAsksFor) {
  for (const std::size_t bytes : {std::size_t{1} << 26U, std::size_t{1} << 20U, std::size_t{1} << 26U}) {
    const NodeProgram program = [bytes](Node& self) {
      use_up_stack(bytes / 2);
      self.barrier();
    };
    EXPECT_NO_THROW(run(machines::ipsc860({.nodes = 4}), program, {.stack_bytes = bytes}));
  }
}

TEST_F(StackOverflow, AnotherFaultEndsTheProcessAsEver) {
  // Volatile, so that the compiler does not know to which address the write goes.
  volatile std::uintptr_t nowhere = 16;
  const NodeProgram program = [&nowhere](Node&) { *reinterpret_cast<volatile int*>(nowhere) = 1; };
  EXPECT_EXIT(run_with_executor(ExecutorKind::fibers, program), testing::KilledBySignal(SIGSEGV), "");
}

}  // namespace
}  // namespace switchyard

#endif
