#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/exchange/multiphase.hpp"
#include "algorithms/exchange/paper_protocols.hpp"
#include "algorithms/matrix/generators.hpp"
#include "algorithms/schedule/complete_exchange.hpp"
#include "algorithms/schedule/link_chart.hpp"
#include "algorithms/schedule/lp.hpp"
#include "algorithms/schedule/verify.hpp"
#include "machines/ipsc860.hpp"
#include "machines/topology/hypercube.hpp"
#include "runtime/error.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

constexpr const char* kCompleteExchangeNames[] = {
    "naive",      "linear",     "stable",     "pairwise_f", "pairwise_f_global",
    "pairwise_u", "standard_f", "standard_u", "multiphase"};

ExchangeResult run_complete_exchange(const char* name, const Machine& machine, std::uint64_t bytes,
                                     RunOptions run = {}) {
  Workload workload(complete(machine.node_count(), bytes));
  return run_exchange(machine, shipped_algorithms().find("test", name), workload, {.run = run});
}

Machine ipsc860_without_drift(std::uint32_t nodes) { return machines::ipsc860({.nodes = nodes, .drift_on = false}); }

/// Returns the time of a complete exchange on an iPSC/860 without drift (random delays of its nodes).
Duration complete_exchange_time(const char* name, std::uint32_t nodes, std::uint64_t bytes) {
  return run_complete_exchange(name, ipsc860_without_drift(nodes), bytes).communication_cost;
}

class CompleteExchangeByAlgorithm : public testing::TestWithParam<const char*> {};

TEST_P(CompleteExchangeByAlgorithm, EveryBlockArrivesWhateverItsSize) {
  for (const std::uint32_t nodes : {2U, 4U, 8U, 16U, 32U}) {
    for (const std::uint64_t bytes : {1U, 16U, 100U, 101U, 1000U}) {
      for (const ExecutorKind executor : executors_under_test()) {
        for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
          SCOPED_TRACE(testing::Message()
                       << nodes << " nodes, " << bytes << " B, " << name_of(executor) << ", clock " << name_of(clock));
          const Machine machine = machines::ipsc860({.nodes = nodes});
          ExchangeResult result;
          ASSERT_NO_THROW(
              result = run_complete_exchange(GetParam(), machine, bytes, {.clock = clock, .executor = executor}));
          EXPECT_EQ(result.report.network.discarded, 0U);
        }
      }
    }
  }
}

TEST_P(CompleteExchangeByAlgorithm, IsTheSameOnEveryExecutor) {
  const Machine machine = machines::ipsc860({.nodes = 16});
  const ExchangeResult first =
      run_complete_exchange(GetParam(), machine, 101, {.executor = executors_under_test().front()});
  const ExchangeResult last =
      run_complete_exchange(GetParam(), machine, 101, {.executor = executors_under_test().back()});
  expect_equal_runs(first.report, last.report);
}

TEST_P(CompleteExchangeByAlgorithm, ANodeAloneHasNothingToDo) {
  EXPECT_EQ(run_complete_exchange(GetParam(), ipsc860_without_drift(1), 16).report.network.messages, 0U);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, CompleteExchangeByAlgorithm, testing::ValuesIn(kCompleteExchangeNames),
                         [](const auto& name) { return std::string(name.param); });

/// Bokhari 1991, sec. 4: for a complete exchange on n nodes, algorithm naive takes 3n/2 - 2 steps, linear n - 1, and
/// stable n.
TEST(CompleteExchange, TakesAsManyStepsAsThePaperSays) {
  for (const std::uint32_t n : {4U, 8U, 16U, 32U, 64U}) {
    const Hypercube cube(n);
    const CommunicationMatrix matrix = complete(n, 1);
    EXPECT_EQ(make_naive_exchange_schedule(matrix, cube).phase_count(), 3 * n / 2 - 2);
    EXPECT_EQ(make_linear_exchange_schedule(matrix).phase_count(), n - 1);
    EXPECT_EQ(make_linear_permutation_schedule(matrix).phase_count(), n - 1);
    EXPECT_EQ(make_stable_exchange_schedule(matrix).phase_count(), n);
  }
}

