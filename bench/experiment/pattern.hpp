#pragma once
/// \file pattern.hpp
/// The communication matrices of an experiment: a family of random matrices, or one matrix from a file.

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

/// A family of matrices, as plain data; its kind decides which fields are used.
struct Pattern {
  enum class Kind : std::uint8_t { dense, complete, percent, bounded, file, program, added };
  Kind kind = Kind::dense;
  std::uint32_t density = 0;  ///< kind dense: the density d
  double percent = 0;         ///< kind percent: share of the n(n - 1) possible messages
  std::uint32_t fan_out = 0;  ///< parameter k of kind bounded
  double light_share = 0;     ///< parameter l of kind bounded
  std::uint64_t traffic = 0;  ///< parameter t of kind bounded
  /// parameter in rows of results, such as "16", "k=32,l=1/32,t=64KiB", or the name of a file
  std::string parameter = {};
  std::shared_ptr<const CommunicationMatrix> matrix = nullptr;  ///< kind matrix: the matrix from a file
  std::shared_ptr<const PatternKind> family = nullptr;          ///< kind added: the family that a library has added

  /// Returns "dense", "complete", "percent", "bounded", "matrix", "program", or the name of an added family.
  std::string name() const;
  /// Returns whether the family itself settles the sizes of messages.
  bool has_sizes() const noexcept;
};

/// Reads `dense`, `complete`, `percent:50`, `bounded:k=32,l=1/32,t=64KiB`, or one of `added` with or without
/// parameters; `dense` still lacks its density.
Pattern parse_pattern(const InputPlace& place, const std::string& text, std::span<const PatternKind> added = {});
Pattern dense_pattern(std::uint32_t density);
Pattern file_pattern(const std::string& path, Diagonal diagonal);

/// Makes the matrix of one sample, which depends on nothing but the arguments: with another size, or next to other
/// densities and algorithms, the same messages come out.
///
/// `bytes` may be missing if pattern.has_sizes().
CommunicationMatrix sample_matrix(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes,
                                  std::uint64_t seed, std::uint64_t sample);

/// Returns the seed of the runs of a sample: the same for all sizes and algorithms, so that they meet the same delays.
std::uint64_t run_seed(const Pattern& pattern, std::uint64_t seed, std::uint64_t sample);

/// Throws UsageError, without a place, if the pattern is impossible with this number of nodes, as far as the family
/// itself can tell.
void check_nodes(const Pattern& pattern, std::uint32_t nodes);

/// Returns the number of messages of one matrix without making the matrix. It is the same for all samples; for an added
/// pattern it is that of one sample.
std::uint64_t message_count(const Pattern& pattern, std::uint32_t nodes);

/// Returns the payload of one matrix without making the matrix.
double payload_bytes(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes);

}  // namespace switchyard
