#pragma once
/// \file local_rows.hpp
/// The rows of a sparse matrix that one node owns, with columns numbered as in its own vectors.

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/applications/sparse_matrix.hpp"
#include "algorithms/matrix/halo.hpp"
#include "algorithms/matrix/partition.hpp"

namespace switchyard {

/// A vector has a node's own values first, then those it receives, as Halo::local_vertices has them.
struct LocalRows {
  Halo halo;
  std::vector<std::uint64_t> row_starts;  ///< one more than there are rows
  std::vector<SparseMatrix::Entry> entries;

  std::size_t own_count() const noexcept { return halo.owned.size(); }
  std::size_t local_count() const noexcept;
  /// result = rows * values. Shape: own_count() results, local_count() values.
  void multiply(std::span<const double> values, std::span<double> result) const;
};

/// One for each node. Needs: the matrix is symmetric.
std::vector<LocalRows> distribute(const SparseMatrix& matrix, const Partition& partition);

}  // namespace switchyard
