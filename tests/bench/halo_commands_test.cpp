#include <fmt/format.h>

#include "algorithms/matrix/partition.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

/// A matrix file whose graph is the chain 1-2-3-4-5-6. Its values are negative, so that a command that took them for
/// message sizes would fail.
constexpr const char* kChainGraphFile =
    "%%MatrixMarket matrix coordinate real symmetric\n6 6 11\n1 1 2\n2 2 2\n3 3 2\n4 4 2\n5 5 2\n6 6 2\n"
    "2 1 -1.5\n3 2 -1.5\n4 3 -1.5\n5 4 -1.5\n6 5 -1.5\n";

class HaloExchangeCommandsTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  }
  TemporaryFolder folder_;
};

TEST_F(HaloExchangeCommandsTest, FromMeshWritesTheMatrixAndPrintsItsFiguresBesideThePublishedOnes) {
  const std::string file = folder_.path_of_file("m.mtx");
  const FinishedProgram made =
      run_switchyard_program({"matrix", "from-mesh", "--vertices", "545", "--nodes", "32", "--output", file});
  EXPECT_EQ(made.code, 0) << made.standard_error;
  EXPECT_NE(made.standard_output.find("vertices        545"), std::string::npos) << made.standard_output;
  EXPECT_NE(made.standard_output.find("this one"), std::string::npos);
  EXPECT_NE(made.standard_output.find("Euler 545           32         37          85  published"), std::string::npos)
      << made.standard_output;
  const FinishedProgram described = run_switchyard_program({"matrix", "describe", file});
  EXPECT_NE(described.standard_output.find("nodes           32\n"), std::string::npos) << described.standard_output;
  EXPECT_NE(described.standard_output.find("symmetric       yes"), std::string::npos);
}

TEST_F(HaloExchangeCommandsTest, FromMeshGivesTheSameMatrixForTheSameSeed) {
  const std::vector<std::string> arguments{"matrix", "from-mesh", "--vertices", "300", "--nodes", "8"};
  const FinishedProgram first = run_switchyard_program(arguments);
  EXPECT_TRUE(first.standard_output.starts_with("%%MatrixMarket")) << first.standard_output;
  EXPECT_EQ(run_switchyard_program(arguments).standard_output, first.standard_output);
  std::vector<std::string> other = arguments;
  other.insert(other.end(), {"--seed", "2"});
  EXPECT_NE(run_switchyard_program(other).standard_output, first.standard_output);
}

TEST_F(HaloExchangeCommandsTest, FromMatrixSendsEachRowAtASeamOnce) {
  write_text_file(folder_.path_of_file("chain.mtx"), kChainGraphFile);
  const FinishedProgram halves = run_switchyard_program(
      {"matrix", "from-matrix", folder_.path_of_file("chain.mtx"), "--nodes", "2", "--bytes-per-value", "24"});
  EXPECT_EQ(halves.standard_output, "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 24\n2 1 24\n")
      << halves.standard_error;
  EXPECT_NE(halves.standard_error.find("vertices        6, 3 on a node"), std::string::npos) << halves.standard_error;
}

/// Returns the text of a matrix file without values. In the matrix, row i needs value i+1 of the vector or, if `lower`
/// is true, row i+1 needs value i.
std::string bidiagonal_matrix_file_text(std::uint32_t order, bool lower) {
  std::string text = "%%MatrixMarket matrix coordinate pattern general\n";
  text += fmt::format("{0} {0} {1}\n", order, 2 * order - 1);
  for (std::uint32_t i = 1; i <= order; ++i) text += fmt::format("{0} {0}\n", i);
  for (std::uint32_t i = 1; i < order; ++i) text += fmt::format("{} {}\n", lower ? i + 1 : i, lower ? i : i + 1);
  return text;
}

