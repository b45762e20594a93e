#include "bench/papers/bokhari_hull.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace switchyard::papers {
namespace {

/// The characters that stand for the implementations of the complete exchange in the map that shows which
/// implementation is best, in the order of kCompleteExchangeImplementations.
constexpr std::array<char, kCompleteExchangeImplementations.size()> kMapCharacters{'L', 'S', 'P', 'X', 'p', 'x'};

char map_character_of_implementation(std::string_view implementation) {
  const auto found = std::ranges::find(kCompleteExchangeImplementations, implementation);
  return kMapCharacters[static_cast<std::size_t>(found - kCompleteExchangeImplementations.begin())];
}

bool is_measured_for_small_blocks_only(std::string_view implementation) {
  return implementation == "standard_f" || implementation == "standard_u" || implementation == "pairwise_u";
}

}  // namespace

std::vector<std::uint64_t> measured_block_sizes(std::string_view implementation) {
  std::vector<std::uint64_t> sizes;
  const std::uint64_t largest =
      is_measured_for_small_blocks_only(implementation) ? kSmallBlockMeasurementLimitBytes : kLargestBlockBytes;
  for (std::uint64_t bytes = 1; bytes <= largest; bytes *= 2) sizes.push_back(bytes);
  return sizes;
}

void ImplementationTimes::record_exchange_times(std::string_view implementation, std::uint32_t dimension,
                                                std::uint64_t bytes, const ExchangeTimes& timing) {
  timings_[{dimension, bytes, implementation}] = timing;
}

const ExchangeTimes& ImplementationTimes::exchange_times_at(std::string_view implementation, std::uint32_t dimension,
                                                            std::uint64_t bytes) const {
  return timings_.at({dimension, bytes, implementation});
}

bool ImplementationTimes::has_times(std::string_view implementation, std::uint32_t dimension,
                                    std::uint64_t bytes) const {
  return timings_.contains({dimension, bytes, implementation});
}

std::string_view ImplementationTimes::best_implementation(std::uint32_t dimension, std::uint64_t bytes) const {
  std::string_view best;
  for (const std::string_view other : kCompleteExchangeImplementations) {
    if (!has_times(other, dimension, bytes)) continue;
    if (best.empty() || exchange_times_at(other, dimension, bytes).greatest_cost <
                            exchange_times_at(best, dimension, bytes).greatest_cost)
      best = other;
  }
  return best;
}

std::string_view ImplementationTimes::worst_implementation(std::uint32_t dimension, std::uint64_t bytes) const {
  std::string_view worst;
  for (const std::string_view other : kCompleteExchangeImplementations) {
    if (!has_times(other, dimension, bytes)) continue;
    if (worst.empty() || exchange_times_at(other, dimension, bytes).greatest_cost >
                             exchange_times_at(worst, dimension, bytes).greatest_cost)
      worst = other;
  }
  return worst;
}

std::vector<std::uint64_t> ImplementationTimes::block_sizes_where_best(std::string_view implementation,
                                                                       std::uint32_t dimension) const {
  std::vector<std::uint64_t> sizes = measured_block_sizes(implementation);
  std::erase_if(sizes, [&](std::uint64_t bytes) { return best_implementation(dimension, bytes) != implementation; });
  return sizes;
}

double ImplementationTimes::time_ratio(std::string_view first, std::string_view second, std::uint32_t dimension,
                                       std::uint64_t bytes) const {
  return microseconds(exchange_times_at(first, dimension, bytes).greatest_cost) /
         microseconds(exchange_times_at(second, dimension, bytes).greatest_cost);
}

std::string best_implementations_map(const ImplementationTimes& hull) {
  std::string text = "best implementation by maximum time; block sizes 1, 2, 4, ... 4096 bytes from left to right\n\n";
  for (std::uint32_t dimension = 1; dimension <= kLargestCubeDimension; ++dimension) {
    text += fmt::format("  d = {}  ", dimension);
    for (std::uint64_t bytes = 1; bytes <= kLargestBlockBytes; bytes *= 2) {
      text += fmt::format(" {}", map_character_of_implementation(hull.best_implementation(dimension, bytes)));
    }
    text += '\n';
  }
  text += '\n';
  for (std::size_t i = 0; i < kCompleteExchangeImplementations.size(); ++i) {
    text += fmt::format("  {}  {}\n", kMapCharacters[i], kCompleteExchangeImplementations[i]);
  }
  return text;
}

}  // namespace switchyard::papers