TEST(CompleteExchange, StepsShareNoLinkOfAHypercube) {
  for (const std::uint32_t n : {8U, 32U}) {
    const Hypercube cube(n);
    const CommunicationMatrix matrix = complete(n, 1);
    for (const Schedule& schedule : {make_naive_exchange_schedule(matrix, cube), make_linear_exchange_schedule(matrix),
                                     make_linear_permutation_schedule(matrix), make_stable_exchange_schedule(matrix)}) {
      EXPECT_TRUE(verify(schedule, matrix, cube).empty());
    }
  }
}

/// Bokhari 1991, sec. 4.2: in the chart of algorithm stable, which has a column for each link, no column has the
/// numbers of two consecutive steps.
TEST(CompleteExchange, StableUsesNoLinkInTwoConsecutiveSteps) {
  const Hypercube cube(16);
  const Schedule schedule = make_stable_exchange_schedule(complete(16, 1));
  std::map<std::uint32_t, std::set<std::uint32_t>> steps_of;
  std::vector<LinkId> path;
  for (std::uint32_t step = 0; step < schedule.phase_count(); ++step) {
    for (const ScheduledMessage& message : schedule.phase(PhaseId{step})) {
      cube.route(message.source, message.destination, path);
      for (const LinkId link : path) steps_of[index(link)].insert(step);
    }
  }
  for (const auto& [link, steps] : steps_of) {
    for (const std::uint32_t step : steps) EXPECT_FALSE(steps.contains(step + 1)) << "link " << link;
  }
}

/// On two nodes, algorithm linear takes the time of the global synchronisation and then 95 + 0.394 m + 10.3 us, as both
/// messages of m bytes move at the same time.
TEST(CompleteExchange, OnOneLinkLinearTakesOneMessageAfterTheSynchronisation) {
  EXPECT_EQ(complete_exchange_time("linear", 2, 1000), 150us + 95us + 394us + 10300ns);
}

/// On two nodes, algorithm pairwise_f also exchanges zero-byte messages before the data. A zero-byte message takes 82.5
/// + 10.3 us on the iPSC/860.
TEST(CompleteExchange, OnOneLinkPairwiseFAlsoExchangesZeroByteMessages) {
  EXPECT_EQ(complete_exchange_time("pairwise_f", 2, 1000), 150us + 82500ns + 10300ns + 95us + 394us + 10300ns);
  EXPECT_EQ(complete_exchange_time("pairwise_f_global", 2, 1000), complete_exchange_time("linear", 2, 1000));
}

/// An UNFORCED message of m > 100 bytes takes 164 + 0.398 m + 29.9 us to a neighbour on the iPSC/860. Algorithm
/// pairwise_u does not synchronise its messages, so that the reservations, acknowledges and data of both directions
/// move at the same time.
TEST(CompleteExchange, OnOneLinkPairwiseUTakesOneMessage) {
  EXPECT_EQ(complete_exchange_time("pairwise_u", 2, 64), 95us + 394ns * 64 + 10300ns);
  EXPECT_EQ(complete_exchange_time("pairwise_u", 2, 1000), 164us + 398us + 29900ns);
}

/// Bokhari 1991, sec. 6.5: on two nodes, standard exchange is algorithm pairwise followed by a permutation of the
/// blocks, which takes 95 us and 0.54 us a byte.
TEST(CompleteExchange, OnOneLinkStandardIsPairwiseAndAShuffle) {
  EXPECT_EQ(complete_exchange_time("standard_u", 2, 64),
            complete_exchange_time("pairwise_u", 2, 64) + 95us + 540ns * 2 * 64);
  EXPECT_EQ(complete_exchange_time("standard_f", 2, 1000),
            complete_exchange_time("pairwise_f", 2, 1000) + 95us + 540ns * 2 * 1000);
  EXPECT_EQ(complete_exchange_time("multiphase", 2, 1000), complete_exchange_time("pairwise_f", 2, 1000));
}

