#pragma once
/// \file ponnusamy_tables.hpp
/// The printed numbers of R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular
/// Communication Patterns on the CM-5" (1992), tables 5, 11 and 12. Parts of the tables are not available.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace switchyard::papers {

inline constexpr std::array<std::string_view, 4> kCompleteExchanges{"lex", "pex", "rex", "bex"};
inline constexpr std::array<std::string_view, 4> kIrregularSchedules{"ls", "ps", "bs", "gs"};
inline constexpr std::array<std::uint32_t, 4> kTransformSizes{256, 512, 1024, 2048};
inline constexpr std::array<std::uint32_t, 4> kRandomPatternDensityPercents{10, 25, 50, 75};

/// Returns a time that the paper's table 5 (FFT) prints, in seconds; nothing for 256 nodes, as those numbers are not
/// available.
std::optional<double> published_transform_seconds(std::uint32_t size, std::uint32_t nodes, std::string_view algorithm);

/// Returns a time that the paper's table 11 (random patterns) prints, in milliseconds; nothing for 512 bytes, as those
/// numbers are not available.
std::optional<double> published_pattern_time_ms(std::uint32_t percent, std::uint64_t bytes, std::string_view algorithm);

/// A column of the paper's table 12: one real problem and its printed times for several algorithms.
struct RealProblem {
  std::string_view name;
  std::uint32_t vertex_count;  ///< number of vertices of the mesh, or of rows of the sparse matrix
  /// The density: the number of messages, in percent of the number of messages of a complete exchange.
  double percent;
  double mean_message_bytes;  ///< mean size of a message, in bytes
  std::array<double, kIrregularSchedules.size()> times_ms;
};
std::span<const RealProblem> real_problems();

}  // namespace switchyard::papers
