#pragma once
/// \file sparse_matrix_file.hpp
/// Reads the matrix of a linear system. algorithms/matrix/matrix_io.hpp reads the same file format, but takes the
/// values as sizes of messages.
///
/// Source: R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market exchange formats", NISTIR 5935 (1996).
/// Reads:  `matrix coordinate`; `real`, `double` or `integer`; `general`, or `symmetric` with the lower triangle only.
///         If only the places of entries matter, also reads `pattern`, `complex`, `skew-symmetric` and `hermitian`.
///         Rows and columns count from 1.

#include <iosfwd>
#include <string>
#include <string_view>

#include "algorithms/applications/sparse_matrix.hpp"

namespace switchyard {

/// What to do with Matrix Market files whose values are not real numbers. `entries_as_ones` accepts such
/// files, for callers that need only the rows and columns of the entries: the value of an entry is then 1
/// in a `pattern` file, and the real part in a `complex` file.
enum class NonRealMatrixValuePolicy { refuse, entries_as_ones };

/// Reads a sparse matrix from the Matrix Market file at `path`.
/// Throws: UsageError, `FILE:LINE:COLUMN: what is wrong; what would be right`, also for a path that cannot be read.
SparseMatrix read_sparse_matrix_file(const std::string& path,
                                     NonRealMatrixValuePolicy pattern = NonRealMatrixValuePolicy::refuse);
/// Reads a matrix from an open Matrix Market file, which error messages call `name`.
SparseMatrix read_sparse_matrix(std::istream& in, std::string_view name,
                                NonRealMatrixValuePolicy pattern = NonRealMatrixValuePolicy::refuse);

/// What the banner and the values of a Matrix Market file tell about the kind of its values.
struct MatrixValueDescription {
  std::string value_kind;  ///< "real", "double", "integer", "complex" or "pattern"
  std::string symmetry;    ///< "general", "symmetric", "skew-symmetric" or "hermitian"
  /// whether all values (or the real parts of complex values) are whole numbers of at least 0
  bool are_values_nonnegative_integers = true;
};
struct MatrixOfAnyKind {
  SparseMatrix matrix;
  MatrixValueDescription value_description;
};
/// Reads a matrix with values of any kind from an open Matrix Market file, and also returns the kind of the values.
MatrixOfAnyKind read_matrix_of_any_kind(std::istream& in, std::string_view name);

}  // namespace switchyard
