#pragma once
/// \file matrix_output.hpp
/// Writes the files of the commands that make communication matrices.

#include <string>

#include "algorithms/matrix/matrix_io.hpp"

namespace switchyard {

/// Returns the format of a matrix file by the ending of its path. Throws UsageError for an unknown ending, and for
/// `dense` with an ending other than .csv.
MatrixFormat format_of(const std::string& option, const std::string& path, bool dense);

/// The destination of a communication matrix: the file that --output names, or standard output.
/// Standard output gets the format Matrix Market or, if `dense`, CSV.
struct MatrixOutput {
  std::string path;
  bool dense = false;

  bool to_standard_output() const noexcept { return path.empty(); }
  /// Returns the format of the matrix file. Throws UsageError if the options --output and --dense contradict each
  /// other.
  MatrixFormat format() const;
  /// Writes the communication matrix to the file or to standard output. Throws UsageError as write_matrix_file() does.
  void write(const CommunicationMatrix& matrix) const;
};

/// Writes the matrix to a file. Throws UsageError that names the option if the file cannot be written, or that names
/// --dense if the file would pass 1 GiB.
void write_matrix_file(const std::string& option, const std::string& path, const CommunicationMatrix& matrix,
                       MatrixFormat format);

}  // namespace switchyard
