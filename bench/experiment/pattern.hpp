#pragma once
/// \file pattern.hpp
/// Communication patterns of an experiment: a pattern is a family of random communication matrices, or one matrix from
/// a file.

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

/// A family of communication matrices, as plain data; the family's kind decides which fields are
/// used.
struct Pattern {
  enum class Kind : std::uint8_t { dense, complete, percent, bounded, file, program, added };
  Kind kind = Kind::dense;
  std::uint32_t density = 0;  ///< kind dense: number d of messages that each node sends and receives
  double percent = 0;         ///< kind percent: messages in percent of the n(n - 1) possible ones
  std::uint32_t fan_out = 0;  ///< parameter k of kind bounded
  double light_share = 0;     ///< parameter l of kind bounded
  std::uint64_t traffic = 0;  ///< parameter t of kind bounded
  /// parameter in rows of results, such as "16", "k=32,l=1/32,t=64KiB", or the name of a file
  std::string parameter = {};
  std::shared_ptr<const CommunicationMatrix> matrix = nullptr;  ///< kind file: the matrix that the file holds
  std::shared_ptr<const PatternKind> library_family = nullptr;  ///< kind added: the family that a library has added

  /// Returns the name of the pattern in rows of results: "dense", "complete", "percent", "bounded", "matrix",
  /// "program", or the name of a family that a library has added.
  std::string name() const;
  /// Returns whether the pattern itself determines the sizes of the messages, so that --bytes is not needed.
  bool determines_message_sizes() const noexcept;
};

/// Reads a pattern from a text: `dense`, `complete`, `percent:50`, `bounded:k=32,l=1/32,t=64KiB`, or the name of a
/// family in `added`, alone or with a colon and parameters. A pattern read from `dense` has no density yet.
Pattern parse_pattern(const InputPlace& place, const std::string& text, std::span<const PatternKind> added = {});
Pattern dense_pattern(std::uint32_t density);
Pattern file_pattern(const std::string& path, Diagonal diagonal);

/// Makes the communication matrix of one sample, which depends on nothing but the arguments. The
/// pairs of nodes that exchange messages do not even depend on `bytes`, nor on other patterns and
/// algorithms of an experiment.
///
/// The message size `bytes` may be left out if pattern.determines_message_sizes().
CommunicationMatrix sample_matrix(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes,
                                  std::uint64_t seed, std::uint64_t sample);

/// Returns the seed of the runs of a sample. It is the same for all message sizes and algorithms,
/// so that they meet the same random delays.
std::uint64_t run_seed(const Pattern& pattern, std::uint64_t seed, std::uint64_t sample);

/// Throws UsageError, which does not name an option or file, if the pattern is impossible with this number of nodes;
/// checks only patterns of the kinds bounded and added.
void check_node_count_of_pattern(const Pattern& pattern, std::uint32_t nodes);

/// Returns the number of messages of one matrix of the pattern, for most kinds of pattern without
/// making the matrix. All samples have the same number, except those of an added pattern, for
/// which it is that of one sample.
std::uint64_t message_count(const Pattern& pattern, std::uint32_t nodes);

/// Returns the sum of the message sizes of one matrix of the pattern in bytes, for most kinds of
/// pattern without making the matrix.
double payload_bytes(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes);

/// Estimates the memory, in bytes, that a run needs for the messages of one matrix of the pattern:
/// for their payload, as sent and as received, and for the records of each message. With
/// `in_pieces`, complete exchanges are carried out in pieces, and a run needs the memory of one
/// piece only.
double memory_for_messages(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes,
                           bool in_pieces);

}  // namespace switchyard