/// Without random delays (drift), all nodes stay in step. On four nodes, the partners of a node in the three steps are
/// 1, 1 and 2 links away.
TEST(CompleteExchange, OnFourNodesEachStepTakesOneMessage) {
  EXPECT_EQ(complete_exchange_time("pairwise_u", 4, 100), 3 * (95us + 394ns * 100) + 4 * 10300ns);
  EXPECT_EQ(complete_exchange_time("pairwise_f", 4, 1000),
            2 * 150us + 3 * (82500ns + 95us + 394ns * 1000) + 2 * 4 * 10300ns);
  EXPECT_EQ(complete_exchange_time("standard_u", 4, 16), 2 * (95us + 394ns * 32 + 10300ns + 95us + 540ns * 4 * 16));
}

/// Standard exchange on a cube of dimension d with n nodes has d steps, each of which sends n/2 blocks. After each step
/// it permutes all n blocks in memory (a shuffle), which takes 95 us and 0.54 us a byte.
TEST(CompleteExchange, StandardPaysForItsShuffles) {
  const Duration with = run_complete_exchange("standard_f", ipsc860_without_drift(8), 16).communication_cost;
  const Machine free =
      machines::ipsc860({.nodes = 8, .shuffle_start = 0us, .copy_per_byte = TimePerByte{0ns}, .drift_on = false});
  const Duration without = run_complete_exchange("standard_f", free, 16).communication_cost;
  EXPECT_EQ(with - without, 3 * (95us + 540ns * 8 * 16));
}

/// In algorithm stable on four nodes, node 1 is idle before its last message. It is idle for as long as a message of m
/// bytes takes on a cube of dimension d: 95 + 0.394 m + 10.3 d/2 us.
TEST(CompleteExchange, StableIsIdleForOneMessage) {
  const Machine cube = ipsc860_without_drift(4);
  EXPECT_EQ(cube.model().message_time(100), 95us + 39400ns + 10300ns);
  EXPECT_GT(complete_exchange_time("stable", 4, 1000), complete_exchange_time("linear", 4, 1000));
}

/// Compares how well algorithms linear and stable tolerate random delays of nodes (drift), by the number of FORCED
/// messages that find a link in use. A run has 992 messages.
TEST(CompleteExchange, StableMeetsFarFewerBlockedLinksThanLinear) {
  const Machine cube = machines::ipsc860({.nodes = 32});
  std::uint64_t linear = 0, stable = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const RunOptions run{.seed = seed, .executor = executors_under_test().front()};
    linear += run_complete_exchange("linear", cube, 16, run).report.network.blocked;
    stable += run_complete_exchange("stable", cube, 16, run).report.network.blocked;
  }
  EXPECT_LT(5 * stable, linear);
}

/// Tests in algorithm pairwise_u that node 1 sends to node 3, although a message that node 0 sends 10 ms late has not
/// reached node 1 yet.
TEST(CompleteExchange, InPairwiseUNoNodeWaitsForAnotherOneBetweenItsSends) {
  const Machine cube = ipsc860_without_drift(4);
  const Algorithm pairwise = shipped_algorithms().find("test", "pairwise_u");
  const std::array messages{Triplet{NodeId{0}, NodeId{1}, 16}, Triplet{NodeId{1}, NodeId{0}, 16},
                            Triplet{NodeId{1}, NodeId{3}, 16}};
  const CommunicationMatrix matrix = CommunicationMatrix::from_triplets(4, messages);
  const Workload workload(matrix);
  const ScheduleStepsByNode plans(make_schedule(cube, pairwise, matrix, 1));
  const RunReport report = run(cube, [&](Node& self) {
    if (self.id() == NodeId{0}) self.compute(10ms);
    pairwise.execution(self, workload.traffic(self.id()), plans.steps_of_node(self.id()), kUnforcedProtocol);
  });
  EXPECT_GT(report.finished[1], VirtualTime{10ms});
  EXPECT_LT(report.finished[3], VirtualTime{1ms});
}

