#pragma once
/// \file sparse_matrix.hpp
/// The matrices of linear systems: square, sparse, of real numbers.

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

/// Immutable; any thread. Rows are stored one after another (compressed sparse rows).
class SparseMatrix {
 public:
  struct Entry {
    std::uint32_t column = 0;
    double value = 0;
  };

  /// Entries in any order.
  /// Throws: UsageError for an entry outside the matrix or one that is there twice.
  static SparseMatrix from_entries(std::uint32_t order, std::vector<MatrixEntry> entries);
  /// The five-point Laplace operator on a square grid of side * side points with a fixed border: symmetric and positive
  /// definite. Throws: UsageError unless 1 <= side <= 4096.
  static SparseMatrix grid_laplacian(std::uint32_t side);

  std::uint32_t order() const noexcept { return static_cast<std::uint32_t>(row_starts_.size() - 1); }
  std::uint64_t entry_count() const noexcept { return entries_.size(); }
  /// Columns ascending.
  std::span<const Entry> row(std::uint32_t index) const noexcept {
    return {entries_.data() + row_starts_[index], entries_.data() + row_starts_[index + std::size_t{1}]};
  }
  /// The value, 0 where there is no entry. Logarithmic in the row.
  double at(std::uint32_t row, std::uint32_t column) const noexcept;

 private:
  SparseMatrix() = default;
  std::vector<std::uint64_t> row_starts_;
  std::vector<Entry> entries_;
};

/// Row to column for each entry off the diagonal, in order: what a product with a vector needs of other rows' values.
std::vector<Edge> off_diagonal(const SparseMatrix& matrix);

/// An edge wherever the matrix has an entry off its diagonal, be it on one side only.
Graph graph_of(const SparseMatrix& matrix);

/// Throws UsageError, which starts with `name` and counts rows from 1, unless the matrix is symmetric and all of its
/// diagonal positive, as that of a positive definite one is.
void check_symmetric_positive(const SparseMatrix& matrix, const std::string& name);

}  // namespace switchyard
