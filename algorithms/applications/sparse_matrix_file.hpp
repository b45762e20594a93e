#pragma once
/// \file sparse_matrix_file.hpp
/// Reads the matrix of a linear system. algorithms/matrix/matrix_io.hpp reads the same format as sizes of messages.
///
/// Source: R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market exchange formats", NISTIR 5935 (1996).
/// Reads:  `matrix coordinate`; `real`, `double` or `integer`, and `pattern` on request; `general` or `symmetric`, of
///         which it wants the lower triangle only. Rows and columns count from 1.

#include <iosfwd>
#include <string>
#include <string_view>

#include "algorithms/applications/sparse_matrix.hpp"

namespace switchyard {

/// A `pattern` file lacks the values of its entries; `as_ones` suits those who need only their places.
enum class PatternFile { refuse, as_ones };

/// Throws: UsageError, `FILE:LINE:COLUMN: what is wrong; what would be right`, also for a path that cannot be read.
SparseMatrix read_sparse_matrix_file(const std::string& path, PatternFile pattern = PatternFile::refuse);
/// `name` stands for the file in errors.
SparseMatrix read_sparse_matrix(std::istream& in, std::string_view name, PatternFile pattern = PatternFile::refuse);

}  // namespace switchyard
