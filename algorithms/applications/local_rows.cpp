#include "algorithms/applications/local_rows.hpp"

#include <utility>

namespace switchyard {
namespace {

/// Makes the LocalRows of the node that owns and receives the vector entries listed in `halo`. `local_numbers` is
/// working memory with an entry for every row of the matrix. Its entries for rows that the node neither owns nor
/// receives hold old values, which are never read.
LocalRows make_local_rows(const SparseMatrix& matrix, Halo halo, std::vector<std::uint32_t>& local_numbers) {
  std::uint32_t next = 0;
  for (const std::uint32_t vertex : halo.local_vertices()) local_numbers[vertex] = next++;
  LocalRows rows{.halo = std::move(halo), .row_starts = {0}, .entries = {}};
  for (const std::uint32_t row : rows.halo.owned_vertices) {
    for (const auto& entry : matrix.row(row)) rows.entries.push_back({local_numbers[entry.column], entry.value});
    rows.row_starts.push_back(rows.entries.size());
  }
  return rows;
}

}  // namespace

std::size_t LocalRows::local_vector_size() const noexcept {
  std::size_t count = own_row_count();
  for (const HaloPart& part : halo.receives) count += part.vertices.size();
  return count;
}

void LocalRows::multiply_by_vector(std::span<const double> values, std::span<double> result) const {
  for (std::size_t row = 0; row < own_row_count(); ++row) {
    double sum = 0;
    for (std::uint64_t i = row_starts[row]; i < row_starts[row + 1]; ++i)
      sum += entries[i].value * values[entries[i].column];
    result[row] = sum;
  }
}

std::vector<LocalRows> distribute_matrix_rows(const SparseMatrix& matrix, const Partition& partition) {
  std::vector<std::uint32_t> local_numbers(matrix.row_count());
  std::vector<LocalRows> all;
  for (Halo& halo : halos(graph_of_matrix(matrix), partition))
    all.push_back(make_local_rows(matrix, std::move(halo), local_numbers));
  return all;
}

}  // namespace switchyard