/// Returns the longest time of a complete exchange in ten runs with different seeds.
Duration longest_exchange_time(const char* name, std::uint32_t nodes, std::uint64_t bytes) {
  Duration most{};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const RunOptions run{.seed = seed, .executor = executors_under_test().front()};
    most =
        std::max(most, run_complete_exchange(name, machines::ipsc860({.nodes = nodes}), bytes, run).communication_cost);
  }
  return most;
}

/// Source: Bokhari 1991, sec. 6.5. Where random delays (drift) matter, the test compares the longest times of several
/// runs, as the paper does: without drift the two directions of pairwise_u would always overlap.
TEST(CompleteExchange, OnSmallCubesTheBestIsWhatThePaperSays) {
  EXPECT_LT(complete_exchange_time("pairwise_u", 2, 16), complete_exchange_time("linear", 2, 16));
  EXPECT_LT(longest_exchange_time("linear", 2, 1000), longest_exchange_time("pairwise_u", 2, 1000));
  EXPECT_LT(complete_exchange_time("linear", 2, 1000), complete_exchange_time("pairwise_f", 2, 1000));
  EXPECT_LT(complete_exchange_time("standard_u", 8, 1), complete_exchange_time("pairwise_u", 8, 1));
  EXPECT_LT(complete_exchange_time("pairwise_f", 8, 4096), complete_exchange_time("linear", 8, 4096));
  EXPECT_LT(complete_exchange_time("pairwise_f", 8, 4096), complete_exchange_time("stable", 8, 4096));
}

/// Bokhari 1991, sec. 6.4: if partners synchronise before each exchange, all runs of a program take about equally long.
/// Otherwise, the times of the runs spread.
TEST(CompleteExchange, PairwiseSynchronisationMakesTimesOfRunsSpreadLess) {
  const Machine cube = machines::ipsc860({.nodes = 16});
  const auto spread_of = [&](const char* name) {
    std::vector<Duration> times;
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
      const RunOptions run{.seed = seed, .executor = executors_under_test().front()};
      times.push_back(run_complete_exchange(name, cube, 4096, run).communication_cost);
    }
    const auto [least, most] = std::ranges::minmax(times);
    return most - least;
  };
  EXPECT_LT(4 * spread_of("pairwise_f"), spread_of("pairwise_f_global"));
}

TEST(Multiphase, PartitionsAreEven) {
  EXPECT_EQ(balanced_dimension_partitions(5),
            (std::vector<DimensionPartition>{{5}, {3, 2}, {2, 2, 1}, {2, 1, 1, 1}, {1, 1, 1, 1, 1}}));
}

/// Tests that the number of messages in the network is that of multiphase_step_schedule(). Zero-byte messages of the
/// synchronisation carry no payload.
TEST(Multiphase, SendsWhatItsStepsSay) {
  const CommunicationMatrix matrix = complete(8, 16);
  for (const DimensionPartition& parts : balanced_dimension_partitions(3)) {
    const Schedule steps = multiphase_step_schedule(8, 16, parts);
    std::uint64_t bytes = 0;
    for (std::uint32_t step = 0; step < steps.phase_count(); ++step) {
      for (const ScheduledMessage& message : steps.phase(PhaseId{step})) bytes += message.bytes;
    }
    Workload workload(matrix);
    const auto program = [&](Node& self) {
      run_multiphase_exchange(self, workload.traffic(self.id()), parts, kUnforcedProtocol);
    };
    const RunReport report = run(ipsc860_without_drift(8), program);
    EXPECT_EQ(report.network.messages, steps.message_count());
    EXPECT_EQ(report.network.payload_bytes, bytes);
  }
}

/// Bokhari 1991, sec. 4.3: standard exchange first sends half of all blocks along the highest dimension.
TEST(Multiphase, StepsOfStandardExchangeAreTheDimensionsFromTheHighestDown) {
  const Schedule steps = multiphase_step_schedule(8, 10, DimensionPartition{1, 1, 1});
  ASSERT_EQ(steps.phase_count(), 3U);
  for (std::uint32_t step = 0; step < 3; ++step) {
    ASSERT_EQ(steps.phase(PhaseId{step}).size(), 8U);
    for (const auto& [source, destination, bytes, route] : steps.phase(PhaseId{step})) {
      EXPECT_EQ(index(source) ^ index(destination), 4U >> step);
      EXPECT_EQ(bytes, 4 * 10U);
    }
  }
}

