#include <sstream>

#include "algorithms/applications/sparse_matrix_file.hpp"
#include "tests/fuzz/target.hpp"

/// Fuzzes the reading of files with sparse matrices of linear systems.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  std::istringstream in{std::string(input)};
  const SparseMatrix matrix = read_sparse_matrix(in, "input", NonRealMatrixValuePolicy::entries_as_ones);
  if (matrix.entry_count() > 0) check_symmetric_with_positive_diagonal(matrix, "input");
}
