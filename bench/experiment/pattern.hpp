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

/// A communication pattern, that is, a family of communication matrices, as plain data. The kind of the pattern
/// determines which members are used.
struct Pattern {
  enum class Kind : std::uint8_t { dense, complete, percent, bounded, file, program, added_by_library };
  Kind kind = Kind::dense;
  /// Of the kind `dense`: the number of messages that each node sends and receives.
  std::uint32_t density = 0;
  /// Of the kind `percent`: the number of messages, in percent of the number of all ordered pairs of different nodes.
  double message_percentage = 0;
  /// Of the kind `bounded`: the number of nodes to which each node sends messages.
  std::uint32_t fan_out = 0;
  /// of the kind `bounded`: the fraction of the bytes of a node that it sends in small messages
  double small_message_share = 0;
  /// Of the kind `bounded`: the number of bytes that each node sends and receives.
  std::uint64_t bytes_per_node = 0;
  /// the pattern's parameters as text for result rows, such as "16" or "k=32,l=1/32,t=64KiB"; for a matrix from a file,
  /// the name of the file
  std::string parameter_text = {};
  /// the matrix that was read from a file; null unless the pattern is of the kind `file`
  std::shared_ptr<const CommunicationMatrix> file_matrix = nullptr;
  /// the family of matrices that a loaded library has added; null unless the pattern is of the kind `added_by_library`
  std::shared_ptr<const PatternKind> pattern_kind_added_by_library = nullptr;

  /// Returns the name of the pattern as it stands in result rows: "dense", "complete", "percent", "bounded", "matrix",
  /// "program", or the name of a pattern that a library has added.
  std::string name() const;
  /// Returns whether the pattern itself determines the sizes of the messages, so that the option --bytes is not needed.
  bool determines_message_sizes() const noexcept;
};

/// Reads a pattern from a text: `dense`, `complete`, `percent:50`, `bounded:k=32,l=1/32,t=64KiB`, or the name of a
/// pattern in the list `added`, which may be followed by a colon and parameters. From the text `dense` it returns a
/// pattern whose density is still 0.
Pattern parse_pattern(const UserInputPlace& place, const std::string& text, std::span<const PatternKind> added = {});
Pattern dense_pattern(std::uint32_t density);
Pattern pattern_from_file(const std::string& path, Diagonal diagonal);

/// Makes the communication matrix of one random sample of the pattern. The matrix depends only on the arguments. Which
/// pairs of nodes exchange messages does not depend on the message size `bytes`, which may be empty if
/// pattern.determines_message_sizes().
CommunicationMatrix make_matrix_of_sample(const Pattern& pattern, std::uint32_t nodes,
                                          std::optional<std::uint64_t> bytes, std::uint64_t seed, std::uint64_t sample);

/// Returns the seed for the runs on one random sample of the pattern. The seed is the same for all message sizes and
/// algorithms, so that all their runs meet the same random delays of the machine.
std::uint64_t seed_of_runs(const Pattern& pattern, std::uint64_t seed, std::uint64_t sample);

/// Throws a UsageError, whose text names neither an option nor a file, if the pattern has no matrix for this number of
/// nodes. Only patterns of the kinds `bounded` and `added_by_library` are checked.
void check_node_count_of_pattern(const Pattern& pattern, std::uint32_t nodes);

/// Returns the number of messages of one matrix of the pattern. All samples of a pattern have the same number of
/// messages, except those of a pattern that a library has added; for such a pattern, the number is that of one sample.
/// For most kinds of patterns the number is computed without making a matrix.
std::uint64_t message_count_of_pattern(const Pattern& pattern, std::uint32_t nodes);

/// Returns the sum of the message sizes of one matrix of the pattern, in bytes. For most kinds of patterns no matrix is
/// made.
double payload_bytes(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes);

/// Estimates the host memory, in bytes, that a run needs for the messages of one matrix of the pattern: for their
/// payload, as sent and as received, and for the records of each message. With `in_pieces`, a complete exchange is
/// carried out in pieces, one after another, and needs the memory of only one piece.
double memory_for_messages(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes,
                           bool in_pieces);

}  // namespace switchyard
