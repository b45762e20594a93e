#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/generators.hpp"
#include "algorithms/matrix/partition.hpp"
#include "bench/recommend/comparison.hpp"
#include "bench/recommend/matrix_source.hpp"
#include "bench/recommend/recommendation.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/error.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::recommend {
namespace {

using cli::FinishedProgram;
using cli::run_switchyard_program;
using cli::TemporaryFolder;
using cli::write_text_file;

/// Returns the text of a matrix file of n rows whose graph is the chain 1-2-...-n: each unknown depends on the one
/// before it.
std::string chain_matrix_text(unsigned n, const char* kind = "real symmetric", const char* value = " -1.5") {
  std::string text = fmt::format("%%MatrixMarket matrix coordinate {}\n{} {} {}\n", kind, n, n, n - 1);
  for (unsigned i = 1; i < n; ++i) text += fmt::format("{} {}{}\n", i + 1, i, value);
  return text;
}

class RecommendationMatrixFileTest : public testing::Test {
 protected:
  MatrixSource read_matrix_text(const std::string& text, MatrixSourceOptions options = {}) {
    options.path = folder_.path_of_file("m.mtx");
    write_text_file(options.path, text);
    if (!options.nodes) options.default_node_count = 2;
    return read_matrix_source(options);
  }
  std::string error_text_of_reading_matrix_source(const std::string& text, const MatrixSourceOptions& options) {
    try {
      read_matrix_text(text, options);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "no error";
  }
  TemporaryFolder folder_;
};

TEST_F(RecommendationMatrixFileTest, TellsMatricesOfUnknownsFromMatricesOfMessages) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const auto why = [&](const std::string& text) {
    const MatrixSource source = read_matrix_text(text);
    return (source.kind == MatrixFileKind::linear_system_matrix ? "unknowns: " : "messages: ") +
           source.reason_for_file_kind;
  };
  EXPECT_EQ(why(chain_matrix_text(6)), "unknowns: its values are no whole numbers from 0");
  EXPECT_EQ(why(chain_matrix_text(6, "pattern symmetric", "")), "unknowns: its entries have no values");
  EXPECT_EQ(why(chain_matrix_text(6, "complex hermitian", " 1 2")), "unknowns: its values are complex");
  EXPECT_EQ(why(chain_matrix_text(6, "integer skew-symmetric", " 4")), "unknowns: it is skew-symmetric");
  EXPECT_EQ(why("%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 2 5\n3 3 1\n"),
            "unknowns: its diagonal has 1 entry");
  EXPECT_EQ(why(chain_matrix_text(5000, "integer symmetric", " 4")), "unknowns: it has 5000 rows");
  EXPECT_EQ(why(chain_matrix_text(6, "integer symmetric", " 4")),
            "messages: its values are whole numbers, and its diagonal is empty");
}

TEST_F(RecommendationMatrixFileTest, AChainOnTwoNodesNeedsOneMessageWithOneValue) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  // Row i of the matrix needs the value of row i - 1.
  const MatrixSource source = read_matrix_text(chain_matrix_text(6, "complex general", " 1 2"));
  EXPECT_EQ(source.bytes_per_value, 16U);
  EXPECT_EQ(source.matrix.message_count(), 1U);
  EXPECT_EQ(source.matrix.total_bytes(), 16U);
}

TEST_F(RecommendationMatrixFileTest, TakesAPartitionAndRefusesAWrongOne) {
  const std::string parts = folder_.path_of_file("parts");
  MatrixSourceOptions options{.nodes = 3, .partition_file_name = parts};
  write_text_file(parts, "0\n0\n1\n1\n2\n2\n");
  const MatrixSource source = read_matrix_text(chain_matrix_text(6), options);
  EXPECT_EQ(source.matrix.message_count(), 4U);
  EXPECT_NE(source.matrix.find(NodeId{1}, NodeId{2}), nullptr);
  EXPECT_EQ(source.matrix.find(NodeId{0}, NodeId{2}), nullptr);
  write_text_file(parts, "0\n3\n");
  EXPECT_EQ(error_text_of_reading_matrix_source(chain_matrix_text(6), options),
            parts + ":2:1: node 3 does not exist; nodes are 0..2");
  write_text_file(parts, "0\n1\n");
  EXPECT_EQ(error_text_of_reading_matrix_source(chain_matrix_text(6), options),
            parts + ":2:1: 2 lines for 6 rows; give a line for each row");
  write_text_file(parts, "0\n0\n0\n0\n0\n0\n1\n");
  EXPECT_EQ(error_text_of_reading_matrix_source(chain_matrix_text(6), options),
            parts + ":7:1: more than the 6 rows of the matrix; give a line for each row");
  write_text_file(parts, "0 1\n");
  EXPECT_EQ(error_text_of_reading_matrix_source(chain_matrix_text(6), options),
            parts + ":1:3: a second number for one row; give one number on each line");
}

