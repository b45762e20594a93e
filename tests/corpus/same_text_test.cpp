/// \file same_text_test.cpp
/// Tests that the report on a wrong program has the same text, with the same verdict, nodes and calls, in many runs,
/// half of them with nodes on threads and half on fibers. With ClockKind::off, this is tested only for programs that
/// deadlock in every order of events.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "machines/machine_catalogue.hpp"
#include "runtime/run.hpp"
#include "tests/corpus/machine_for.hpp"

namespace switchyard::corpus {
namespace {

constexpr int kRunsOfProgram = 1000;  ///< number of runs of each program on each machine

std::string text_of_run(const Machine& machine, const CorpusProgram& program, const RunOptions& options) {
  try {
    run(machine, program.node_program, options);
    return "completed";
  } catch (const Error& error) {
    return error.what();
  }
}

void expect_same_text_in_all_runs(const Machine& machine, const CorpusProgram& program, RunOptions options) {
  const int runs = program.conditions_for_verdict.polls_forever ? 4 : kRunsOfProgram;
  std::set<std::string> texts;
  for (const ExecutorKind executor : {ExecutorKind::threads, ExecutorKind::fibers}) {
    options.executor = executor;
    for (int i = 0; i < runs / 2; ++i) texts.insert(text_of_run(machine, program, options));
  }
  EXPECT_EQ(texts.size(), 1U) << fmt::format("{} on {}:\n{}\n\n{}", program.name, machine.name(), *texts.begin(),
                                             *texts.rbegin());
}

/// Returns whether a report may blame either of two nodes whose calls do not fit together. It blames the node that
/// makes its call second, which depends on how the nodes' threads run.
bool can_report_blame_either_of_two_nodes(const CorpusProgram& program) {
  return std::ranges::any_of(program.verdict.failures,
                             [](const ExpectedFailure& way) { return way.blamed_calls.size() > 1; });
}

/// Returns whether the program ends in the same deadlock in every order of events, also on machines that store messages
/// before a receive is posted.
bool always_ends_in_same_deadlock(const CorpusProgram& program) {
  const ExpectedVerdict& verdict =
      program.verdict_if_machine_stores_messages ? *program.verdict_if_machine_stores_messages : program.verdict;
  return verdict.failing_orders == ShareOfFailingEventOrders::all_event_orders_fail && verdict.failures.size() == 1 &&
         verdict.failures.front().outcome == RunOutcome::deadlock;
}

bool runs_without_clock(const CorpusProgram& program) {
  return program.conditions_for_verdict.platforms == ProgramPlatforms::all_machines_and_clocks ||
         program.conditions_for_verdict.platforms == ProgramPlatforms::cm5;
}

/// A test that runs a program many times on one machine, and expects the same text from all runs.
class SameTextTest : public testing::Test {
 public:
  SameTextTest(const CorpusProgram& program, Machine machine) : program_(program), machine_(std::move(machine)) {}
  void TestBody() override {
    RunOptions with_clock_on;
    with_clock_on.time_limit = std::chrono::milliseconds{200};
    expect_same_text_in_all_runs(machine_, program_, with_clock_on);
    if (always_ends_in_same_deadlock(program_) && runs_without_clock(program_))
      expect_same_text_in_all_runs(machine_, program_, {.clock = ClockKind::off, .request_limit = 10'000'000});
  }

 private:
  const CorpusProgram& program_;
  Machine machine_;
};

const std::vector<TestProgramCategory>& cached_test_program_categories() {
  static const std::vector<TestProgramCategory> all = make_all_test_program_categories();
  return all;
}

void register_test(const TestProgramCategory& category, const CorpusProgram& program) {
  for (const std::string& name : machines::distinct_machine_names()) {
    const auto machine = machine_for(program, name);
    if (!machine) continue;
    testing::RegisterTest(("SameText_" + category.name).c_str(), program.name.c_str(), nullptr, nullptr, __FILE__,
                          __LINE__,
                          [&program, its = *machine]() -> testing::Test* { return new SameTextTest(program, its); });
    return;
  }
}

[[maybe_unused]] const bool kAreTestsRegistered = [] {
  for (const TestProgramCategory& category : cached_test_program_categories()) {
    for (const CorpusProgram& program : category.programs) {
      if (program.verdict.failing_orders != ShareOfFailingEventOrders::no_event_order_fails &&
          !can_report_blame_either_of_two_nodes(program))
        register_test(category, program);
    }
  }
  return true;
}();

}  // namespace
}  // namespace switchyard::corpus
