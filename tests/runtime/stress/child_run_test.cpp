/// \file child_run_test.cpp
/// Tests of runs in child processes, in which a program that crashes ends only its own run.

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "machines/ipsc860.hpp"
#include "runtime/stress/child_exploration.hpp"
#include "runtime/stress/child_process.hpp"
#include "runtime/stress/shrink.hpp"
#include "runtime/stress/stress.hpp"
#include "runtime/stress/stress_blocks.hpp"
#include "runtime/stress/stress_case.hpp"

#ifndef SWITCHYARD_TSAN  // the thread sanitizer allows no new threads in a child process after fork()

namespace switchyard {
namespace {

using std::chrono::milliseconds;

Machine cube() { return machines::ipsc860({.nodes = 4}); }

StressOptions options_with_child_processes(std::vector<StressStrategy> strategies, std::uint64_t runs) {
  StressOptions options{.runs = runs, .strategies = std::move(strategies), .jobs = 2, .runs_per_block = 2};
  options.limits.isolated = true;
  return options;
}

std::string program_error_text(const NodeProgram& program, std::vector<StressStrategy> strategies,
                               std::uint64_t runs = 4) {
  const StressReport report = stress(cube(), program, options_with_child_processes(std::move(strategies), runs));
  EXPECT_EQ(report.count(RunOutcome::program_error), runs);
  return report.findings.contains(RunOutcome::program_error) ? report.findings.at(RunOutcome::program_error).run.text
                                                             : "";
}

void crash_by_bad_store(Node& self) {
  // Volatile, so that the compiler does not know to which address the write goes.
  volatile std::uintptr_t nowhere = 16;
  if (self.id() == NodeId{2}) *reinterpret_cast<volatile int*>(nowhere) = 1;
  self.barrier();
}

TEST(ChildRun, ACrashIsAFindingThatNamesNodeAndSignal) {
  for (const StressStrategy strategy : {StressStrategy::random, StressStrategy::threads}) {
#ifdef SWITCHYARD_SANITIZED  // with a sanitizer, a process that crashes ends in another way, which takes seconds
    program_error_text(crash_by_bad_store, {strategy}, 1);
#else
    EXPECT_EQ(program_error_text(crash_by_bad_store, {strategy}),
              "node 2 went outside of its memory; it ended its process by signal 11 (Segmentation fault)");
#endif
  }
}

TEST(ChildRun, AnAbortIsAFinding) {
  const NodeProgram aborts = [](Node&) { std::abort(); };
  EXPECT_EQ(program_error_text(aborts, {StressStrategy::random}),
            "the program crashed: it ended its process by signal 6 (Aborted)");
}

TEST(ChildRun, AProgramThatExitsIsAFinding) {
  const NodeProgram exits = [](Node&) { std::_Exit(3); };
  EXPECT_EQ(program_error_text(exits, {StressStrategy::random}),
            "the program crashed: it ended its process with exit code 3");
}

TEST(ChildRun, AnEndlessLoopWithoutCallsIsUnfinished) {
  StressOptions options = options_with_child_processes({StressStrategy::random}, 1);
  options.limits.host_limit = milliseconds{20};
  std::atomic<bool> never{false};
  const NodeProgram endless = [&](Node&) {
    while (!never.load()) {
    }
  };
  const StressReport report = stress(cube(), endless, options);
  EXPECT_EQ(report.count(RunOutcome::unfinished), 1U);
}

/// Stressing a program by runs in child processes gives the same findings, with the same decisions, as by runs in this
/// process.
TEST(ChildRun, FindsWhatIsFoundInOneProcess) {
  const NodeProgram two_firsts = [](Node& self) {
    std::array<std::byte, 64> data{};
    if (self.id() != NodeId{0}) return self.send(NodeId{0}, data);
    self.receive(kAnyNode, data);
    self.receive(kAnyNode, data);
    self.receive(NodeId{3}, data);
  };
  StressOptions options = options_with_child_processes({StressStrategy::random, StressStrategy::pct}, 20);
  const StressReport apart = stress(cube(), two_firsts, options);
  options.limits.isolated = false;
  const StressReport here = stress(cube(), two_firsts, options);
  EXPECT_EQ(apart.tally, here.tally);
  ASSERT_TRUE(apart.findings.contains(RunOutcome::deadlock));
  const StressedRun& one = apart.findings.at(RunOutcome::deadlock).run;
  const StressedRun& other = here.findings.at(RunOutcome::deadlock).run;
  EXPECT_EQ(one.text, other.text);
  EXPECT_EQ(one.arbiter_decisions, other.arbiter_decisions);
  EXPECT_EQ(one.trace_hash, other.trace_hash);
  EXPECT_EQ(one.steps, other.steps);
}

/// A program that ends in one of three ways. If node 0 receives the message of node 1 first, as in an undisturbed run,
/// it completes. If the message of node 2 comes first, it crashes, and if that of node 3 comes first, it deadlocks.
void end_in_way_chosen_by_first_sender(Node& self) {
  std::array<std::byte, 64> data{};
  if (self.id() != NodeId{0}) {
    self.compute(milliseconds{index(self.id())});
    return self.send(NodeId{0}, data);
  }
  for (int i = 0; i < 3; ++i) {
    const NodeId source = self.receive(kAnyNode, data).source;
    if (i == 0 && source == NodeId{2}) std::abort();
    if (i == 0 && source == NodeId{3}) self.receive(NodeId{3}, data);
  }
}

TEST(ChildRun, CrashesInBetweenLeaveTheOtherRunsAsTheyAre) {
  StressOptions options = options_with_child_processes({StressStrategy::random, StressStrategy::pct}, 60);
  options.runs_per_block = 7;
  const StressReport report = stress(cube(), end_in_way_chosen_by_first_sender, options);
  for (const std::uint64_t jobs : {1, 3}) {
    options.jobs = jobs;
    const StressReport other = stress(cube(), end_in_way_chosen_by_first_sender, options);
    EXPECT_EQ(report.tally, other.tally);
    ASSERT_EQ(other.findings.size(), 2U);
    for (const auto& [outcome, finding] : report.findings) {
      EXPECT_EQ(finding.number, other.findings.at(outcome).number);
      EXPECT_EQ(finding.run.text, other.findings.at(outcome).run.text);
      EXPECT_EQ(finding.run.arbiter_decisions, other.findings.at(outcome).run.arbiter_decisions);
    }
  }
  EXPECT_EQ(report.runs(), 60U);
  EXPECT_GT(report.count(RunOutcome::completed), 0U);
}

TEST(ChildRun, BlocksOfSeveralProgramsKeepTheirResultsApart) {
  const auto trial_of = [](const StressTestRunBlock& block) {
    return std::make_unique<ProgramTrial>(
        cube(), block.program_index == 0 ? NodeProgram([](Node&) {}) : NodeProgram(end_in_way_chosen_by_first_sender));
  };
  StressOptions options = options_with_child_processes({StressStrategy::random, StressStrategy::pct}, 60);
  options.runs_per_block = 7;
  options.jobs = 3;
  StressBlockDispatcher work(trial_of, 2, options);
  carry_out_stress_test_run_blocks(work, options, {});
  ASSERT_TRUE(work.is_program_finished(0) && work.is_program_finished(1));
  EXPECT_EQ(work.report_of_program(0)->count(RunOutcome::completed), 60U);
  const StressReport alone = stress(cube(), end_in_way_chosen_by_first_sender, options);
  EXPECT_EQ(work.report_of_program(1)->tally, alone.tally);
  EXPECT_EQ(work.report_of_program(1)->findings.at(RunOutcome::program_error).number,
            alone.findings.at(RunOutcome::program_error).number);
}

TEST(StressBlocks, ResultsComeBackFromTheirBytes) {
  const auto trial_of = [](const StressTestRunBlock&) {
    return std::make_unique<ProgramTrial>(cube(), end_in_way_chosen_by_first_sender);
  };
  const StressOptions options = options_with_child_processes({StressStrategy::halved_buffer_sizes}, 30);
  StressBlockDispatcher work(trial_of, 1, options);
  carry_out_stress_test_run_blocks(work, options, {});
  const StressReport report = *work.report_of_program(0);
  const StressReport again = report_from_bytes(serialise_stress_report(report), work, {0, 0}, options);
  EXPECT_EQ(again.tally, report.tally);
  ASSERT_EQ(again.findings.size(), report.findings.size());
  ASSERT_FALSE(again.findings.empty());
  for (const auto& [outcome, finding] : report.findings) {
    const FirstFailingRunWithOutcome& other = again.findings.at(outcome);
    EXPECT_EQ(other.number, finding.number);
    EXPECT_EQ(other.run.text, finding.run.text);
    EXPECT_EQ(other.run.seed, finding.run.seed);
    EXPECT_EQ(other.run.halvings, finding.run.halvings);
    EXPECT_EQ(other.run.arbiter_decisions, finding.run.arbiter_decisions);
  }
}

TEST(StressBlocks, NoMoreAreHandedOutAfterAFailure) {
  const auto trial_of = [](const StressTestRunBlock& block) -> std::unique_ptr<StressTrial> {
    if (block.number == 3) throw UsageError("no such trial");
    return std::make_unique<ProgramTrial>(cube(), [](Node&) {});
  };
  StressOptions options{.runs = 1000, .strategies = {StressStrategy::random}, .jobs = 1};
  options.runs_per_block = 10;
  StressBlockDispatcher work(trial_of, 1, options);
  carry_out_stress_test_run_blocks(work, options, {});
  EXPECT_THROW(std::rethrow_exception(work.first_failure()), UsageError);
  EXPECT_EQ(work.report_of_program(0)->runs(), 30U);
  EXPECT_FALSE(work.is_program_finished(0));
  EXPECT_FALSE(work.take_block());
}

TEST(ChildRun, TheDecisionsOfACrashLeadToItAgain) {
  const StressOptions options = options_with_child_processes({StressStrategy::random}, 40);
  const StressReport report = stress(cube(), end_in_way_chosen_by_first_sender, options);
  ASSERT_TRUE(report.findings.contains(RunOutcome::program_error));
  const StressedRun& run = report.findings.at(RunOutcome::program_error).run;
  ASSERT_FALSE(run.arbiter_decisions.empty());
  ProgramTrial trial(cube(), end_in_way_chosen_by_first_sender);
  const StressedRun again =
      rerun_with_decisions(trial, 0, run.strategy, run.seed, run.arbiter_decisions, options.limits);
  EXPECT_EQ(again.outcome, RunOutcome::program_error);
  EXPECT_EQ(again.text, run.text);
}

TEST(ChildRun, OneProcessCarriesOutAllRunsThatDoNotCrash) {
  const ValueSharedWithChildProcesses<std::array<std::atomic<pid_t>, 2>> processes;
  const NodeProgram notes_its_process = [&](Node& self) {
    if (self.id() != NodeId{0}) return;
    pid_t none = 0;
    if (!(*processes)[0].compare_exchange_strong(none, ::getpid()) && none != ::getpid()) (*processes)[1] = ::getpid();
  };
  StressOptions options = options_with_child_processes({StressStrategy::random}, 100);
  options.jobs = 1;
  EXPECT_EQ(stress(cube(), notes_its_process, options).count(RunOutcome::completed), 100U);
  EXPECT_NE((*processes)[0], 0);
  EXPECT_NE((*processes)[0], ::getpid());
  EXPECT_EQ((*processes)[1], 0);
}

TEST(ChildRun, AStopLeavesTheTallySoFar) {
  std::stop_source stop;
  StressOptions options = options_with_child_processes({StressStrategy::random}, 1'000'000'000);
  StressRun run([](std::uint64_t) { return std::make_unique<ProgramTrial>(cube(), [](Node&) {}); }, options,
                [&](std::uint64_t) { stop.request_stop(); });
  run.carry_out_all_runs(stop.get_token());
  EXPECT_GT(run.report().count(RunOutcome::completed), 0U);
  EXPECT_LT(run.report().runs(), options.runs);
}

/// Blocks of stress runs that are not available yet in the first calls of take_block(), so that a child process has to
/// wait for them.
class DelayedStressBlocks final : public StressTestRunBlockSource {
 public:
  DelayedStressBlocks(StressBlockDispatcher& work, const TrialFactoryForRunBlock& trial)
      : StressTestRunBlockSource(trial, 1), stress_block_dispatcher_(work) {}
  std::optional<StressTestRunBlock> take_block() override {
    if (take_block_call_count_ == kTakeBlockCallsReturningNothing) return stress_block_dispatcher_.take_block();
    if (++take_block_call_count_ == kTakeBlockCallsReturningNothing) action_after_wait_();
    return std::nullopt;
  }
  std::uint64_t unstarted_block_count() const override {
    return take_block_call_count_ == kTakeBlockCallsReturningNothing ? stress_block_dispatcher_.unstarted_block_count()
                                                                     : 0;
  }
  bool has_no_more_blocks() const override {
    return take_block_call_count_ == kTakeBlockCallsReturningNothing && stress_block_dispatcher_.has_no_more_blocks();
  }
  void add_results(const StressTestRunBlock& block, StressReport found) override {
    stress_block_dispatcher_.add_results(block, std::move(found));
  }
  void add_failure(const StressTestRunBlock& block) override { stress_block_dispatcher_.add_failure(block); }
  void set_action_after_wait(std::function<void()> act) { action_after_wait_ = std::move(act); }

 private:
  static constexpr int kTakeBlockCallsReturningNothing = 4;
  StressBlockDispatcher& stress_block_dispatcher_;
  int take_block_call_count_ = 0;
  std::function<void()> action_after_wait_ = [] {};
};

TEST(ChildRun, AChildThatWaitsGetsTheBlocksThatComeLater) {
  const StressOptions options = options_with_child_processes({StressStrategy::random}, 12);
  const auto trial_of = [](const StressTestRunBlock&) { return std::make_unique<ProgramTrial>(cube(), [](Node&) {}); };
  StressBlockDispatcher work(trial_of, 1, options);
  DelayedStressBlocks blocks(work, trial_of);
  carry_out_stress_test_run_blocks(blocks, options, {});
  EXPECT_EQ(work.report_of_program(0)->runs(), 12U);
}

TEST(ChildRun, AStopEndsAChildThatWaitsForABlock) {
  StressOptions options = options_with_child_processes({StressStrategy::random}, 12);
  options.jobs = 1;
  const auto trial_of = [](const StressTestRunBlock&) { return std::make_unique<ProgramTrial>(cube(), [](Node&) {}); };
  StressBlockDispatcher work(trial_of, 1, options);
  DelayedStressBlocks blocks(work, trial_of);
  std::stop_source stop;
  blocks.set_action_after_wait([&stop] { stop.request_stop(); });
  carry_out_stress_test_run_blocks(blocks, options, stop.get_token());
  EXPECT_FALSE(work.report_of_program(0));
}

TEST(ChildRun, ACrashInALaterOrderEndsTheExplorationAndIsAFinding) {
  ProgramTrial trial(cube(), end_in_way_chosen_by_first_sender);
  const ExhaustiveOptions options{.limits = options_with_child_processes({StressStrategy::random}, 1).limits};
  const ExhaustiveSearchReport choices = explore_choices_in_child(trial, options);
  EXPECT_EQ(choices.order_count, 0U);
  EXPECT_FALSE(choices.proof_that_one_order_suffices.is_one_order_proven_sufficient);
  const ExhaustiveSearchReport report = explore_all_orders_in_child(trial, options);
  EXPECT_FALSE(report.has_run_all_orders);
  ASSERT_TRUE(report.findings.contains(RunOutcome::program_error));
  const FirstFailingRunWithOutcome& crash = report.findings.at(RunOutcome::program_error);
  EXPECT_EQ(crash.number + 1, report.order_count);
  EXPECT_EQ(crash.run.text, "the program crashed: it ended its process by signal 6 (Aborted)");
  EXPECT_EQ(
      rerun_with_decisions(trial, 0, StressStrategy::random, options.seed, crash.run.arbiter_decisions, options.limits)
          .text,
      crash.run.text);
}

TEST(ChildRun, ExploresInAChildAsInOneProcess) {
  const NodeProgram two_firsts = [](Node& self) {
    std::array<std::byte, 64> data{};
    if (self.id() != NodeId{0}) return self.send(NodeId{0}, data);
    for (int i = 0; i < 3; ++i) self.receive(i < 2 ? kAnyNode : NodeId{3}, data);
  };
  ProgramTrial trial(cube(), two_firsts);
  const ExhaustiveOptions options{.limits = options_with_child_processes({StressStrategy::random}, 1).limits,
                                  .tries_one_order_per_choice_set_first = false};
  const ExhaustiveSearchReport here = explore_all_orders(trial, options);
  const ExhaustiveSearchReport apart = explore_all_orders_in_child(trial, options);
  EXPECT_TRUE(apart.has_run_all_orders);
  EXPECT_EQ(apart.order_count, here.order_count);
  EXPECT_EQ(apart.redundant_run_count, here.redundant_run_count);
  EXPECT_EQ(apart.events_of_longest_run, here.events_of_longest_run);
  EXPECT_EQ(apart.orders_by_outcome, here.orders_by_outcome);
  ASSERT_TRUE(apart.findings.contains(RunOutcome::deadlock));
  EXPECT_EQ(apart.findings.at(RunOutcome::deadlock).run.arbiter_decisions,
            here.findings.at(RunOutcome::deadlock).run.arbiter_decisions);
  StressedRun ended{.machine = cube()};
  EXPECT_EQ(estimate_orders_in_child(trial, options, ended)->order_count, estimate_orders(trial, options).order_count);
}

TEST(ChildRun, ErrorsOfUsageAreThrownToTheCaller) {
  StressOptions options = options_with_child_processes({StressStrategy::random}, 1);
  options.limits.host_limit = Duration::zero();
  EXPECT_THROW(stress(
                   cube(), [](Node&) {}, options),
               UsageError);
}

TEST(ChildRun, ACrashIsMadeSmaller) {
  const NodeProgram aborts_in_one_node = [](Node& self) {
    if (self.id() == NodeId{2}) std::abort();
    self.barrier();
  };
  const StressReport report =
      stress(cube(), aborts_in_one_node, options_with_child_processes({StressStrategy::random}, 2));
  ShrinkLimits limits;
  limits.runs = 100;
  limits.run.isolated = true;
  const FailingCase small = shrink(
      {std::make_shared<ProgramCase>(cube(), aborts_in_one_node), report.findings.at(RunOutcome::program_error).run},
      limits);
  EXPECT_EQ(small.run.outcome, RunOutcome::program_error);
  EXPECT_TRUE(small.run.arbiter_decisions.empty());
}

}  // namespace
}  // namespace switchyard

#endif