TEST_F(RecommendationMatrixFileTest, APartitionSaysHowManyNodesThereAre) {
  const std::string parts = folder_.path_of_file("parts");
  write_text_file(parts, "0\n0\n1\n1\n3\n2\n");
  const MatrixSource source =
      read_matrix_text(chain_matrix_text(6), {.default_node_count = 64, .partition_file_name = parts});
  EXPECT_EQ(source.matrix.node_count(), 4U);
  write_text_file(parts, "0\n4194304\n");
  EXPECT_EQ(error_text_of_reading_matrix_source(chain_matrix_text(6), {.partition_file_name = parts}),
            parts + ":2:1: node 4194304 does not exist; nodes are 0..4194303");
}

TEST_F(RecommendationMatrixFileTest, RefusesOptionsForTheOtherKindOfMatrix) {
  const std::string messages = chain_matrix_text(4, "integer symmetric", " 4");
  EXPECT_EQ(error_text_of_reading_matrix_source(messages, {.bytes_per_value = 8}).substr(0, 58),
            "--bytes-per-value: is for matrices of unknowns, and '" +
                std::string(folder_.path_of_file("m.mtx")).substr(0, 5));
  EXPECT_NE(error_text_of_reading_matrix_source(chain_matrix_text(4), {.kind = MatrixFileKind::communication_matrix})
                .find("-1.5 in row 1 is no size of a message"),
            std::string::npos);
}

TEST_F(RecommendationMatrixFileTest, ReadsGzipWhateverItsNameAndRefusesDamage) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const std::string path = folder_.path_of_file("chain.mtx");
  const std::string text = chain_matrix_text(3000);
  write_text_file(path, text);
  ASSERT_EQ(std::system(fmt::format("gzip -c {0} > {0}.gz && mv {0}.gz {0}", path).c_str()), 0);
  try {
    read_matrix_source({.path = path, .default_node_count = 4});
  } catch (const UsageError& error) {
    if (std::string(error.what()).find("built without zlib") != std::string::npos) GTEST_SKIP() << error.what();
  }
  EXPECT_EQ(read_matrix_source({.path = path, .default_node_count = 4}).row_count, 3000U);
  const std::string whole = cli::text_of_file(path);
  write_text_file(path, whole.substr(0, whole.size() / 2));
  EXPECT_THROW(read_matrix_source({.path = path, .default_node_count = 4}), UsageError);
  std::string damaged = whole;
  damaged[damaged.size() / 2] = static_cast<char>(~damaged[damaged.size() / 2]);
  write_text_file(path, damaged);
  EXPECT_THROW(read_matrix_source({.path = path, .default_node_count = 4}), UsageError);
}

/// Returns the total cost in us of an algorithm (communication and schedule), as the mean of three runs.
double measured_total_cost_us(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                              std::uint64_t reuse) {
  double sum = 0;
  for (std::uint64_t seed = 100; seed < 103; ++seed) {
    Workload workload(matrix);
    ExchangeOptions options{.reuse = reuse};
    options.run.seed = seed;
    options.run.executor = ExecutorKind::fibers;
    const ExchangeResult result = run_exchange(machine, algorithm, workload, options);
    sum += microseconds(result.communication_cost + result.schedule_cost);
  }
  return sum / 3;
}

/// Returns the relative excess of the recommended algorithm's cost over that of the best algorithm, measured with seeds
/// that the recommendation did not use; 0 if the recommended algorithm is the best.
double relative_excess_over_best(const Machine& machine, const CommunicationMatrix& matrix, std::uint64_t reuse) {
  const Catalogue catalogue = shipped_algorithms();
  const AlgorithmComparison comparison = compare_algorithms(machine, catalogue, matrix, {.uses_of_schedule = reuse});
  const double answer = measured_total_cost_us(machine, *comparison.best_candidate().algorithm, matrix, reuse);
  double best = answer;
  for (const CandidateAlgorithmCosts& candidate : comparison.candidates)
    best = std::min(best, measured_total_cost_us(machine, *candidate.algorithm, matrix, reuse));
  return answer / best - 1;
}

