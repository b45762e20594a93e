#include "algorithms/matrix/partition.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

std::vector<std::string> euler_run_arguments(const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"run",         "--machine",   "cm5",           "--nodes", "8",
                                     "--algorithm", "gs,ls,ps,bs", "--application", "euler"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(RunEuler, EqualsASerialRunToTheLastBit) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const TemporaryFolder folder;
  const FinishedProgram finished = run_switchyard_program(
      euler_run_arguments({"--vertices", "300", "--steps", "2", "--check", "--csv", folder.path_of_file("rows.csv")}));
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_NE(finished.standard_output.find("mesh of 300 vertices"), std::string::npos) << finished.standard_output;
  EXPECT_NE(finished.standard_output.find("40 bytes a vertex, 2 steps of two exchanges"), std::string::npos)
      << finished.standard_output;
  const std::vector<std::string> lines = lines_of(text_of_file(folder.path_of_file("rows.csv")));
  ASSERT_EQ(lines.size(), 5U);
  // The last column of each row is the difference from the serial result, and must be 0.
  for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_TRUE(lines[i].ends_with(",2,,0")) << lines[i];
}

TEST(RunEuler, AnswersWrongUseWithOneLine) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  expect_usage_error(euler_run_arguments({}), "--vertices: is missing");
  expect_usage_error(euler_run_arguments({"--vertices", "63"}), "--vertices");
  expect_usage_error(euler_run_arguments({"--vertices", "100", "--steps", "0"}), "--steps");
  expect_usage_error(euler_run_arguments({"--vertices", "100", "--size", "8"}),
                     "--size: --application euler has no use");
  expect_usage_error(
      {"run", "--machine", "cm5", "--nodes", "128", "--algorithm", "gs", "--application", "euler", "--vertices", "100"},
      "--nodes: 128 nodes are more than the 100 vertices of the mesh");
  expect_usage_error({"run", "--vertices", "100"}, "--vertices: is for --application");
}

}  // namespace
}  // namespace switchyard::cli
