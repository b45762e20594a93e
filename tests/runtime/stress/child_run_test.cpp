/// \file child_run_test.cpp
/// Runs in child processes: a program that crashes ends only its own run.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <string>

#include "machines/ipsc860.hpp"
#include "runtime/stress/shrink.hpp"
#include "runtime/stress/stress.hpp"
#include "runtime/stress/stress_case.hpp"

#ifndef SWITCHYARD_TSAN  // the thread sanitizer refuses to start threads in a child process

namespace switchyard {
namespace {

using std::chrono::milliseconds;

Machine cube() { return machines::ipsc860({.nodes = 4}); }

StressOptions isolated(std::vector<Strategy> strategies, std::uint64_t runs) {
  StressOptions options{.runs = runs, .strategies = std::move(strategies), .jobs = 2, .runs_of_a_trial = 2};
  options.limits.isolated = true;
  return options;
}

std::string text_of_error(const NodeProgram& program, std::vector<Strategy> strategies) {
  const StressReport report = stress(cube(), program, isolated(std::move(strategies), 4));
  EXPECT_EQ(report.count(Outcome::program_error), 4U);
  return report.findings.contains(Outcome::program_error) ? report.findings.at(Outcome::program_error).run.text : "";
}

void crash(Node& self) {
  volatile std::uintptr_t nowhere = 16;  // volatile, so that the compiler does not see where the write goes
  if (self.id() == NodeId{2}) *reinterpret_cast<volatile int*>(nowhere) = 1;
  self.barrier();
}

TEST(ChildRun, ACrashIsAFindingThatNamesNodeAndSignal) {
  for (const Strategy strategy : {Strategy::random, Strategy::threads}) {
    const std::string text = text_of_error(crash, {strategy});
#ifndef SWITCHYARD_SANITIZED  // sanitizers end a crashing process in their own way
    EXPECT_EQ(text, "node 2 went outside of its memory; it ended its process by signal 11 (Segmentation fault)");
#endif
  }
}

TEST(ChildRun, AnAbortIsAFinding) {
  const NodeProgram aborts = [](Node&) { std::abort(); };
  EXPECT_EQ(text_of_error(aborts, {Strategy::random}),
            "the program crashed: it ended its process by signal 6 (Aborted)");
}

TEST(ChildRun, AProgramThatExitsIsAFinding) {
  const NodeProgram exits = [](Node&) { std::_Exit(3); };
  EXPECT_EQ(text_of_error(exits, {Strategy::random}), "the program crashed: it ended its process with exit code 3");
}

TEST(ChildRun, AnEndlessLoopWithoutCallsIsUnfinished) {
  StressOptions options = isolated({Strategy::random}, 1);
  options.limits.host_limit = milliseconds{20};
  std::atomic<bool> never{false};
  const NodeProgram endless = [&](Node&) {
    while (!never.load()) {
    }
  };
  const StressReport report = stress(cube(), endless, options);
  EXPECT_EQ(report.count(Outcome::unfinished), 1U);
}

/// Child processes find the same, to the last decision, as runs in this process.
TEST(ChildRun, FindsWhatIsFoundInOneProcess) {
  const NodeProgram two_firsts = [](Node& self) {
    std::array<std::byte, 64> data{};
    if (self.id() != NodeId{0}) return self.send(NodeId{0}, data);
    self.receive(kAnyNode, data);
    self.receive(kAnyNode, data);
    self.receive(NodeId{3}, data);
  };
  StressOptions options = isolated({Strategy::random, Strategy::pct}, 20);
  const StressReport apart = stress(cube(), two_firsts, options);
  options.limits.isolated = false;
  const StressReport here = stress(cube(), two_firsts, options);
  EXPECT_EQ(apart.tally, here.tally);
  ASSERT_TRUE(apart.findings.contains(Outcome::deadlock));
  const StressedRun& one = apart.findings.at(Outcome::deadlock).run;
  const StressedRun& other = here.findings.at(Outcome::deadlock).run;
  EXPECT_EQ(one.text, other.text);
  EXPECT_EQ(one.decisions, other.decisions);
  EXPECT_EQ(one.trace_hash, other.trace_hash);
  EXPECT_EQ(one.steps, other.steps);
}

TEST(ChildRun, ErrorsOfUsageAreTheCallers) {
  StressOptions options = isolated({Strategy::random}, 1);
  options.limits.host_limit = Duration::zero();
  EXPECT_THROW(stress(
                   cube(), [](Node&) {}, options),
               UsageError);
}

TEST(ChildRun, ACrashIsMadeSmaller) {
  const StressReport report = stress(cube(), crash, isolated({Strategy::random}, 2));
  ShrinkLimits limits;
  limits.runs = 100;
  limits.run.isolated = true;
  const FailingCase small =
      shrink({std::make_shared<ProgramCase>(cube(), crash), report.findings.at(Outcome::program_error).run}, limits);
  EXPECT_EQ(small.run.outcome, Outcome::program_error);
  EXPECT_TRUE(small.run.decisions.empty());
}

}  // namespace
}  // namespace switchyard

#endif