TEST(Multiphase, StepsOfOnePartAreThoseOfPairwiseExchange) {
  EXPECT_EQ(multiphase_step_schedule(16, 10, DimensionPartition{4}),
            make_linear_permutation_schedule(complete(16, 10)));
}

TEST(Multiphase, NoTwoMessagesOfAStepShareALink) {
  const Hypercube cube(32);
  for (const DimensionPartition& parts : balanced_dimension_partitions(5)) {
    const std::vector<ChartFinding> found = check_link_chart(LinkChart(multiphase_step_schedule(32, 1, parts), cube));
    EXPECT_EQ(
        finding_count_by_rule(found)[static_cast<std::size_t>(LinkUsageChartCorrectnessRule::link_used_twice_in_step)],
        0U);
    EXPECT_EQ(
        finding_count_by_rule(found)[static_cast<std::size_t>(LinkUsageChartCorrectnessRule::node_sends_twice_in_step)],
        0U);
  }
}

TEST(Multiphase, EachPartitionDeliversEverything) {
  const Machine cube = machines::ipsc860({.nodes = 32});
  for (const DimensionPartition& parts : balanced_dimension_partitions(5)) {
    Workload workload(complete(32, 24));
    workload.clear_received_data();
    run(cube,
        [&](Node& self) {
          run_multiphase_exchange(self, workload.traffic(self.id()), parts, kForcedProtocol);
          workload.verify(self.id());
        },
        {.executor = executors_under_test().front()});
  }
}

TEST(Multiphase, IsNoWorseThanStandardAndPairwiseAndTakesManyPhasesForSmallBlocks) {
  const Machine cube = ipsc860_without_drift(64);
  const auto small = best_dimension_partition(cube, 1, kForcedProtocol);
  const auto large = best_dimension_partition(cube, 4096, kForcedProtocol);
  EXPECT_GT(small.size(), large.size());
  EXPECT_EQ(large.size(), 1U);
  EXPECT_LE(run_complete_exchange("multiphase", cube, 16).communication_cost,
            run_complete_exchange("standard_f", cube, 16).communication_cost);
  EXPECT_LE(run_complete_exchange("multiphase", cube, 16).communication_cost,
            run_complete_exchange("pairwise_f", cube, 16).communication_cost);
}

TEST(CompleteExchange, ForwardingNeedsACompleteMatrix) {
  Rng rng(1);
  for (const char* name : {"standard_f", "standard_u", "multiphase"}) {
    Workload sparse(random_matrix_with_degree(8, 3, 16, rng));
    EXPECT_THROW(run_exchange(ipsc860_without_drift(8), shipped_algorithms().find("test", name), sparse), UsageError)
        << name;
    Workload unequal(CommunicationMatrix::from_triplets(
        2, std::vector<Triplet>{{NodeId{0}, NodeId{1}, 16}, {NodeId{1}, NodeId{0}, 17}}));
    EXPECT_THROW(run_exchange(ipsc860_without_drift(2), shipped_algorithms().find("test", name), unequal), UsageError)
        << name;
  }
}

/// Complete-exchange algorithms that have a schedule can exchange any communication matrix. They leave out the messages
/// that a sparse matrix does not have.
TEST(CompleteExchange, SchedulesCarryOutSparseMatrices) {
  Rng rng(1);
  for (const char* name : {"naive", "linear", "stable", "pairwise_f", "pairwise_f_global", "pairwise_u"}) {
    Workload sparse(random_matrix_with_degree(16, 5, 200, rng));
    EXPECT_NO_THROW(run_exchange(machines::ipsc860({.nodes = 16}), shipped_algorithms().find("test", name), sparse,
                                 {.run = {.executor = executors_under_test().front()}}))
        << name;
  }
}

}  // namespace
}  // namespace switchyard
