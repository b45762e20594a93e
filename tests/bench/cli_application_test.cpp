#include <cmath>
#include <functional>
#include <sstream>

#include "algorithms/applications/fourier_transform.hpp"
#include "algorithms/applications/serial_conjugate_gradient.hpp"
#include "algorithms/matrix/partition.hpp"
#include "runtime/values.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

std::vector<std::string> application_run_arguments(const std::string& name, const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"run", "--nodes", "4", "--algorithm", "ac,lp", "--application", name, "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

void expect_text_contains(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << '\n' << text;
}

TEST(RunApplication, PrintsTimesAndErrorOfATransform) {
  if (!has_fft_library()) GTEST_SKIP() << "built without FFTW";
  const TemporaryFolder folder;
  const FinishedProgram finished = run_switchyard_program(application_run_arguments(
      "fft2d", {"--size", "32", "--precision", "single", "--check", "--csv", folder.path_of_file("rows.csv")}));
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(finished.standard_error, "");
  expect_text_contains(finished.standard_output,
                       {"problem      32 x 32 array, single precision, 8 bytes an element",
                        "arithmetic   125ns a floating-point operation", "makespan_ms", "ac", "lp", "512", "e-0"});
  const std::vector<std::string> lines = lines_of(text_of_file(folder.path_of_file("rows.csv")));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(lines[0].starts_with("machine,nodes,algorithm,pattern,density,bytes,")) << lines[0];
  EXPECT_TRUE(lines[0].ends_with(",computation_us,communication_us,iterations,residual,error")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("ipsc860,4,ac,fft2d,32,512,0,1,virtual,threads,")) << lines[1];
}

TEST(RunApplication, SolvesASystemFromAGridAndFromAFile) {
  if (!has_partitioning_library() || !has_serial_solver_library()) GTEST_SKIP() << "built without METIS or Eigen";
  const FinishedProgram grid =
      run_switchyard_program(application_run_arguments("cg", {"--size", "12", "--check", "--samples", "2"}));
  EXPECT_EQ(grid.code, 0) << grid.standard_error;
  expect_text_contains(grid.standard_output,
                       {"problem      grid_12: 144 rows, 672 entries; to 1e-10 or 1000 iterations", "iterations"});

  const TemporaryFolder folder;
  const std::string path = folder.path_of_file("A.mtx");
  write_text_file(
      path,
      "%%MatrixMarket matrix coordinate real symmetric\n4 4 7\n1 1 4\n2 2 4\n3 3 4\n4 4 4\n2 1 -1\n3 2 -1\n4 3 -1\n");
  const FinishedProgram file = run_switchyard_program(
      application_run_arguments("cg", {"--matrix", path, "--check", "--json", folder.path_of_file("rows.json")}));
  EXPECT_EQ(file.code, 0) << file.standard_error;
  expect_text_contains(file.standard_output, {"A.mtx: 4 rows, 10 entries"});
  expect_text_contains(text_of_file(folder.path_of_file("rows.json")), {"\"iterations\": 4", "\"density\": \"" + path});
}

std::string number_as_text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// Returns the text of a matrix file with 64 rows, with `value(i)` on the diagonal of row i and zeros elsewhere.
std::string diagonal_matrix_file_text(const std::function<double(int)>& value) {
  std::string text = "%%MatrixMarket matrix coordinate real symmetric\n64 64 64\n";
  for (int i = 1; i <= 64; ++i)
    text += std::to_string(i) + " " + std::to_string(i) + " " + number_as_text(value(i)) + "\n";
  return text;
}

/// Tests that `run --check` compares the residuals of an iterative solution only for as many iterations as rounding
/// allows: runs that add numbers in different orders agree only up to some iteration.
TEST(RunApplication, ChecksOnlyIterationsThatRoundingDoesNotChange) {
  if (!has_partitioning_library() || !has_serial_solver_library()) GTEST_SKIP() << "built without METIS or Eigen";
  const TemporaryFolder folder;
  const std::string path = folder.path_of_file("A.mtx");
  // The diagonal elements 10^(i/16) and 10^(i/8), for i up to 64, give the matrices condition numbers of about 1e4 and
  // 1e8.
  for (const double steps : {16.0, 8.0}) {
    write_text_file(path, diagonal_matrix_file_text([steps](int i) { return std::pow(10.0, i / steps); }));
    const FinishedProgram finished = run_switchyard_program(
        application_run_arguments("cg", {"--matrix", path, "--check", "--samples", "3", "--executor", "fibers"}));
    EXPECT_EQ(finished.code, 0) << finished.standard_error;
  }
}

TEST(RunApplication, RefusesNumbersThatBecomeTooLarge) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const TemporaryFolder folder;
  const std::string path = folder.path_of_file("A.mtx");
  write_text_file(path, diagonal_matrix_file_text([](int) { return 1.7e308; }));
  expect_usage_error(application_run_arguments("cg", {"--matrix", path}), "numbers have become too large");
}

