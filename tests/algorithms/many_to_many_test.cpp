#include "algorithms/exchange/many_to_many.hpp"

#include <gtest/gtest.h>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/generators.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/error.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

const char* const kManyToManyAlgorithms[] = {"lp_barrier",
                                             "drs",
                                             "drs_how_long",
                                             "drs_early_grant",
                                             "drs_improved",
                                             "drs_receive_lock",
                                             "drs_improved_receive_lock",
                                             "two_stage",
                                             "two_stage_shuffled",
                                             "two_stage_drs_lp",
                                             "two_stage_drs",
                                             "sort_based"};

CommunicationMatrix make_random_matrix_of_bounded_traffic(std::uint32_t nodes, std::uint32_t fan_out, double l,
                                                          std::uint64_t traffic) {
  Rng rng(7);
  return random_bounded_matrix(nodes, fan_out, l, traffic, rng);
}

/// Makes a matrix with irregular sizes from 1 byte to 700 bytes, in which node 0 sends nothing and the last node
/// receives nothing.
CommunicationMatrix irregular_matrix(std::uint32_t nodes) {
  std::vector<Triplet> triplets;
  for (std::uint32_t i = 1; i < nodes; ++i) {
    for (std::uint32_t j = 0; j + 1 < nodes; j += 1 + i % 3) {
      if (i != j) triplets.push_back({NodeId{i}, NodeId{j}, 1 + (i * 37 + j * 101) % 700});
    }
  }
  return CommunicationMatrix::from_triplets(nodes, triplets);
}

ExchangeResult run_exchange_on(const CommunicationMatrix& matrix, const char* name, RunOptions options) {
  Workload workload(matrix);
  ExchangeOptions exchange;
  exchange.run = options;
  if (options.clock != ClockKind::off) exchange.run.time_limit = std::chrono::seconds{100};
  return run_exchange(machines::cm5({.nodes = matrix.node_count()}), shipped_algorithms().find("", name), workload,
                      exchange);
}

class ManyToManyAlgorithm : public testing::TestWithParam<const char*> {};

TEST_P(ManyToManyAlgorithm, BringsEveryByteOnEveryClockAndExecutor) {
  for (const CommunicationMatrix& matrix :
       {make_random_matrix_of_bounded_traffic(8, 8, 1.0 / 8, 4096),
        make_random_matrix_of_bounded_traffic(16, 2, 0.5, 2048), irregular_matrix(8)}) {
    std::vector<RunReport> reports;
    for (const ExecutorKind executor : executors_under_test()) {
      reports.push_back(run_exchange_on(matrix, GetParam(), {.executor = executor}).report);
      expect_equal_runs(reports.front(), reports.back());
      run_exchange_on(matrix, GetParam(), {.clock = ClockKind::off, .executor = executor});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, ManyToManyAlgorithm, testing::ValuesIn(kManyToManyAlgorithms),
                         [](const auto& name) { return std::string(name.param); });

TEST(ManyToMany, TwoStagesTakeNearlyTheSameTimeWhateverTheSizes) {
  const auto time = [](const CommunicationMatrix& matrix) {
    return microseconds(run_exchange_on(matrix, "two_stage", {}).communication_cost);
  };
  const double varied = time(make_random_matrix_of_bounded_traffic(32, 32, 1.0 / 32, 100'000));
  const double uniform = time(make_random_matrix_of_bounded_traffic(32, 2, 0.5, 100'000));
  EXPECT_NEAR(varied / uniform, 1.0, 0.05);
}

TEST(ManyToMany, RefusesAMachineWithoutActiveMessages) {
  const Algorithm algorithm = shipped_algorithms().find("", "drs");
  try {
    check_machine_meets_requirements(machines::ipsc860({.nodes = 8}), algorithm, std::nullopt);
    ADD_FAILURE() << "no error";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "algorithm drs needs active messages, which machine ipsc860 does not have");
  }
}

}  // namespace
}  // namespace switchyard
