#pragma once
/// \file sparse_matrix.hpp
/// Sparse square matrices of real numbers, for linear systems.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/matrix/graph.hpp"

namespace switchyard {

struct MatrixEntry {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  double value = 0;
};

/// A sparse matrix. Immutable; any thread may read it. Rows are stored one after another (compressed sparse rows).
class SparseMatrix {
 public:
  struct ColumnAndValue {
    std::uint32_t column = 0;
    double value = 0;
  };

  /// Makes a matrix with `order` rows and columns from its entries, which may be in any order.
  /// Throws: UsageError for an entry outside the matrix or given twice.
  static SparseMatrix from_matrix_entries(std::uint32_t order, std::vector<MatrixEntry> entries);
  /// Makes the matrix of the five-point Laplace operator on a square grid of side * side points with a fixed border,
  /// which is symmetric and positive definite. Throws: UsageError unless 1 <= side <= 4096.
  static SparseMatrix grid_laplacian(std::uint32_t side);

  std::uint32_t row_count() const noexcept { return static_cast<std::uint32_t>(row_starts_.size() - 1); }
  std::uint64_t entry_count() const noexcept { return entries_.size(); }
  /// Returns the entries of one row of the matrix, in ascending order of their columns.
  std::span<const ColumnAndValue> row(std::uint32_t index) const noexcept {
    return {entries_.data() + row_starts_[index], entries_.data() + row_starts_[index + std::size_t{1}]};
  }
  /// Returns the value in a row and column, or 0 if the matrix has no entry in this place. Takes time
  /// logarithmic in the row's length.
  double value_at(std::uint32_t row, std::uint32_t column) const noexcept;

 private:
  SparseMatrix() = default;
  std::vector<std::uint64_t> row_starts_;
  std::vector<ColumnAndValue> entries_;
};

/// Returns one edge from i to j for each matrix entry (i, j) off the diagonal, row by row. To compute row i of a
/// matrix-vector product, a node needs the vector entries j at the other ends of these edges.
std::vector<Edge> off_diagonal_edges(const SparseMatrix& matrix);

/// Returns the graph that has an edge between i and j if the matrix has an entry (i, j) or (j, i) off its diagonal.
Graph graph_of_matrix(const SparseMatrix& matrix);

/// Checks that a matrix is symmetric and has a positive diagonal, as every symmetric positive definite matrix has.
/// Throws: UsageError if the matrix lacks one of these properties. The error text starts with `name` and counts rows
///         from 1.
void check_symmetric_with_positive_diagonal(const SparseMatrix& matrix, const std::string& name);

}  // namespace switchyard
