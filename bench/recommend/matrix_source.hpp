#pragma once
/// \file matrix_source.hpp
/// What the nodes exchange according to a user's file: a communication matrix as it stands, or a matrix of unknowns
/// whose rows are dealt out to the nodes.

#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/matrix/communication_matrix.hpp"

namespace switchyard::recommend {

enum class FileKind : std::uint8_t { messages, unknowns };

struct SourceOptions {
  std::string path = {};
  std::optional<FileKind> kind = {};          ///< nothing: the file's content tells
  std::optional<std::uint32_t> nodes = {};    ///< nodes that were asked for
  std::uint32_t usual_nodes = 64;             ///< nodes for a matrix of unknowns if none were asked for
  std::optional<std::string> partition = {};  ///< file with the node of each row; without it METIS deals the rows out
  std::optional<std::uint64_t> bytes_per_value = {};  ///< without it 8, or 16 for complex values
  std::uint64_t seed = 1;
};

struct MatrixSource {
  FileKind kind = FileKind::messages;
  std::string why = {};        ///< what in the file says so, or that it was asked for
  std::string partition = {};  ///< how the rows are dealt out; empty for messages
  CommunicationMatrix matrix = {};
  std::uint64_t rows = 0;  ///< rows and entries of the file
  std::uint64_t entries = 0;
  std::uint64_t bytes_per_value = 0;  ///< 0 for messages
};

/// Reads the file.
/// Throws: UsageError for a file that is wrong, more nodes than rows, a partition that does not fit, or a partition
/// that
///         is needed in a build without METIS.
MatrixSource read_source(const SourceOptions& options);

}  // namespace switchyard::recommend
