#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/programs/compute/compute_cost.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

using CostKind = ComputeCost::Kind;

// How long reading the clock takes, in nanoseconds.
constexpr long long kClockReadNanoseconds = 1000;

ProgramResult run_computing_program(const Machine& machine, ComputeCost cost, std::vector<std::string> words,
                                    ExecutorKind executor = kQuickExecutor) {
  static const std::shared_ptr<Program> program = Program::load_program(SWITCHYARD_COMPUTING_PROGRAM);
  ProgramResult ended;
  const NodeProgram on_nodes = program->make_node_program(
      std::move(words),
      [&](const std::vector<OutputLine>& lines) {
        for (const OutputLine& line : lines) ended.output += line.text + '\n';
      },
      cost);
  try {
    ended.hash = run(machine, on_nodes, {.executor = executor}).trace_hash;
  } catch (const Error& error) {
    ended.error = error.what();
  }
  return ended;
}

std::vector<Machine> tested_machines(std::uint32_t nodes) {
  return {machines::ipsc860({.nodes = nodes}), machines::cm5({.nodes = nodes})};
}

TEST(Compute, DeclaredTimesAreExact) {
  const std::string each = fmt::format("{}\n", 250'000'003 + kClockReadNanoseconds);
  for (const Machine& machine : tested_machines(2)) {
    for (const ExecutorKind executor : {kQuickExecutor, ExecutorKind::threads}) {
      const ProgramResult ended =
          run_computing_program(machine, {CostKind::declared_by_program}, {"declare"}, executor);
      EXPECT_EQ(ended.output, each + each) << machine.name() << ended.error;
    }
    EXPECT_EQ(run_computing_program(machine, {CostKind::declared_by_program}, {"busy"}).output,
              fmt::format("{0}\n{0}\n", kClockReadNanoseconds));
  }
}

TEST(Compute, CostsNothingUnlessAskedFor) {
  for (const Machine& machine : tested_machines(2)) {
    for (const char* word : {"declare", "busy"})
      EXPECT_EQ(run_computing_program(machine, {}, {word}).output, fmt::format("{0}\n{0}\n", kClockReadNanoseconds))
          << machine.name() << word;
  }
}

TEST(Compute, MeasuredTimesAdvanceTheClock) {
  for (const Machine& machine : tested_machines(2)) {
    for (const ExecutorKind executor : {kQuickExecutor, ExecutorKind::threads}) {
      const ProgramResult ended = run_computing_program(machine, {CostKind::measured, 1000}, {"busy"}, executor);
      ASSERT_EQ(ended.error, "") << machine.name();
      EXPECT_GT(std::stoll(ended.output), kClockReadNanoseconds) << machine.name();
    }
  }
}

TEST(Compute, WrongTimesEndTheRun) {
  for (const CostKind kind : {CostKind::free, CostKind::declared_by_program}) {
    for (const char* seconds : {"-1", "nan", "inf", "1e300"}) {
      const std::string error =
          run_computing_program(machines::ipsc860({.nodes = 1}), {kind}, {"value", seconds}).error;
      EXPECT_NE(error.find("switchyard_compute (computing.c:28): "), std::string::npos) << seconds << ": " << error;
    }
  }
}

}  // namespace
}  // namespace switchyard
