#include "runtime/stress/stress.hpp"

#include <gtest/gtest.h>

#include <array>

#include "algorithms/exchange/paper_protocols.hpp"
#include "algorithms/matrix/generators.hpp"
#include "bench/stress/algorithm_case.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "machines/torus.hpp"

namespace switchyard {
namespace {

TrialFactory algorithm_trials(const Machine& machine, const char* name, std::uint32_t density, std::uint64_t bytes) {
  return [=](std::uint64_t block) {
    Rng rng(block);
    return std::make_unique<AlgorithmTrial>(
        AlgorithmRunSetup{machine, shipped_algorithms().find("test", name),
                          random_matrix_with_degree(machine.node_count(), density, bytes, rng)});
  };
}

Machine cube_of_16(std::uint64_t system_buffer = 1U << 20U) {
  return machines::ipsc860({.nodes = 16, .system_buffer = system_buffer});
}

void expect_equal_reports(const StressReport& a, const StressReport& b) {
  EXPECT_EQ(a.tally, b.tally);
  ASSERT_EQ(a.findings.size(), b.findings.size());
  for (const auto& [outcome, finding] : a.findings) {
    const FirstFailingRunWithOutcome& other = b.findings.at(outcome);
    EXPECT_EQ(finding.number, other.number);
    EXPECT_EQ(finding.run.text, other.run.text);
    EXPECT_EQ(finding.run.arbiter_decisions, other.run.arbiter_decisions);
    EXPECT_EQ(finding.run.trace_hash, other.run.trace_hash);
  }
}

const std::vector kVirtualClockStrategies{StressStrategy::random, StressStrategy::pct, StressStrategy::starve,
                                          StressStrategy::halved_buffer_sizes};

TEST(Stress, ReportsTheSameHoweverManyJobs) {
  const auto factory = algorithm_trials(cube_of_16(4096), "ac_unposted", 8, 1024);
  const StressOptions one{.runs = 60, .strategies = kVirtualClockStrategies, .jobs = 1, .runs_per_block = 7};
  StressOptions three = one;
  three.jobs = 3;
  const StressReport report = stress(factory, one);
  EXPECT_EQ(report.runs(), 60U);
  EXPECT_GT(report.count(RunOutcome::deadlock), 0U);
  expect_equal_reports(report, stress(factory, three));
}

TEST(Stress, FindsNothingInAnAlgorithmThatKeepsItsPromise) {
  for (const char* name : {"ac", "lp", "rs_n", "rs_nl"}) {
    const StressReport report = stress(algorithm_trials(cube_of_16(), name, 4, 256), {.runs = 100});
    EXPECT_EQ(report.count(RunOutcome::completed), 100U) << name;
    for (const auto& [outcome, finding] : report.findings) ADD_FAILURE() << name << ": " << finding.run.text;
  }
}

/// In a store-and-forward exchange, a partner may be one phase ahead of a node and, on a mesh, hold all links to it. So
/// the partner's message must find a posted receive.
TEST(Stress, StoreAndForwardNeedsNoRoomInSystemBuffers) {
  const auto factory = [](std::uint64_t) {
    return std::make_unique<AlgorithmTrial>(AlgorithmRunSetup{
        machines::mesh({.width = 4, .height = 2}), shipped_algorithms().find("test", "standard_u"), complete(8, 256)});
  };
  const StressReport report = stress(factory, {.runs = 400, .strategies = {StressStrategy::halved_buffer_sizes}});
  EXPECT_EQ(report.count(RunOutcome::completed), 400U);
}

/// In these algorithms, nodes poll while they wait for other nodes. The stress test must let the other nodes run,
/// whatever random priorities they have.
TEST(Stress, LetsOtherNodesRunWhereNodesPoll) {
  StressOptions options{.runs = 40, .strategies = kVirtualClockStrategies};
  options.limits.time_limit = std::chrono::seconds{1};
  for (const char* name : {"drs", "drs_improved", "two_stage_drs"}) {
    const StressReport report = stress(algorithm_trials(machines::cm5({.nodes = 16}), name, 4, 64), options);
    EXPECT_EQ(report.count(RunOutcome::completed), 40U) << name;
  }
}

TEST(Stress, RealThreadsThatExchangeForEverAreUnfinished) {
  const auto for_ever = [](Node& self) {
    std::array<std::byte, 4> out{}, in{};
    for (;;) self.exchange(self.id() ^ 1U, out, in);
  };
  StressOptions options{.runs = 2, .strategies = {StressStrategy::threads}};
  options.limits.request_limit = 500;
  EXPECT_EQ(stress(machines::ipsc860({.nodes = 4}), for_ever, options).count(RunOutcome::unfinished), 2U);
}

TEST(Stress, RealThreadsThatTestForEverAreUnfinished) {
  const auto for_ever = [](Node& self) {
    std::array<std::byte, 4> in{};
    Handle never = self.post_receive(self.id() ^ 1U, in);
    while (!self.test(never)) {
    }
  };
  StressOptions options{.runs = 2, .strategies = {StressStrategy::threads}};
  options.limits.request_limit = 500;
  EXPECT_EQ(stress(machines::ipsc860({.nodes = 4}), for_ever, options).count(RunOutcome::unfinished), 2U);
}

/// If the host has too little memory or too few threads, that says nothing about the program under test, and is not a
/// finding.
TEST(Stress, ALackOfHostResourcesIsNoFinding) {
  const NodeProgram no_threads = [](Node&) { throw HostError("cannot start 16 threads"); };
  const NodeProgram no_memory = [](Node&) { throw std::bad_alloc(); };
  for (const StressStrategy strategy : {StressStrategy::random, StressStrategy::threads}) {
    const StressOptions options{.runs = 2, .strategies = {strategy}, .jobs = 1};
    EXPECT_THROW(stress(machines::ipsc860({.nodes = 4}), no_threads, options), HostError);
    EXPECT_THROW(stress(machines::ipsc860({.nodes = 4}), no_memory, options), std::bad_alloc);
  }
}

TEST(Stress, ProgramsThatDoNotEndTakeTheHostsTimeAFewTimesOnly) {
  const NodeProgram for_ever = [](Node& self) {
    for (;;) self.barrier();
  };
  StressOptions options{.runs = 100, .strategies = {StressStrategy::threads, StressStrategy::random}, .jobs = 1};
  options.limits.host_limit = std::chrono::milliseconds{20};
  const StressReport report = stress(machines::ipsc860({.nodes = 4}), for_ever, options);
  EXPECT_EQ(report.expired, kMostExpiredRuns);
  EXPECT_EQ(report.count(RunOutcome::unfinished), kMostExpiredRuns);
}

TEST(Stress, EachStrategyHasItsShareOfTheRuns) {
  const StressReport report = stress(algorithm_trials(cube_of_16(), "ac", 2, 16), {.runs = 50});
  for (const StressStrategy strategy : kStrategies) EXPECT_EQ(report.tally.at(strategy).at(RunOutcome::completed), 10U);
}

TEST(Stress, AFindingsDecisionsLeadToTheSameRun) {
  const auto factory = algorithm_trials(cube_of_16(4096), "ac_unposted", 8, 1024);
  const StressReport report = stress(factory, {.runs = 20, .strategies = {StressStrategy::random}});
  const StressedRun& found = report.findings.at(RunOutcome::deadlock).run;
  const auto trial = factory(report.findings.at(RunOutcome::deadlock).number / 50);
  const StressedRun again =
      rerun_with_decisions(*trial, found.halvings, found.strategy, found.seed, found.arbiter_decisions, {});
  EXPECT_EQ(again.outcome, found.outcome);
  EXPECT_EQ(again.text, found.text);
  EXPECT_EQ(again.trace_hash, found.trace_hash);
  EXPECT_EQ(again.arbiter_decisions, found.arbiter_decisions);
}

TEST(Stress, AStopLeavesTheTallySoFar) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(stress(algorithm_trials(cube_of_16(), "ac", 2, 16), {.runs = 50}, stop.get_token()).runs(), 0U);
}

/// Messages inside a collective go into buffers of the library, and need no room in system buffers.
TEST(Stress, CollectivesNeedNoSystemBuffer) {
  const NodeProgram program = [](Node& self) {
    self.all_reduce(index(self.id()), std::plus<>{});
    self.barrier();
    std::array<std::byte, 64> mine{};
    std::array<std::byte, 1024> all{};
    self.all_gather(mine, all);
  };
  for (const Machine& machine :
       {machines::mesh({.width = 4, .height = 4, .system_buffer = 0}),
        machines::mesh({.width = 4, .height = 4, .circuits = true, .system_buffer = 0}),
        machines::torus({.size = "4x4", .system_buffer = 0}), machines::ipsc860({.nodes = 16, .system_buffer = 0})}) {
    const StressReport report = stress(machine, program, {.runs = 100});
    EXPECT_EQ(report.count(RunOutcome::completed), report.runs()) << machine.name();
  }
}

/// Returns the report of a stress test of the program, with 20 runs on two nodes.
StressReport stress_on_two_nodes(const NodeProgram& program, StressStrategy strategy = StressStrategy::random) {
  StressOptions options{.runs = 20, .strategies = {strategy}};
  options.limits.time_limit = std::chrono::seconds{1};
  return stress(machines::ipsc860({.nodes = 2}), program, options);
}

TEST(StressOutcome, TellsTheWaysToFailApart) {
  using enum RunOutcome;
  const auto all_are = [](const StressReport& report, RunOutcome outcome) {
    return report.count(outcome) == report.runs();
  };
  EXPECT_TRUE(all_are(stress_on_two_nodes([](Node& self) { self.receive(self.id() ^ 1U, {}); }), deadlock));
  EXPECT_TRUE(all_are(stress_on_two_nodes([](Node& self) {
                        for (;;) self.exchange(self.id() ^ 1U, {}, {});
                      }),
                      unfinished));
  EXPECT_TRUE(all_are(stress_on_two_nodes([](Node& self) {
                        if (self.id() == NodeId{0}) self.signal(NodeId{1});
                      }),
                      data_lost));
  EXPECT_TRUE(all_are(stress_on_two_nodes([](Node& self) { self.expect(false, "something else"); }), data_corrupted));
  EXPECT_TRUE(all_are(stress_on_two_nodes([](Node&) { throw std::runtime_error("oops"); }), program_error));
  EXPECT_TRUE(all_are(stress_on_two_nodes([](Node& self) { self.signal(NodeId{2}); }), program_error));
}

TEST(StressOutcome, AForcedMessageWithoutAReceiveIsDiscarded) {
  const StressReport report = stress_on_two_nodes([](Node& self) {
    const std::byte data[8]{};
    if (self.id() == NodeId{0}) self.send(NodeId{1}, data, {Tag{}, kForcedProtocol});
  });
  EXPECT_EQ(report.count(RunOutcome::discarded), 20U);
  EXPECT_NE(report.findings.at(RunOutcome::discarded).run.text.find("discarded"), std::string::npos);
}

TEST(StressOutcome, ADeadlockOfRealThreadsIsFoundToo) {
  const StressReport report =
      stress_on_two_nodes([](Node& self) { self.receive(self.id() ^ 1U, {}); }, StressStrategy::threads);
  EXPECT_EQ(report.count(RunOutcome::deadlock), 20U);
}

}  // namespace
}  // namespace switchyard
