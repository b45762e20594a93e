#pragma once
/// \file matrix_io.hpp
/// Communication matrices as files. Every error is a UsageError of one line,
/// `FILE:LINE:COLUMN: what is wrong; what would be right`; lines may end in LF or CRLF.
///
/// In every format 0 means: no message. Sizes and their sum are below 2^63; a file has at most 2^22 nodes, so that a
/// damaged header cannot ask for more memory than the file itself is worth.

#include <iosfwd>
#include <string>
#include <string_view>

#include "algorithms/matrix/communication_matrix.hpp"

namespace switchyard {

/// What to do about an entry that a node has for itself. Sparse matrices from elsewhere usually have a diagonal.
enum class Diagonal { refuse, drop };

enum class MatrixFormat {
  matrix_market,
  csv_triplets,
  csv_dense,
};

/// `.mtx` is Matrix Market and `.csv` CSV; with another ending, a file that starts with `%%` is Matrix Market.
///
/// Throws: UsageError, also for a path that cannot be read.
CommunicationMatrix read_matrix_file(const std::string& path, Diagonal diagonal = Diagonal::refuse);

/// The same of a file that is open; `name`, its path, stands for it in errors and has the ending.
CommunicationMatrix read_matrix(std::istream& in, const std::string& name, Diagonal diagonal = Diagonal::refuse);

/// `name` stands for the file in errors.
CommunicationMatrix read_matrix_market(std::istream& in, std::string_view name, Diagonal diagonal = Diagonal::refuse);
CommunicationMatrix read_csv(std::istream& in, std::string_view name, Diagonal diagonal = Diagonal::refuse);

/// Reading the result gives an equal matrix.
///
/// Throws: UsageError for a matrix with zero-byte messages, which a file cannot tell from no message.
void write_matrix(std::ostream& out, const CommunicationMatrix& matrix, MatrixFormat format);

}  // namespace switchyard
