#pragma once
/// \file matrix_output.hpp
/// Writes communication matrices to files, for the commands that make such matrices.

#include <string>

#include "algorithms/matrix/matrix_io.hpp"

namespace switchyard {

/// Returns the format of a matrix file, which the ending of its path determines. Throws UsageError for an unknown
/// ending, and if `dense` is true and the ending is not .csv.
MatrixFormat matrix_format_of_path(const std::string& option, const std::string& path, bool dense);

/// The destination of a communication matrix: the file that --output names, or standard output. On standard output the
/// matrix has the format Matrix Market or, if `is_dense` is set, the format dense CSV.
struct MatrixOutput {
  std::string path;
  bool is_dense = false;

  bool writes_to_standard_output() const noexcept { return path.empty(); }
  /// Returns the format of the matrix file. Throws UsageError if the options --output and --dense contradict each
  /// other.
  MatrixFormat format() const;
  /// Writes the communication matrix to the file or to standard output. Throws UsageError as write_matrix_file() does.
  void write(const CommunicationMatrix& matrix) const;
};

/// Writes the matrix to a file. Throws a UsageError that names `option` if the file cannot be written, or one that
/// names --dense if the file would be larger than 1 GiB.
void write_matrix_file(const std::string& option, const std::string& path, const CommunicationMatrix& matrix,
                       MatrixFormat format);

}  // namespace switchyard