TEST_F(HaloExchangeCommandsTest, FromMatrixSendsOnlyWhatRowsOfAnotherNodeNeed) {
  const auto sent = [&](bool lower) {
    write_text_file(folder_.path_of_file("half.mtx"), bidiagonal_matrix_file_text(40, lower));
    return run_switchyard_program({"matrix", "from-matrix", folder_.path_of_file("half.mtx"), "--nodes", "2"})
        .standard_output;
  };
  // The upper and the lower bidiagonal matrix have the same graph, and so the same partition. Only the direction of the
  // one value that is sent between the two nodes differs.
  const std::string there = "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 8\n";
  const std::string back = "%%MatrixMarket matrix coordinate integer general\n2 2 1\n2 1 8\n";
  const std::string upper = sent(false);
  EXPECT_TRUE(upper == there || upper == back) << upper;
  EXPECT_EQ(sent(true), upper == there ? back : there);
}

TEST_F(HaloExchangeCommandsTest, FromMatrixTakesThePartsOfAFile) {
  write_text_file(folder_.path_of_file("chain.mtx"), kChainGraphFile);
  write_text_file(folder_.path_of_file("parts"), "0\n2\n2\n2\n2\n1\n");
  const std::vector<std::string> command{"matrix", "from-matrix", folder_.path_of_file("chain.mtx"), "--partition",
                                         folder_.path_of_file("parts")};
  const FinishedProgram thirds = run_switchyard_program(command);
  EXPECT_EQ(thirds.standard_output,
            "%%MatrixMarket matrix coordinate integer general\n3 3 4\n1 3 8\n2 3 8\n3 1 8\n3 2 8\n")
      << thirds.standard_error;
  EXPECT_NE(thirds.standard_error.find("vertices        6, 1 to 4 on a node"), std::string::npos)
      << thirds.standard_error;
  std::vector<std::string> two_nodes = command;
  two_nodes.insert(two_nodes.end(), {"--nodes", "2"});
  expect_usage_error(two_nodes, "parts:2:1: node 2 does not exist; nodes are 0..1");
  write_text_file(folder_.path_of_file("parts"), "0\n1\n");
  expect_usage_error(command, "2 lines for 6 rows; give a line for each row");
}

TEST_F(HaloExchangeCommandsTest, FromMatrixLeavesItsInputAlone) {
  write_text_file(folder_.path_of_file("chain.mtx"), kChainGraphFile);
  expect_usage_error({"matrix", "from-matrix", folder_.path_of_file("chain.mtx"), "--nodes", "2", "--output",
                      folder_.path_of_file("chain.mtx")},
                     "chain.mtx' is what FILE reads; name another file");
  EXPECT_EQ(text_of_file(folder_.path_of_file("chain.mtx")), kChainGraphFile);
}

TEST_F(HaloExchangeCommandsTest, RefuseMoreNodesThanVertices) {
  write_text_file(folder_.path_of_file("chain.mtx"), kChainGraphFile);
  expect_usage_error({"matrix", "from-mesh", "--vertices", "100", "--nodes", "128"},
                     "--nodes: 128 nodes are more than the 100 vertices");
  expect_usage_error({"matrix", "from-matrix", folder_.path_of_file("chain.mtx"), "--nodes", "7"},
                     "than the 6 vertices; use fewer");
}

TEST_F(HaloExchangeCommandsTest, RefuseBadFilesAndOptions) {
  write_text_file(folder_.path_of_file("bad.mtx"), "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n3 1 5\n");
  expect_usage_error({"matrix", "from-matrix", folder_.path_of_file("bad.mtx"), "--nodes", "2"}, "bad.mtx:3:1");
  expect_usage_error({"matrix", "from-matrix", folder_.path_of_file("none.mtx"), "--nodes", "2"}, "cannot be read");
  expect_usage_error({"matrix", "from-mesh", "--vertices", "63"}, "--vertices");
  expect_usage_error({"matrix", "from-mesh"}, "--vertices is missing");
  expect_usage_error({"matrix", "from-mesh", "--vertices", "100", "--output", "x.txt"}, "unknown ending");
  expect_usage_error({"matrix", "from-mesh", "--vertices", "100", "--bytes-per-value", "0"}, "--bytes-per-value");
}

}  // namespace
}  // namespace switchyard::cli
