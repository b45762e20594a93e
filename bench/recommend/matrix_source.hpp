#pragma once
/// \file matrix_source.hpp
/// Reads from a user's file which messages the nodes exchange. The file holds either a communication matrix, or the
/// matrix of a linear system (a matrix of unknowns), whose rows are assigned to the nodes.

#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/matrix/communication_matrix.hpp"

namespace switchyard::recommend {

enum class MatrixFileKind : std::uint8_t { communication_matrix, linear_system_matrix };

struct MatrixSourceOptions {
  std::string path = {};
  /// The kind of the file that the user states; if not set, it is found out from the file's content.
  std::optional<MatrixFileKind> kind = {};
  std::optional<std::uint32_t> nodes = {};  ///< number of nodes that the user has asked for, if any
  /// The number of nodes to which METIS assigns the rows if the user has asked for no number of nodes.
  std::uint32_t default_node_count = 64;
  /// The name of a file with the number of the node that owns each row; if not set, METIS assigns rows to nodes.
  std::optional<std::string> partition_file_name = {};
  /// The number of bytes of each value that nodes exchange; if not set, 8, or 16 for complex values.
  std::optional<std::uint64_t> bytes_per_value = {};
  std::uint64_t seed = 1;
};

struct MatrixSource {
  MatrixFileKind kind = MatrixFileKind::communication_matrix;
  /// The reason why the file is taken for a matrix of this kind, as text, such as "as --as says".
  std::string reason_for_file_kind = {};
  /// A text that says how the rows of a linear system are assigned to nodes; empty for a communication matrix.
  std::string partition_description = {};
  CommunicationMatrix matrix = {};
  std::uint64_t row_count = 0;  ///< number of rows of the matrix in the file
  std::uint64_t entries = 0;
  /// The number of bytes that are sent for each value of a linear system; 0 for a communication matrix.
  std::uint64_t bytes_per_value = 0;
};

/// Reads a user's matrix file. If it holds the matrix of a linear system (a matrix of unknowns), assigns its rows to
/// the nodes.
/// Throws: UsageError for a file that is wrong, more nodes than rows, a partition that does not fit, or a partition
///         that is needed in a build without METIS.
MatrixSource read_matrix_source(const MatrixSourceOptions& options);

}  // namespace switchyard::recommend