TEST(RunApplication, RunsAnAlgorithmThatFirstTriesOutItsExecutions) {
  if (!has_fft_library()) GTEST_SKIP() << "built without FFTW";
  const FinishedProgram finished = run_switchyard_program(
      {"run", "--nodes", "8", "--application", "fft2d", "--size", "32", "--algorithm", "multiphase", "--check"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
}

TEST(RunApplication, LeavesItsInputAsItIs) {
  const TemporaryFolder folder;
  const std::string path = folder.path_of_file("A.mtx");
  write_text_file(path, diagonal_matrix_file_text([](int i) { return i; }));
  expect_usage_error(application_run_arguments("cg", {"--matrix", path, "--csv", path}),
                     "--csv: " + switchyard::quoted(path) + " is what");
}

TEST(RunApplication, AnswersWrongUseWithOneLine) {
  if (!has_fft_library() || !has_partitioning_library()) GTEST_SKIP() << "built without FFTW or METIS";
  expect_usage_error(application_run_arguments("fft3d", {}),
                     "--application: unknown application 'fft3d'; did you mean 'fft2d'?");
  expect_usage_error(application_run_arguments("fft2d", {}), "--size: is missing");
  expect_usage_error(application_run_arguments("fft2d", {"--size", "24"}),
                     "--size: an array of 24 x 24 is none that fft2d takes");
  expect_usage_error(application_run_arguments("fft2d", {"--size", "2"}),
                     "--size: 2 rows cannot be dealt out evenly to 4 nodes");
  expect_usage_error(application_run_arguments("fft2d", {"--size", "32", "--iterations", "3"}),
                     "--iterations: --application fft2d has no use");
  expect_usage_error(application_run_arguments("fft2d", {"--size", "32", "--density", "3"}),
                     "--density: is for matrices");
  expect_usage_error(application_run_arguments("fft2d", {"--size", "32", "--jobs", "2"}), "--jobs: is for matrices");
  expect_usage_error(application_run_arguments("fft2d", {"--size", "32", "--dilation", "3"}),
                     "--dilation: is for matrices");
  expect_usage_error(application_run_arguments("fft2d", {"--size", "32", "--against", "virtual"}),
                     "--against: is for matrices");
  expect_usage_error(application_run_arguments("fft2d", {"--size", "32", "--size", "64"}),
                     "--size: is given more than once as N");
  expect_usage_error(
      {"run", "--application", "fft2d", "--algorithm", "ac", "--size", "64", "--machine", "mesh", "--size", "3x1"},
      "--nodes: --application fft2d needs a power of two of nodes, not 3");
  expect_usage_error({"run", "--application", "cg", "--size", "8", "--nodes", "4", "--algorithm", "ac,pex"},
                     "--algorithm: pex is for complete exchanges, and --application cg has none");
  expect_usage_error(application_run_arguments("cg", {}), "--matrix: --application cg needs this or --size");
  expect_usage_error(application_run_arguments("cg", {"--size", "1"}),
                     "--nodes: 4 nodes are more than the 1 rows of grid_1");
  expect_usage_error(application_run_arguments("cg", {"--size", "8", "--precision", "single"}),
                     "--precision: --application cg has no use");
  expect_usage_error(application_run_arguments("cg", {"--size", "8", "--tolerance", "2"}),
                     "--tolerance: '2' is no number from 0 to 1");
  expect_usage_error(application_run_arguments("cg", {"--matrix", "none.mtx"}), "none.mtx:1:1: cannot be read");
  expect_usage_error({"run", "--check"}, "--check: is for --application");
  expect_usage_error({"run", "--size", "8"}, "--size: is for --application");
}

TEST(RunApplication, NamesTheFileOfAMatrixThatIsNotSymmetricOrNotPositiveDefinite) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const TemporaryFolder folder;
  const std::string path = folder.path_of_file("A.mtx");
  const std::string head = "%%MatrixMarket matrix coordinate real general\n4 4 6\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n";
  write_text_file(path, head + "1 2 3\n2 1 -3\n");
  expect_usage_error(application_run_arguments("cg", {"--matrix", path}),
                     path + ": the matrix is not symmetric, as (1, 2) is 3 and (2, 1) is -3");
  // This matrix has the eigenvalues 4 and -2, so that it is not positive definite.
  write_text_file(path, head + "1 2 3\n2 1 3\n");
  expect_usage_error(application_run_arguments("cg", {"--matrix", path}),
                     path + ", sample 0 of seed 1: the matrix is not positive definite");
}

}  // namespace
}  // namespace switchyard::cli