TEST(AlgorithmComparison, ItsBestAlgorithmIsWithinTwoPercentOfTheTrueBest) {
  // The test has only three matrices on two machines. bench/recommend_soak.sh tries hundreds of matrices on all
  // machines.
  Rng rng(7);
  const Machine cube = machines::ipsc860({.nodes = 16}), mesh = machines::mesh({.width = 4, .height = 3});
  EXPECT_LE(relative_excess_over_best(cube, random_matrix_with_degree(16, 3, 64, rng), 1), 0.02);
  EXPECT_LE(relative_excess_over_best(cube, random_matrix_with_degree(16, 6, 8192, rng), 20), 0.02);
  EXPECT_LE(relative_excess_over_best(mesh, random_matrix_with_degree(12, 4, 512, rng), 5), 0.02);
}

TEST(AlgorithmComparison, MeasuresAsManyUsesInARowAsTheUserHas) {
  Rng rng(3);
  const Catalogue catalogue = shipped_algorithms();
  const CommunicationMatrix matrix = random_matrix_with_degree(8, 3, 64, rng);
  const Machine machine = machines::mesh({.width = 4, .height = 2});
  EXPECT_EQ(compare_algorithms(machine, catalogue, matrix, {.uses_of_schedule = 20}).largest_schedule_use_count_of_run,
            20U);
  EXPECT_EQ(compare_algorithms(machine, catalogue, matrix, {.uses_of_schedule = 5}).largest_schedule_use_count_of_run,
            5U);
  // A run uses the schedule only as often as the limit on messages allows, but at least once.
  EXPECT_EQ(compare_algorithms(machine, catalogue, matrix, {.uses_of_schedule = 20, .max_messages_of_all_runs = 1})
                .largest_schedule_use_count_of_run,
            1U);
}

TEST(AlgorithmComparison, DependsOnNothingButItsArguments) {
  Rng rng(3);
  const Machine machine = machines::ipsc860({.nodes = 8});
  const Catalogue catalogue = shipped_algorithms();
  const CommunicationMatrix matrix = random_matrix_with_degree(8, 3, 1024, rng);
  const AlgorithmComparison one = compare_algorithms(machine, catalogue, matrix, {.uses_of_schedule = 4}),
                            other = compare_algorithms(machine, catalogue, matrix, {.uses_of_schedule = 4});
  EXPECT_EQ(one.best_candidate().algorithm, other.best_candidate().algorithm);
  EXPECT_EQ(one.best_candidate().total_costs, other.best_candidate().total_costs);
  EXPECT_EQ(one.probability_of_best(), other.probability_of_best());
  EXPECT_GE(one.probability_of_best(), 0.99);
}

TEST(AlgorithmComparison, LeavesOutAlgorithmsThatDoNotFitAndSaysWhy) {
  Rng rng(3);
  const Catalogue catalogue = shipped_algorithms();
  const AlgorithmComparison comparison =
      compare_algorithms(machines::mesh({.width = 3, .height = 2}), catalogue, random_matrix_with_degree(6, 2, 64, rng),
                         {.sample_count_limit = 2});
  const auto reason = [&](const char* name) {
    const auto found = std::ranges::find(comparison.left_out_algorithms, name, &LeftOutAlgorithm::algorithm);
    return found == comparison.left_out_algorithms.end() ? std::string("runs") : found->reason;
  };
  EXPECT_EQ(reason("ac_unposted"), "may deadlock");
  EXPECT_EQ(reason("lp"), "algorithm lp needs a power of two of nodes, not 6");
  EXPECT_EQ(reason("ac"), "runs");
}

