#pragma once
/// \file pattern.hpp
/// Who sends to whom in an experiment: a family of random matrices, or one matrix from a file.

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

/// One family. Plain data: which fields count depends on the kind.
struct Pattern {
  enum class Kind : std::uint8_t { dense, complete, percent, bounded, file, program, added };
  Kind kind = Kind::dense;
  std::uint32_t density = 0;   ///< dense: d
  double percent = 0;          ///< percent: of the n(n - 1) messages
  std::uint32_t fan_out = 0;   ///< bounded: k
  double light_share = 0;      ///< bounded: l
  std::uint64_t traffic = 0;   ///< bounded: t
  std::string parameter = {};  ///< as rows of results show it: "16", "k=32,l=1/32,t=64KiB", a file's name
  std::shared_ptr<const CommunicationMatrix> matrix = nullptr;  ///< file
  std::shared_ptr<const PatternKind> family = nullptr;          ///< added: by a library

  /// "dense", "complete", "percent", "bounded", "matrix", "program", or an added one's
  std::string name() const;
  /// True where the family itself settles how large messages are.
  bool has_sizes() const noexcept;
};

/// Reads `dense`, `complete`, `percent:50`, `bounded:k=32,l=1/32,t=64KiB`, or one of `added` with or without
/// parameters; `dense` still lacks its density.
Pattern parse_pattern(const InputPlace& place, const std::string& text, std::span<const PatternKind> added = {});
Pattern dense_pattern(std::uint32_t density);
Pattern file_pattern(const std::string& path, Diagonal diagonal);

/// The matrix of one sample. It depends on nothing but the arguments: with another size, or next to other densities and
/// algorithms, the same messages come out.
///
/// `bytes` may be missing where has_sizes().
CommunicationMatrix sample_matrix(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes,
                                  std::uint64_t seed, std::uint64_t sample);

/// What a run of that sample is seeded with: the same for all sizes and algorithms, so that they meet the same delays.
std::uint64_t run_seed(const Pattern& pattern, std::uint64_t seed, std::uint64_t sample);

/// Throws UsageError, without a place, if the pattern cannot have so many nodes, as far as the family itself says so.
void check_nodes(const Pattern& pattern, std::uint32_t nodes);

/// Messages of one matrix, without making it: the same for all samples. Of an added pattern, those of one sample.
std::uint64_t message_count(const Pattern& pattern, std::uint32_t nodes);

/// Payload of one matrix, without making it.
double payload_bytes(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes);

}  // namespace switchyard
