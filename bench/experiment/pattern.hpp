#pragma once
/// \file pattern.hpp
/// The communication patterns of an experiment. A pattern is a family of random communication matrices, or one matrix
/// from a file.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/matrix/matrix_io.hpp"
#include "algorithms/matrix/pattern_kind.hpp"
#include "runtime/error.hpp"

namespace switchyard {

/// A communication pattern, which is a family of communication matrices, as plain data. The kind of the pattern decides
/// which fields are used.
struct Pattern {
  enum class Kind : std::uint8_t { dense, complete, percent, bounded, file, program, added_by_library };
  Kind kind = Kind::dense;
  std::uint32_t density = 0;  ///< for the kind `dense`: number of messages that each node sends and receives
  double message_percentage =
      0;                      ///< for the kind `percent`: number of messages, in percent of all ordered pairs of nodes
  std::uint32_t fan_out = 0;  ///< for the kind `bounded`: number of receivers of each node
  /// for the kind `bounded`: share of a node's bytes that goes to its receivers of small messages
  double small_message_share = 0;
  std::uint64_t bytes_per_node = 0;  ///< for the kind `bounded`: number of bytes that each node sends and receives
  /// the pattern's parameters as text in rows of results, such as "16", "k=32,l=1/32,t=64KiB", or the name of a matrix
  /// file
  std::string parameter_text = {};
  /// for the kind `file`: the matrix in the file; else null
  std::shared_ptr<const CommunicationMatrix> file_matrix = nullptr;
  /// for the kind `added_by_library`: the family that a library has added; else null
  std::shared_ptr<const PatternKind> library_family = nullptr;

  /// Returns the name of the pattern in rows of results: "dense", "complete", "percent", "bounded", "matrix",
  /// "program", or the name of a family that a library has added.
  std::string name() const;
  /// Returns whether the pattern itself determines the sizes of the messages, so that the option --bytes is not needed.
  bool determines_message_sizes() const noexcept;
};

/// Reads a pattern from a text: `dense`, `complete`, `percent:50`, `bounded:k=32,l=1/32,t=64KiB`, or the name of a
/// family in `added_by_library`, which may be followed by a colon and parameters. From the text `dense` it returns a
/// pattern whose density is still 0.
Pattern parse_pattern(const InputPlace& place, const std::string& text, std::span<const PatternKind> added = {});
Pattern dense_pattern(std::uint32_t density);
Pattern pattern_from_file(const std::string& path, Diagonal diagonal);

/// Makes the communication matrix of one sample of the pattern. The matrix depends only on the arguments. Which pairs
/// of nodes exchange messages does not depend on `bytes`.
///
/// The message size `bytes` may be empty if pattern.determines_message_sizes().
CommunicationMatrix make_matrix_of_sample(const Pattern& pattern, std::uint32_t nodes,
                                          std::optional<std::uint64_t> bytes, std::uint64_t seed, std::uint64_t sample);

/// Returns the seed for the runs of one sample of the pattern. The seed is the same for all message sizes and
/// algorithms, so that all their runs meet the same random delays.
std::uint64_t seed_of_runs(const Pattern& pattern, std::uint64_t seed, std::uint64_t sample);

/// Throws a UsageError, whose text names no option and no file, if there is no matrix of the pattern for this number of
/// nodes. Only patterns of the kinds `bounded` and `added_by_library` are checked.
void check_node_count_of_pattern(const Pattern& pattern, std::uint32_t nodes);

/// Returns the number of messages of one matrix of the pattern. All samples of a pattern have the same number of
/// messages, except samples of a pattern that a library has added; for such a pattern the number is that of one sample.
/// Most kinds of patterns are counted without making a matrix.
std::uint64_t message_count_of_pattern(const Pattern& pattern, std::uint32_t nodes);

/// Returns the sum of the message sizes of one matrix of the pattern, in bytes. For most kinds of patterns no matrix is
/// made.
double payload_bytes(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes);

/// Estimates the memory, in bytes, that a run needs for the messages of one matrix of the pattern: for their payload,
/// as sent and as received, and for the records of each message. With `in_pieces`, a complete exchange is carried out
/// in pieces, one after another, and needs the memory of only one piece.
double memory_for_messages(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes,
                           bool in_pieces);

}  // namespace switchyard
