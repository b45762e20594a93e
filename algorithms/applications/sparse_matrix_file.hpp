#pragma once
/// \file sparse_matrix_file.hpp
/// Reads the matrix of a linear system. algorithms/matrix/matrix_io.hpp reads the same file format, but takes the
/// values as sizes of messages.
///
/// Source: R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market exchange formats", NISTIR 5935 (1996).
/// Reads:  `matrix coordinate`; `real`, `double` or `integer`, and `pattern` on request; `general`, or `symmetric` with
///         the lower triangle only. Rows and columns count from 1.

#include <iosfwd>
#include <string>
#include <string_view>

#include "algorithms/applications/sparse_matrix.hpp"

namespace switchyard {

/// What to do with a `pattern` file, which has no values. `as_ones` sets each entry to 1, for callers that need only
/// the places of the entries.
enum class PatternFile { refuse, as_ones };

/// Reads the file at `path`.
/// Throws: UsageError, `FILE:LINE:COLUMN: what is wrong; what would be right`, also for a path that cannot be read.
SparseMatrix read_sparse_matrix_file(const std::string& path, PatternFile pattern = PatternFile::refuse);
/// Reads an open file; errors call it `name`.
SparseMatrix read_sparse_matrix(std::istream& in, std::string_view name, PatternFile pattern = PatternFile::refuse);

}  // namespace switchyard
