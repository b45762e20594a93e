#pragma once
/// \file matrix_source.hpp
/// Reads from a user's file what the nodes exchange. The file holds either a communication matrix,
/// or the matrix of a linear system (a matrix of unknowns) that has each of its rows assigned to a
/// node.

#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/matrix/communication_matrix.hpp"

namespace switchyard::recommend {

enum class MatrixFileKind : std::uint8_t { communication_matrix, linear_system_matrix };

struct MatrixSourceOptions {
  std::string path = {};
  std::optional<MatrixFileKind> kind = {};  ///< kind of the file as the user says; if not set, its content decides
  std::optional<std::uint32_t> nodes = {};  ///< number of nodes that the user asked for
  std::uint32_t default_node_count = 64;    ///< number of nodes if the user asked for none and METIS assigns the rows
  std::optional<std::string> partition_file_name =
      {};  ///< name of a file with the node of each row; if not set, METIS assigns rows to nodes
  std::optional<std::uint64_t> bytes_per_value = {};  ///< bytes of each value; if not set: 8, or 16 for complex values
  std::uint64_t seed = 1;
};

struct MatrixSource {
  MatrixFileKind kind = MatrixFileKind::communication_matrix;
  std::string reason_for_file_kind =
      {};  ///< text that says why the file is taken for this kind, such as "as --as says"
  std::string partition_description = {};  ///< text that says how the rows are assigned to nodes; empty for messages
  CommunicationMatrix matrix = {};
  std::uint64_t row_count = 0;  ///< number of rows of the file
  std::uint64_t entries = 0;
  std::uint64_t bytes_per_value = 0;  ///< bytes sent for each value of a matrix of unknowns; 0 for messages
};

/// Reads a user's matrix file, and assigns the rows of a matrix of unknowns to the nodes.
/// Throws: UsageError for a file that is wrong, more nodes than rows, a partition that does not fit, or a
///         partition that is needed in a build without METIS.
MatrixSource read_matrix_source(const MatrixSourceOptions& options);

}  // namespace switchyard::recommend
