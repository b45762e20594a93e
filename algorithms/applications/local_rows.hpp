#pragma once
/// \file local_rows.hpp
/// The rows of a sparse matrix that one node owns, with columns numbered by the positions of vector entries in the
/// node's memory.

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/applications/sparse_matrix.hpp"
#include "algorithms/matrix/halo.hpp"
#include "algorithms/matrix/partition.hpp"

namespace switchyard {

/// The rows of a sparse matrix that one node owns. A vector on this node holds the node's own
/// values first, then the values that it receives, in the order of Halo::local_vertices().
struct LocalRows {
  Halo halo;
  /// position in `entries` where each row of the matrix starts, and at last the end of the last row
  std::vector<std::uint64_t> row_starts;
  std::vector<SparseMatrix::ColumnAndValue> entries;

  std::size_t own_row_count() const noexcept { return halo.owned_vertices.size(); }
  std::size_t local_vector_size() const noexcept;
  /// Multiplies the node's rows by the vector `values`. Shape: `result` has own_row_count() entries, and `values` has
  /// local_vector_size() entries.
  void multiply_by_vector(std::span<const double> values, std::span<double> result) const;
};

/// Distributes a matrix over the nodes of a partition, and returns the rows of each node. The matrix must be symmetric.
std::vector<LocalRows> distribute_matrix_rows(const SparseMatrix& matrix, const Partition& partition);

}  // namespace switchyard
