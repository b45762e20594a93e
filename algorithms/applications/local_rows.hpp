#pragma once
/// \file local_rows.hpp
/// The rows of a sparse matrix that one node owns, with columns numbered by the node's local numbers.

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
  std::vector<std::uint64_t> row_starts;  ///< where each row starts in `entries`; one more than there are rows
  std::vector<SparseMatrix::Entry> entries;

  std::size_t own_row_count() const noexcept { return halo.owned.size(); }
  std::size_t local_vector_size() const noexcept;
  /// Computes result = rows * values. Shape: own_row_count() results, local_vector_size() values.
  void multiply(std::span<const double> values, std::span<double> result) const;
};

/// Distributes the matrix: returns the rows of each node. Needs: the matrix is symmetric.
std::vector<LocalRows> distribute(const SparseMatrix& matrix, const Partition& partition);

}  // namespace switchyard
