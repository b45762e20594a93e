#include "algorithms/applications/sparse_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

constexpr std::uint32_t kLongestGridSide = 4096;

std::tuple<std::uint32_t, std::uint32_t> row_and_column_of(const MatrixEntry& entry) {
  return {entry.row, entry.column};
}

void check_entries(std::uint32_t order, std::span<const MatrixEntry> sorted) {
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto [row, column] = row_and_column_of(sorted[i]);
    if (std::max(row, column) >= order) {
      throw UsageError(
          fmt::format("matrix: entry ({}, {}) is outside of {} rows and columns", row + 1, column + 1, order));
    }
    if (i > 0 && row_and_column_of(sorted[i - 1]) == row_and_column_of(sorted[i])) {
      throw UsageError(fmt::format("matrix: entry ({}, {}) is there twice", row + 1, column + 1), "give each once");
    }
  }
}

}  // namespace

SparseMatrix SparseMatrix::from_matrix_entries(std::uint32_t order, std::vector<MatrixEntry> entries) {
  std::ranges::sort(entries, {}, row_and_column_of);
  check_entries(order, entries);
  SparseMatrix matrix;
  matrix.row_starts_.assign(std::size_t{order} + 1, 0);
  matrix.entries_.reserve(entries.size());
  for (const MatrixEntry& entry : entries) {
    ++matrix.row_starts_[entry.row + std::size_t{1}];
    matrix.entries_.push_back({entry.column, entry.value});
  }
  std::partial_sum(matrix.row_starts_.begin(), matrix.row_starts_.end(), matrix.row_starts_.begin());
  return matrix;
}

SparseMatrix SparseMatrix::grid_laplacian(std::uint32_t side) {
  if (side < 1 || side > kLongestGridSide) {
    throw UsageError(fmt::format("a grid of {0} x {0} points is none; use 1 to {1}", side, kLongestGridSide));
  }
  std::vector<MatrixEntry> entries;
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    entries.push_back({a, b, -1});
    entries.push_back({b, a, -1});
  };
  for (std::uint32_t point = 0; point < side * side; ++point) {
    entries.push_back({point, point, 4});
    if (point % side + 1 < side) join(point, point + 1);
    if (point / side + 1 < side) join(point, point + side);
  }
  return from_matrix_entries(side * side, std::move(entries));
}

double SparseMatrix::value_at(std::uint32_t row_index, std::uint32_t column) const noexcept {
  const auto entries = row(row_index);
  const auto found = std::ranges::lower_bound(entries, column, {}, &ColumnAndValue::column);
  return found != entries.end() && found->column == column ? found->value : 0;
}

std::vector<Edge> off_diagonal_edges(const SparseMatrix& matrix) {
  std::vector<Edge> edges;
  for (std::uint32_t row = 0; row < matrix.row_count(); ++row) {
    for (const auto& entry : matrix.row(row)) {
      if (entry.column != row) edges.push_back({row, entry.column});
    }
  }
  return edges;
}

Graph graph_of_matrix(const SparseMatrix& matrix) {
  return Graph::from_edges(matrix.row_count(), off_diagonal_edges(matrix));
}

void check_symmetric_with_positive_diagonal(const SparseMatrix& matrix, const std::string& name) {
  for (std::uint32_t row = 0; row < matrix.row_count(); ++row) {
    if (!(matrix.value_at(row, row) > 0)) {
      throw UsageError(fmt::format("{}: the matrix is not positive definite, as ({}, {}) is {}", name, row + 1, row + 1,
                                   matrix.value_at(row, row)),
                       "use another one");
    }
    for (const auto& entry : matrix.row(row)) {
      const double mirrored = matrix.value_at(entry.column, row);
      if (mirrored == entry.value) continue;
      throw UsageError(
          fmt::format("{0}: the matrix is not symmetric, as ({1}, {2}) is {3} and ({2}, {1}) is {4}; use "
                      "another one",
                      name, row + 1, entry.column + 1, entry.value, mirrored));
    }
  }
}

}  // namespace switchyard
