#include "algorithms/applications/conjugate_gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "algorithms/applications/local_rows.hpp"
#include "algorithms/applications/serial_conjugate_gradient.hpp"
#include "algorithms/applications/sparse_matrix_file.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/error.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

const Algorithm& shipped_algorithm(const std::string& name) {
  static const Catalogue catalogue = shipped_algorithms();
  return catalogue.find("test", name);
}

/// Distributes the rows of a matrix to the nodes in turn. In a grid, every neighbour of a row then belongs to another
/// node, which makes the halos (the values that nodes need from others) as large as possible.
Partition round_robin_partition(std::uint32_t rows, std::uint32_t nodes) {
  Partition partition{.nodes = nodes, .owner = {}};
  for (std::uint32_t row = 0; row < rows; ++row) partition.owner.push_back(NodeId{row % nodes});
  return partition;
}

SparseMatrix parse_sparse_matrix(const std::string& text,
                                 NonRealMatrixValuePolicy pattern = NonRealMatrixValuePolicy::refuse) {
  std::istringstream in(text);
  return read_sparse_matrix(in, "A.mtx", pattern);
}

std::string error_text_of_reading_sparse_matrix(const std::string& text,
                                                NonRealMatrixValuePolicy pattern = NonRealMatrixValuePolicy::refuse) {
  try {
    parse_sparse_matrix(text, pattern);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

std::string error_text_of_conjugate_gradient(const SparseMatrix& matrix) {
  const std::vector<double> b = random_vector(matrix.row_count(), 1);
  try {
    conjugate_gradient(machines::ipsc860({.nodes = 2}), shipped_algorithm("ac"), matrix,
                       round_robin_partition(matrix.row_count(), 2), b);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

void expect_small_relative_difference(const std::vector<double>& found, const std::vector<double>& expected,
                                      double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  double difference = 0;
  double norm = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    difference += (found[i] - expected[i]) * (found[i] - expected[i]);
    norm += expected[i] * expected[i];
  }
  EXPECT_LE(std::sqrt(difference), tolerance * std::sqrt(norm));
}

TEST(ConjugateGradient, EqualsTheSerialSolverForEveryAlgorithmExecutorAndClock) {
  if (!has_serial_solver_library()) GTEST_SKIP() << "built without Eigen";
  constexpr std::uint64_t kIterations = 20;
  const SparseMatrix matrix = SparseMatrix::grid_laplacian(16);
  const std::vector<double> b = random_vector(matrix.row_count(), 7);
  const SerialConjugateGradientResult serial = serial_conjugate_gradient(matrix, b, kIterations);
  for (const char* name : {"ac", "lp", "rs_nl", "ls", "gs"}) {
    for (const ExecutorKind executor : executors_under_test()) {
      for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
        const ConjugateGradientOptions options{.run = {.clock = clock, .executor = executor},
                                               .most_iterations = kIterations};
        const auto result = conjugate_gradient(machines::ipsc860({.nodes = 8}), shipped_algorithm(name), matrix,
                                               round_robin_partition(matrix.row_count(), 8), b, options);
        ASSERT_EQ(result.iterations(), kIterations) << name;
        for (std::size_t k = 0; k <= kIterations; ++k) {
          EXPECT_NEAR(result.residual_norms[k] / serial.residual_norms[k], 1, 1e-10) << name << ' ' << k;
        }
        expect_small_relative_difference(result.solution, serial.last_iterate, 1e-10);
        EXPECT_FALSE(result.converged);
      }
    }
  }
}

TEST(ConjugateGradient, ConvergesToTheSolutionOfTheSystem) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const SparseMatrix matrix = SparseMatrix::grid_laplacian(24);
  const std::vector<double> b = random_vector(matrix.row_count(), 7);
  const Partition parts = partition(graph_of_matrix(matrix), 8, 1);
  const auto result = conjugate_gradient(machines::cm5({.nodes = 8}), shipped_algorithm("gs"), matrix, parts, b);
  EXPECT_TRUE(result.converged);
  EXPECT_LT(result.iterations(), 120U);
  std::vector<double> product;
  for (std::uint32_t row = 0; row < matrix.row_count(); ++row) {
    double sum = 0;
    for (const auto& entry : matrix.row(row)) sum += entry.value * result.solution[entry.column];
    product.push_back(sum);
  }
  expect_small_relative_difference(product, b, 1e-9);
}

TEST(ConjugateGradient, KeepsTheIterateThatWasAskedFor) {
  const SparseMatrix matrix = SparseMatrix::grid_laplacian(8);
  const std::vector<double> b = random_vector(matrix.row_count(), 7);
  const auto solve = [&](const ConjugateGradientOptions& options) {
    return conjugate_gradient(machines::ipsc860({.nodes = 4}), shipped_algorithm("lp"), matrix,
                              round_robin_partition(64, 4), b, options);
  };
  EXPECT_EQ(solve({.iteration_number_of_kept_iterate = 5}).kept_iterate, solve({.most_iterations = 5}).solution);
  EXPECT_TRUE(solve({.most_iterations = 5, .iteration_number_of_kept_iterate = 6}).kept_iterate.empty());
}

TEST(ConjugateGradient, MovesOneValueForEachRowThatAnotherNodeNeeds) {
  // The matrix has a row for each point of a 4 x 4 grid, and each of 4 nodes has one column of the grid. So the nodes
  // send 6 messages of 4 values each in a halo exchange. Reductions use the control network of the CM-5 and add no
  // bytes to the data network's count.
  const SparseMatrix matrix = SparseMatrix::grid_laplacian(4);
  const auto result = conjugate_gradient(machines::cm5({.nodes = 4}), shipped_algorithm("gs"), matrix,
                                         round_robin_partition(16, 4), random_vector(16, 1), {.most_iterations = 3});
  EXPECT_EQ(result.halo_exchange_matrix.message_count(), 6U);
  EXPECT_EQ(result.halo_exchange_matrix.total_bytes(), 6U * 4U * 8U);
  EXPECT_EQ(result.report.network.payload_bytes, 3U * result.halo_exchange_matrix.total_bytes());
}

TEST(ConjugateGradient, NodesWithoutRowsOnlyTakePartInReductions) {
  const SparseMatrix matrix = SparseMatrix::grid_laplacian(2);
  Partition parts = round_robin_partition(4, 2);
  parts.nodes = 8;
  const auto result =
      conjugate_gradient(machines::ipsc860({.nodes = 8}), shipped_algorithm("lp"), matrix, parts, random_vector(4, 1));
  EXPECT_TRUE(result.converged);
  EXPECT_LE(result.iterations(), 4U);
}

TEST(ConjugateGradient, RefusesAMatrixThatIsNotSymmetric) {
  const auto matrix = SparseMatrix::from_matrix_entries(2, {{0, 0, 2}, {1, 1, 2}, {0, 1, 1}, {1, 0, 0.5}});
  EXPECT_EQ(error_text_of_conjugate_gradient(matrix),
            "conjugate_gradient: the matrix is not symmetric, as (1, 2) is 1 and (2, 1) is 0.5; use another one");
}

TEST(ConjugateGradient, RefusesAMatrixThatTurnsOutNotToBePositiveDefinite) {
  const auto diagonal = SparseMatrix::from_matrix_entries(2, {{0, 0, 2}, {1, 1, -2}});
  EXPECT_EQ(error_text_of_conjugate_gradient(diagonal),
            "conjugate_gradient: the matrix is not positive definite, as (2, 2) is -2; use another one");
  // The symmetric 2 x 2 matrix below has the eigenvalues 4 and -2, so that it is not positive definite.
  const auto saddle = SparseMatrix::from_matrix_entries(2, {{0, 0, 1}, {1, 1, 1}, {0, 1, 3}, {1, 0, 3}});
  EXPECT_NE(error_text_of_conjugate_gradient(saddle).find("not positive definite, as d.Ad is -"), std::string::npos)
      << error_text_of_conjugate_gradient(saddle);
}

TEST(ConjugateGradient, RefusesACompleteExchangeForAHalo) {
  const SparseMatrix matrix = SparseMatrix::grid_laplacian(4);
  EXPECT_THROW(conjugate_gradient(machines::cm5({.nodes = 4}), shipped_algorithm("rex"), matrix,
                                  round_robin_partition(16, 4), random_vector(16, 1)),
               UsageError);
}

TEST(SparseMatrixFile, ReadsBothTrianglesOfASymmetricMatrix) {
  const SparseMatrix matrix = parse_sparse_matrix(
      "%%MatrixMarket matrix coordinate real symmetric\n% note\n3 3 3\n1 1 2.5\n3 1 -1e-1\n2 2 4\n");
  EXPECT_EQ(matrix.row_count(), 3U);
  EXPECT_EQ(matrix.entry_count(), 4U);
  EXPECT_EQ(matrix.value_at(0, 2), -0.1);
  EXPECT_EQ(matrix.value_at(2, 0), -0.1);
  EXPECT_EQ(matrix.value_at(2, 2), 0);
}

TEST(SparseMatrixFile, SaysWhereItIsWrong) {
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
  EXPECT_EQ(error_text_of_reading_sparse_matrix(""),
            "A.mtx:1:1: the file is empty; start with '%%MatrixMarket matrix coordinate real symmetric'");
  EXPECT_EQ(error_text_of_reading_sparse_matrix("%%MatrixMarket matrix coordinate pattern general\n"),
            "A.mtx:1:34: values of kind 'pattern' are no real numbers; use 'real'");
  EXPECT_EQ(error_text_of_reading_sparse_matrix(banner + "2 3 1\n"),
            "A.mtx:2:3: the matrix is not square; give as many columns as rows");
  EXPECT_EQ(error_text_of_reading_sparse_matrix(banner + "2 2 1\n1 3 1\n"),
            "A.mtx:3:3: 3 is outside of the matrix; use 1 to 2");
  EXPECT_EQ(error_text_of_reading_sparse_matrix(banner + "2 2 1\n1 2 nan\n"),
            "A.mtx:3:5: 'nan' is no finite number; use one such as -1.5e-3");
  EXPECT_EQ(error_text_of_reading_sparse_matrix(banner + "2 2 2\n1 2 1\n"),
            "A.mtx:3:1: the file ends after 1 of 2 entries; give 'ROW COLUMN VALUE'");
  EXPECT_EQ(error_text_of_reading_sparse_matrix(banner + "2 2 1\n1 2 1\n1 1 1\n"),
            "A.mtx:4:1: more than the 1 entries announced; give 'ROWS COLUMNS ENTRIES'");
  EXPECT_EQ(error_text_of_reading_sparse_matrix(banner + "2 2 1\n1 2 +-5\n"),
            "A.mtx:3:5: '+-5' is no finite number; use one such as -1.5e-3");
}

TEST(SparseMatrixFile, SaysWhereAnEntryIsGivenAgain) {
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
  EXPECT_EQ(error_text_of_reading_sparse_matrix(banner + "2 2 2\n1 2 1\n1 2 1\n"),
            "A.mtx:4:1: entry 1, 2 is there already, at line 3; give each once");
  EXPECT_EQ(error_text_of_reading_sparse_matrix(banner + "3 3 5\n3 3 1\n\n 1 2 0\n% note\n2 1 4\n  1 2 7\n1 2 8\n"),
            "A.mtx:8:3: entry 1, 2 is there already, at line 5; give each once");
  EXPECT_EQ(error_text_of_reading_sparse_matrix(
                "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n2 1 1\n1 1 1\n2 1 1\n"),
            "A.mtx:5:1: entry 2, 1 is there already, at line 3; give each once");
}

TEST(SparseMatrixFile, RefusesAnEntryAboveTheDiagonalOfASymmetricMatrix) {
  EXPECT_EQ(error_text_of_reading_sparse_matrix(
                "%%MatrixMarket matrix coordinate real symmetric\n2 2 4\n1 1 1\n2 2 1\n2 1 1\n1 2 1\n"),
            "A.mtx:6:3: entry 1, 2 lies above the diagonal; a symmetric file lists the lower triangle only");
}

TEST(SparseMatrixFile, ReadsItsBannerInAnyLettersAndDoubleForReal) {
  const SparseMatrix matrix =
      parse_sparse_matrix("%%matrixmarket MATRIX Coordinate Double SYMMETRIC\n2 2 2\n1 1 +5\n2 1 -3\n");
  EXPECT_EQ(matrix.value_at(0, 0), 5);
  EXPECT_EQ(matrix.value_at(0, 1), -3);
  EXPECT_EQ(parse_sparse_matrix("%%MatrixMarket matrix coordinate INTEGER General\n1 1 1\n1 1 7\n").value_at(0, 0), 7);
}

TEST(SparseMatrixFile, ReadsAPatternAsOnesIfAskedTo) {
  const std::string banner = "%%MatrixMarket matrix coordinate pattern symmetric\n";
  const SparseMatrix matrix =
      parse_sparse_matrix(banner + "2 2 2\n1 1\n2 1\n", NonRealMatrixValuePolicy::entries_as_ones);
  EXPECT_EQ(matrix.entry_count(), 3U);
  EXPECT_EQ(matrix.value_at(0, 1), 1);
  EXPECT_EQ(error_text_of_reading_sparse_matrix(banner + "2 2 1\n1 1 4\n", NonRealMatrixValuePolicy::entries_as_ones),
            "A.mtx:3:1: the line has 3 fields of 2; give 'ROW COLUMN'");
  EXPECT_EQ(error_text_of_reading_sparse_matrix("%%MatrixMarket matrix coordinate complex general\n"),
            "A.mtx:1:34: values of kind 'complex' are no real numbers; use 'real'");
  EXPECT_EQ(error_text_of_reading_sparse_matrix("%%MatrixMarket matrix coordinate quaternion general\n",
                                                NonRealMatrixValuePolicy::entries_as_ones),
            "A.mtx:1:34: values of kind 'quaternion' are no real numbers; use 'real', 'complex' or 'pattern'");
}

TEST(SparseMatrixFile, ReadsMatricesOfAnyKindAndSaysTheKind) {
  const auto read = [](const std::string& text) {
    std::istringstream in("%%MatrixMarket matrix coordinate " + text);
    return read_matrix_of_any_kind(in, "A.mtx");
  };
  const MatrixOfAnyKind hermitian = read("complex Hermitian\n2 2 2\n1 1 5 0\n2 1 -3 0.5\n");
  EXPECT_EQ(hermitian.value_description.value_kind, "complex");
  EXPECT_EQ(hermitian.value_description.symmetry, "hermitian");
  EXPECT_FALSE(hermitian.value_description.are_values_nonnegative_integers);
  EXPECT_EQ(hermitian.matrix.entry_count(), 3U);
  const MatrixOfAnyKind skew = read("integer skew-symmetric\n3 3 1\n3 1 7\n");
  EXPECT_EQ(skew.value_description.symmetry, "skew-symmetric");
  EXPECT_TRUE(skew.value_description.are_values_nonnegative_integers);
  EXPECT_EQ(skew.matrix.entry_count(), 2U);
  EXPECT_EQ(error_text_of_reading_sparse_matrix("%%MatrixMarket matrix coordinate real skew-symmetric\n"),
            "A.mtx:1:39: symmetry 'skew-symmetric' is not supported; use 'symmetric' or 'general'");
  EXPECT_THROW(read("complex general\n1 1 1\n1 1 5\n"), UsageError);
  // A matrix of 4,000,000,000 rows with a single entry must be refused.
  EXPECT_THROW(read("real general\n4000000000 4000000000 1\n1 1 5\n"), UsageError);
}

TEST(SparseMatrixFile, SaysWhichPathCannotBeRead) {
  for (const std::string& path : {std::string(400, 'a'), std::string("/"), std::string("/nowhere.mtx")}) {
    try {
      read_sparse_matrix_file(path);
      ADD_FAILURE() << path;
    } catch (const UsageError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(path + ":1:1: cannot be read (")) << error.what();
    }
  }
}

TEST(LocalRows, MultiplyAsTheWholeMatrixDoes) {
  const SparseMatrix matrix = SparseMatrix::grid_laplacian(5);
  const std::vector<double> x = random_vector(25, 1);
  for (const LocalRows& rows : distribute_matrix_rows(matrix, round_robin_partition(25, 3))) {
    std::vector<double> local, result(rows.own_row_count());
    for (const std::uint32_t vertex : rows.halo.local_vertices()) local.push_back(x[vertex]);
    ASSERT_EQ(local.size(), rows.local_vector_size());
    rows.multiply_by_vector(local, result);
    for (std::size_t i = 0; i < result.size(); ++i) {
      double expected = 0;
      for (const auto& entry : matrix.row(rows.halo.owned_vertices[i])) expected += entry.value * x[entry.column];
      EXPECT_DOUBLE_EQ(result[i], expected);
    }
  }
}

}  // namespace
}  // namespace switchyard
