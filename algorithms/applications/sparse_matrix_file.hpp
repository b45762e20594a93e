#pragma once
/// \file sparse_matrix_file.hpp
/// Reads the matrix of a linear system. algorithms/matrix/matrix_io.hpp reads the same format as sizes of messages.
///
/// Source: R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market exchange formats", NISTIR 5935 (1996).
/// Reads:  `matrix coordinate`, `real` or `integer`, `general` or `symmetric`. Rows and columns count from 1.

#include <iosfwd>
#include <string>
#include <string_view>

#include "algorithms/applications/sparse_matrix.hpp"

namespace switchyard {

/// Throws: UsageError, `FILE:LINE:COLUMN: what is wrong; what would be right`, also for a path that cannot be read.
SparseMatrix read_sparse_matrix_file(const std::string& path);
/// `name` stands for the file in errors.
SparseMatrix read_sparse_matrix(std::istream& in, std::string_view name);

}  // namespace switchyard
