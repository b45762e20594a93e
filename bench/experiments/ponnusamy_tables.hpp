#pragma once
/// \file ponnusamy_tables.hpp
/// What is printed in R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication
/// Patterns on the CM-5" (1992), Tables 5, 11 and 12, as far as it is at hand.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace switchyard::experiments {

inline constexpr std::array<std::string_view, 4> kCompleteExchanges{"lex", "pex", "rex", "bex"};
inline constexpr std::array<std::string_view, 4> kIrregularSchedules{"ls", "ps", "bs", "gs"};
inline constexpr std::array<std::uint32_t, 4> kTransformSizes{256, 512, 1024, 2048};
inline constexpr std::array<std::uint32_t, 4> kPatternPercents{10, 25, 50, 75};

/// Table 5, seconds. Nothing for 256 nodes.
std::optional<double> published_transform_seconds(std::uint32_t size, std::uint32_t nodes, std::string_view algorithm);

/// Table 11, milliseconds. Nothing for 512 bytes.
std::optional<double> published_pattern_ms(std::uint32_t percent, std::uint64_t bytes, std::string_view algorithm);

/// A column of Table 12.
struct RealProblem {
  std::string_view name;
  std::uint32_t vertices;  ///< of the mesh, or rows of the matrix
  double percent;          ///< of complete exchange
  double mean_bytes;       ///< of a message
  std::array<double, kIrregularSchedules.size()> milliseconds;
};
std::span<const RealProblem> real_problems();

}  // namespace switchyard::experiments
