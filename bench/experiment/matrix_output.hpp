#pragma once
/// \file matrix_output.hpp
/// Where the commands that make communication matrices put them.

#include <string>

#include "algorithms/matrix/matrix_io.hpp"

namespace switchyard {

/// By the ending of the path. Throws UsageError for an ending that is none, and for `dense` with another than .csv.
MatrixFormat format_of(const std::string& option, const std::string& path, bool dense);

/// Into the file that --output names, or without one onto standard output, as Matrix Market or, if `dense`, as CSV.
struct MatrixOutput {
  std::string path;
  bool dense = false;

  bool to_standard_output() const noexcept { return path.empty(); }
  /// Throws UsageError if the options do not go together.
  MatrixFormat format() const;
  /// Throws UsageError, as write_matrix_file does.
  void write(const CommunicationMatrix& matrix) const;
};

/// Throws UsageError, naming the option, if the file cannot be written; naming --dense, if it would pass 1 GiB.
void write_matrix_file(const std::string& option, const std::string& path, const CommunicationMatrix& matrix,
                       MatrixFormat format);

}  // namespace switchyard
