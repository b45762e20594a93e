#include "bench/papers/ponnusamy_tables.hpp"

#include <algorithm>

namespace switchyard::papers {
namespace {

using TableLine = std::array<double, 4>;

/// The times that the paper's table 5 (FFT) prints for 32 nodes, in seconds. The rows are in the order of
/// kTransformSizes, and the columns are in the order of kCompleteExchanges.
constexpr std::array<TableLine, 4> kPublishedTable5{{{0.215, 0.152, 0.112, 0.114},
                                                     {0.845, 0.470, 0.467, 0.470},
                                                     {3.135, 2.007, 2.480, 2.005},
                                                     {14.780, 9.032, 9.245, 8.509}}};
/// The times that the paper's table 11 (random patterns) prints for 256 bytes, in milliseconds. The rows are in the
/// order of kRandomPatternDensityPercents, and the columns are in the order of kIrregularSchedules.
constexpr std::array<TableLine, 4> kPublishedTable11{{{4.723, 1.766, 1.933, 1.597},
                                                      {11.67, 3.977, 3.724, 3.266},
                                                      {29.01, 6.324, 6.034, 6.009},
                                                      {50.14, 7.882, 7.856, 9.241}}};

constexpr std::array<RealProblem, 5> kPublishedTable12{{{"cg_16k", 16384, 9, 643, {8.046, 6.623, 7.188, 5.799}},
                                                        {"euler_545", 545, 37, 85, {25.87, 7.374, 7.386, 5.656}},
                                                        {"euler_2k", 2000, 44, 226, {48.88, 15.04, 15.07, 12.30}},
                                                        {"euler_3k", 3000, 29, 612, {50.78, 19.98, 17.57, 14.34}},
                                                        {"euler_9k", 9000, 44, 505, {77.13, 21.91, 20.19, 17.01}}}};

template <class Key>
std::optional<double> published_value(const std::array<TableLine, 4>& table, const std::array<Key, 4>& rows, Key row,
                                      const std::array<std::string_view, 4>& columns, std::string_view column) {
  const auto r = static_cast<std::size_t>(std::ranges::find(rows, row) - rows.begin());
  const auto c = static_cast<std::size_t>(std::ranges::find(columns, column) - columns.begin());
  if (r == rows.size() || c == columns.size()) return std::nullopt;
  return table[r][c];
}

}  // namespace

std::optional<double> published_transform_seconds(std::uint32_t size, std::uint32_t nodes, std::string_view algorithm) {
  if (nodes != 32) return std::nullopt;
  return published_value(kPublishedTable5, kTransformSizes, size, kCompleteExchanges, algorithm);
}

std::optional<double> published_pattern_time_ms(std::uint32_t percent, std::uint64_t bytes,
                                                std::string_view algorithm) {
  if (bytes != 256) return std::nullopt;
  return published_value(kPublishedTable11, kRandomPatternDensityPercents, percent, kIrregularSchedules, algorithm);
}

std::span<const RealProblem> real_problems() { return kPublishedTable12; }

}  // namespace switchyard::papers
