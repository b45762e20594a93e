#pragma once
/// \file matrix_io.hpp
/// Communication matrices as files. Every error is a UsageError of one line,
/// `FILE:LINE:COLUMN: what is wrong; what would be right`; lines may end in LF or CRLF.
///
/// In every format a size of 0 means that there is no message. Each size and the sum of all sizes
/// is below 2^63. A file has at most 2^22 nodes, so that a damaged header cannot make the reader
/// allocate far more memory than the file could fill.

#include <iosfwd>
#include <string>
#include <string_view>

#include "algorithms/matrix/communication_matrix.hpp"

namespace switchyard {

/// What to do with an entry on the diagonal of a matrix, which would be a message from a node to itself. Sparse
/// matrices that were not made as communication matrices usually have such entries.
enum class Diagonal { refuse, drop };

enum class MatrixFormat {
  matrix_market,
  csv_triplets,
  csv_dense,
};

/// Reads a communication matrix from a file. The ending `.mtx` means Matrix Market and `.csv` means CSV; with another
/// ending, a file that starts with `%%` is Matrix Market.
///
/// Throws: UsageError for a file that is no valid matrix, and for a path that cannot be read.
CommunicationMatrix read_matrix_file(const std::string& path, Diagonal diagonal = Diagonal::refuse);

/// Reads a communication matrix from an open file. `name` is the path of the file: error messages show it, and its
/// ending determines the format, as for read_matrix_file().
CommunicationMatrix read_matrix(std::istream& in, const std::string& name, Diagonal diagonal = Diagonal::refuse);

/// Reads a communication matrix from an open Matrix Market file, which error messages call `name`.
CommunicationMatrix read_matrix_market(std::istream& in, std::string_view name, Diagonal diagonal = Diagonal::refuse);
CommunicationMatrix read_csv(std::istream& in, std::string_view name, Diagonal diagonal = Diagonal::refuse);

/// Writes a communication matrix so that reading the file gives an equal matrix.
///
/// Throws: UsageError for a matrix with zero-byte messages, which a file cannot tell from no message.
void write_matrix(std::ostream& out, const CommunicationMatrix& matrix, MatrixFormat format);

}  // namespace switchyard