TEST(AlgorithmComparison, BestByReuseFollowsFromCostsOfScheduleAndCommunication) {
  // Algorithm a costs 10 us for each use. Algorithm b costs 100 us for its schedule and 8 us for each use, which is
  // less in total than a from 51 uses on. Algorithm c costs 1000 us and 7 us for each use, which is less than b from
  // 901 uses on.
  const Algorithm a{.name = "a"}, b{.name = "b"}, c{.name = "c"}, d{.name = "d"};
  AlgorithmComparison comparison;
  comparison.candidates = {
      {.algorithm = &a, .total_costs = {10}, .mean_communication_cost = 10, .mean_schedule_cost = 0},
      {.algorithm = &b, .total_costs = {108}, .mean_communication_cost = 8, .mean_schedule_cost = 100},
      {.algorithm = &c, .total_costs = {1007}, .mean_communication_cost = 7, .mean_schedule_cost = 1000},
      {.algorithm = &d, .total_costs = {211}, .mean_communication_cost = 11, .mean_schedule_cost = 200}};
  const std::vector<ReuseRange> ranges = best_algorithms_by_reuse(comparison);
  ASSERT_EQ(ranges.size(), 3U);
  EXPECT_EQ(ranges[0].algorithm, &a);
  EXPECT_EQ(ranges[1].least_use_count, 51U);
  EXPECT_EQ(ranges[1].algorithm, &b);
  EXPECT_EQ(ranges[2].least_use_count, 901U);
  EXPECT_EQ(ranges[2].algorithm, &c);
}

TEST(Variants, HaveLongerShorterMoreAndFewerMessages) {
  Rng rng(5);
  const CommunicationMatrix matrix = random_matrix_with_degree(16, 4, 100, rng);
  EXPECT_EQ(with_scaled_sizes(matrix, 4).total_bytes(), 4 * matrix.total_bytes());
  EXPECT_EQ(with_scaled_sizes(matrix, 1.0 / 1000).total_bytes(), matrix.message_count());
  EXPECT_LT(with_random_half_of_messages(matrix, 1).message_count(), matrix.message_count());
  EXPECT_GT(with_twice_the_messages(matrix).message_count(), matrix.message_count());
}

TEST(RecommendCommand, GivesOneAnswerAndTheSameAsJson) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const TemporaryFolder folder;
  write_text_file(folder.path_of_file("a.mtx"), chain_matrix_text(40));
  const FinishedProgram finished = run_switchyard_program(
      {"recommend", folder.path_of_file("a.mtx"), "--machine", "mesh", "--nodes", "6", "--reuse", "10", "--json",
       folder.path_of_file("a.json"), "--output", folder.path_of_file("halo.mtx")});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  const auto json = nlohmann::json::parse(cli::text_of_file(folder.path_of_file("a.json")));
  const std::string best = json["answer"]["algorithm"];
  EXPECT_TRUE(finished.standard_output.starts_with("use " + best + "\n")) << finished.standard_output;
  for (const char* part : {"  confidence", "  runner-up", "  by reuse", "  by size", "  by density",
                           "a matrix of unknowns", "40, with 78 entries", "--machine mesh --nodes 6 --matrix"}) {
    EXPECT_NE(finished.standard_output.find(part), std::string::npos) << part << '\n' << finished.standard_output;
  }
  const FinishedProgram described = run_switchyard_program({"matrix", "describe", folder.path_of_file("halo.mtx")});
  EXPECT_NE(described.standard_output.find("nodes           6\n"), std::string::npos) << described.standard_output;
  const FinishedProgram pointed = run_switchyard_program({"run", "--matrix", folder.path_of_file("a.mtx")});
  EXPECT_EQ(pointed.code, 2);
  EXPECT_NE(pointed.standard_error.find("if it is a matrix of unknowns: switchyard recommend"), std::string::npos)
      << pointed.standard_error;
}

TEST(RecommendCommand, RefusesNodesThatTheMachineCannotHave) {
  const TemporaryFolder folder;
  write_text_file(folder.path_of_file("a.mtx"), chain_matrix_text(40));
  write_text_file(folder.path_of_file("parts"), "1\n2\n3\n3\n3\n3\n5\n");
  write_text_file(folder.path_of_file("u.mtx"), chain_matrix_text(7));
  cli::expect_usage_error({"recommend", folder.path_of_file("u.mtx"), "--partition", folder.path_of_file("parts")},
                          "--partition: --nodes: 6 nodes are not a hypercube");
  cli::expect_usage_error({"recommend", folder.path_of_file("a.mtx"), "--machine", "ipsc860", "--nodes", "12"},
                          "12 nodes are not a hypercube; write a power of two");
}

}  // namespace
}  // namespace switchyard::recommend
