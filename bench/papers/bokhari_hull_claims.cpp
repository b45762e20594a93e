#include "bench/papers/bokhari_hull_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace switchyard::papers {
namespace {

constexpr std::uint64_t kSmallestBlockBytes = 1;

/// Returns a text with the results of text_of(d) for each dimension d from first to last, such as "d=1: ...; d=2: ...".
template <class TextOf>
std::string text_for_dimensions(std::uint32_t first, std::uint32_t last, TextOf text_of) {
  std::string text;
  for (std::uint32_t d = first; d <= last; ++d)
    text += fmt::format("{}d={}: {}", d == first ? "" : "; ", d, text_of(d));
  return text;
}

template <class Holds>
bool is_true_for_all_cube_dimensions(std::uint32_t first, std::uint32_t last, Holds holds) {
  for (std::uint32_t d = first; d <= last; ++d) {
    if (!holds(d)) return false;
  }
  return true;
}

std::string block_sizes_text(const std::vector<std::uint64_t>& sizes) {
  return sizes.empty() ? "nowhere" : fmt::format("{} B", fmt::join(sizes, ", "));
}

/// Returns the smallest block size from which on the implementation is the best one for all measured block sizes;
/// nothing if it is not the best one for the largest size.
std::optional<std::uint64_t> block_size_from_which_implementation_wins(const ImplementationTimes& hull,
                                                                       std::string_view implementation,
                                                                       std::uint32_t dimension) {
  std::optional<std::uint64_t> from;
  for (std::uint64_t bytes = kLargestBlockBytes; bytes > 0; bytes /= 2) {
    if (hull.best_implementation(dimension, bytes) != implementation) break;
    from = bytes;
  }
  return from;
}

std::string text_of_least_block_size(const std::optional<std::uint64_t>& from) {
  return from ? fmt::format("from {} B", *from) : "never";
}

double maximum_time_us(const ImplementationTimes& hull, std::string_view implementation, std::uint32_t dimension,
                       std::uint64_t bytes) {
  return microseconds(hull.exchange_times_at(implementation, dimension, bytes).greatest_cost);
}

PaperClaim smallest_cube_claim(const ImplementationTimes& hull) {
  bool others = false;
  for (std::uint64_t bytes = kSmallestBlockBytes; bytes <= kLargestBlockBytes; bytes *= 2) {
    const std::string_view best = hull.best_implementation(1, bytes);
    others |= best != "pairwise_u" && best != "linear";
  }
  return {.id = "B3",
          .statement = "d = 1: pairwise_U is best for small blocks, linear for large ones, pairwise_F for none",
          .holds = !others && hull.best_implementation(1, kSmallestBlockBytes) == "pairwise_u" &&
                   block_size_from_which_implementation_wins(hull, "linear", 1),
          .evidence_text =
              fmt::format("pairwise_U best at {}; linear {}; pairwise_F {}; at 4096 B linear {:.0f} us, "
                          "pairwise_F {:.0f} us",
                          block_sizes_text(hull.block_sizes_where_best("pairwise_u", 1)),
                          text_of_least_block_size(block_size_from_which_implementation_wins(hull, "linear", 1)),
                          block_sizes_text(hull.block_sizes_where_best("pairwise_f", 1)),
                          maximum_time_us(hull, "linear", 1, kLargestBlockBytes),
                          maximum_time_us(hull, "pairwise_f", 1, kLargestBlockBytes))};
}

PaperClaim judge_claim_pairwise_best_at_dimension_2(const ImplementationTimes& hull) {
  const auto from = block_size_from_which_implementation_wins(hull, "pairwise_f", 2);
  return {.id = "B4",
          .statement = "d = 2: pairwise_F is best for large blocks",
          .holds = from.has_value(),
          .evidence_text = fmt::format("best {}", text_of_least_block_size(from))};
}

PaperClaim smallest_blocks_claim(const ImplementationTimes& hull) {
  const auto best = [&](std::uint32_t d) { return hull.best_implementation(d, kSmallestBlockBytes); };
  return {.id = "B5",
          .statement = "standard_U is best for the smallest blocks from d = 3 on, not at d = 2",
          .holds = best(2) != "standard_u" &&
                   is_true_for_all_cube_dimensions(3, kLargestCubeDimension,
                                                   [&](std::uint32_t d) { return best(d) == "standard_u"; }),
          .evidence_text = fmt::format("{}; at d=2 standard_U {:.0f} us, pairwise_U {:.0f} us",
                                       text_for_dimensions(2, kLargestCubeDimension, best),
                                       maximum_time_us(hull, "standard_u", 2, kSmallestBlockBytes),
                                       maximum_time_us(hull, "pairwise_u", 2, kSmallestBlockBytes))};
}

PaperClaim judge_claim_pairwise_best_for_large_blocks(const ImplementationTimes& hull) {
  const auto from = [&](std::uint32_t d) { return block_size_from_which_implementation_wins(hull, "pairwise_f", d); };
  return {.id = "B6",
          .statement = "pairwise_F is best for large blocks from d = 2 on",
          .holds = is_true_for_all_cube_dimensions(2, kLargestCubeDimension,
                                                   [&](std::uint32_t d) { return from(d).has_value(); }),
          .evidence_text = text_for_dimensions(2, kLargestCubeDimension,
                                               [&](std::uint32_t d) { return text_of_least_block_size(from(d)); })};
}

/// Returns by how many percent the best of the other implementations takes longer than `implementation`; the result is
/// negative if it is faster.
double lead_over_next_best_percent(const ImplementationTimes& hull, std::string_view implementation,
                                   std::uint32_t dimension, std::uint64_t bytes) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const std::string_view other : kCompleteExchangeImplementations) {
    if (other == implementation || !hull.has_times(other, dimension, bytes)) continue;
    nearest = std::min(nearest, hull.time_ratio(other, implementation, dimension, bytes));
  }
  return 100 * (nearest - 1);
}

PaperClaim judge_claim_forced_standard_rarely_best(const ImplementationTimes& hull) {
  const auto sizes = [&](std::uint32_t d) { return hull.block_sizes_where_best("standard_f", d); };
  const auto text = [&](std::uint32_t d) {
    std::string where = block_sizes_text(sizes(d));
    for (const std::uint64_t bytes : sizes(d)) {
      where += fmt::format(" ({:.1f} % ahead)", lead_over_next_best_percent(hull, "standard_f", d, bytes));
    }
    return where;
  };
  const auto is_small = [&](const std::vector<std::uint64_t>& range) { return !range.empty() && range.size() <= 3; };
  return {.id = "B7",
          .statement = "standard_F is best only over a small range of block sizes, and only at d = 7",
          .holds = is_small(sizes(kLargestCubeDimension)) &&
                   is_true_for_all_cube_dimensions(1, kLargestCubeDimension - 1,
                                                   [&](std::uint32_t d) { return sizes(d).empty(); }),
          .evidence_text = text_for_dimensions(1, kLargestCubeDimension, text)};
}

/// Returns the smallest block size for which the implementation standard_F is faster than standard_U; nothing if there
/// is no such size.
std::optional<std::uint64_t> least_size_where_forced_beats_unforced(const ImplementationTimes& hull,
                                                                    std::uint32_t dimension) {
  for (const std::uint64_t bytes : measured_block_sizes("standard_f")) {
    if (hull.time_ratio("standard_f", "standard_u", dimension, bytes) < 1) return bytes;
  }
  return std::nullopt;
}

PaperClaim standard_variants_claim(const ImplementationTimes& hull) {
  const auto crossing = [&](std::uint32_t d) { return least_size_where_forced_beats_unforced(hull, d); };
  const bool starts_below = is_true_for_all_cube_dimensions(1, kLargestCubeDimension, [&](std::uint32_t d) {
    return hull.time_ratio("standard_u", "standard_f", d, kSmallestBlockBytes) < 1;
  });
  return {
      .id = "B8",
      .statement = "standard_U is faster than standard_F for small blocks, and there is a crossing later",
      .holds = starts_below && is_true_for_all_cube_dimensions(
                                   5, kLargestCubeDimension, [&](std::uint32_t d) { return crossing(d).has_value(); }),
      .evidence_text =
          fmt::format("standard_F ahead {}", text_for_dimensions(1, kLargestCubeDimension, [&](std::uint32_t d) {
                        return text_of_least_block_size(crossing(d));
                      }))};
}

/// Returns the time of pairwise_F divided by the time of pairwise_U, as a mean over the measured block sizes below 100
/// bytes.
double mean_pairwise_forced_to_unforced_ratio(const ImplementationTimes& hull, std::uint32_t dimension) {
  double sum = 0;
  int count = 0;
  for (std::uint64_t bytes = kSmallestBlockBytes; bytes < 100; bytes *= 2, ++count) {
    sum += hull.time_ratio("pairwise_f", "pairwise_u", dimension, bytes);
  }
  return sum / count;
}

PaperClaim pairwise_variants_claim(const ImplementationTimes& hull) {
  // The largest relative deviation from a factor of 2 with which the paper's phrase "about twice" still counts as true.
  constexpr double kAbout = 0.25;
  return {
      .id = "B9",
      .statement = "pairwise_U is about twice as fast as pairwise_F for blocks of less than 100 bytes",
      .holds = is_true_for_all_cube_dimensions(
          5, kLargestCubeDimension,
          [&](std::uint32_t d) { return std::abs(mean_pairwise_forced_to_unforced_ratio(hull, d) / 2 - 1) <= kAbout; }),
      .evidence_text = text_for_dimensions(2, kLargestCubeDimension, [&](std::uint32_t d) {
        return fmt::format("{:.2f}", mean_pairwise_forced_to_unforced_ratio(hull, d));
      })};
}

/// Returns by how many microseconds a complete exchange takes longer with blocks of `bytes` bytes than with blocks of
/// half that size.
double time_added_by_doubling_block_size_us(const ImplementationTimes& hull, std::string_view implementation,
                                            std::uint32_t dimension, std::uint64_t bytes) {
  return maximum_time_us(hull, implementation, dimension, bytes) -
         maximum_time_us(hull, implementation, dimension, bytes / 2);
}

/// Returns the smallest block size (a power of two) for which the messages of the implementation standard_U, each of
/// which has 2^(d-1) blocks, are longer than 100 bytes. The time jumps at this size, as messages longer than 100 bytes
/// need a reservation.
std::uint64_t block_size_of_standard_exchange_time_jump(std::uint32_t dimension) {
  return std::uint64_t{1} << (8 - dimension);
}

/// Returns whether the time of an implementation jumps at the block size `bytes`: whether an additional byte costs
/// clearly more when the size doubles to `bytes` than it costs in the doublings before and after.
bool has_time_jump_at(const ImplementationTimes& hull, std::string_view implementation, std::uint32_t dimension,
                      std::uint64_t bytes) {
  constexpr double kClearly = 1.25;
  const double jump = time_added_by_doubling_block_size_us(hull, implementation, dimension, bytes);
  const bool before =
      bytes == 2 ||
      jump > kClearly * 2 * time_added_by_doubling_block_size_us(hull, implementation, dimension, bytes / 2);
  const bool after =
      bytes == kSmallBlockMeasurementLimitBytes ||
      jump > kClearly / 2 * time_added_by_doubling_block_size_us(hull, implementation, dimension, 2 * bytes);
  return before && after;
}

PaperClaim curve_jumps_claim(const ImplementationTimes& hull) {
  const auto text = [&](std::uint32_t d) {
    const std::uint64_t bytes = block_size_of_standard_exchange_time_jump(d);
    return fmt::format("pairwise_U +{:.0f} us to 128 B, standard_U +{:.0f} us from {} to {} B",
                       time_added_by_doubling_block_size_us(hull, "pairwise_u", d, kSmallBlockMeasurementLimitBytes),
                       time_added_by_doubling_block_size_us(hull, "standard_u", d, bytes), bytes / 2, bytes);
  };
  return {.id = "B10",
          .statement =
              "the curves of the UNFORCED implementations jump: pairwise_U at 100 bytes, standard_U at "
              "100 / 2^(d-1) bytes",
          .holds = is_true_for_all_cube_dimensions(
              1, kLargestCubeDimension,
              [&](std::uint32_t d) {
                return has_time_jump_at(hull, "pairwise_u", d, kSmallBlockMeasurementLimitBytes) &&
                       has_time_jump_at(hull, "standard_u", d, block_size_of_standard_exchange_time_jump(d));
              }),
          .evidence_text = text_for_dimensions(1, kLargestCubeDimension, text)};
}

std::vector<std::uint64_t> sizes_where_stable_exchange_beats_linear(const ImplementationTimes& hull,
                                                                    std::uint32_t dimension) {
  std::vector<std::uint64_t> sizes = measured_block_sizes("stable");
  std::erase_if(sizes, [&](std::uint64_t bytes) { return hull.time_ratio("linear", "stable", dimension, bytes) <= 1; });
  return sizes;
}

PaperClaim judge_claim_stable_exchange_beats_linear(const ImplementationTimes& hull) {
  const auto text = [&](std::uint32_t d) {
    double most = 0;
    for (const std::uint64_t bytes : sizes_where_stable_exchange_beats_linear(hull, d))
      most = std::max(most, hull.time_ratio("linear", "stable", d, bytes));
    return fmt::format("{} (by up to {:.0f} %)", block_sizes_text(sizes_where_stable_exchange_beats_linear(hull, d)),
                       100 * (most - 1));
  };
  const std::size_t half = measured_block_sizes("stable").size() / 2;
  return {.id = "B11",
          .statement = "stable is faster than linear over large ranges of block sizes at d = 5, 6 and 7",
          .holds = is_true_for_all_cube_dimensions(
              5, kLargestCubeDimension,
              [&](std::uint32_t d) { return sizes_where_stable_exchange_beats_linear(hull, d).size() > half; }),
          .evidence_text = text_for_dimensions(5, kLargestCubeDimension, text)};
}

PaperClaim wrong_choice_penalty_claim(const ImplementationTimes& hull) {
  const auto factor = [&](std::uint32_t d, std::uint64_t bytes) {
    return hull.time_ratio(hull.worst_implementation(d, bytes), hull.best_implementation(d, bytes), d, bytes);
  };
  const auto widest = [&](std::uint32_t d) {
    std::uint64_t found = kSmallestBlockBytes;
    for (std::uint64_t bytes = kSmallestBlockBytes; bytes <= kLargestBlockBytes; bytes *= 2) {
      if (factor(d, bytes) > factor(d, found)) found = bytes;
    }
    return found;
  };
  const auto text = [&](std::uint32_t d) {
    const std::uint64_t at = widest(d);
    return fmt::format("up to {:.1f} ({} against {} at {} B), {:.1f} at 4096 B", factor(d, at),
                       hull.worst_implementation(d, at), hull.best_implementation(d, at), at,
                       factor(d, kLargestBlockBytes));
  };
  return {.id = "B15",
          .statement = "a careless choice among the implementations costs a factor of 2 to 3",
          .holds = is_true_for_all_cube_dimensions(2, kLargestCubeDimension,
                                                   [&](std::uint32_t d) { return factor(d, widest(d)) >= 2; }),
          .evidence_text = text_for_dimensions(1, kLargestCubeDimension, text)};
}

}  // namespace

std::vector<PaperClaim> judge_claims_about_best_implementations(const ImplementationTimes& hull) {
  return {smallest_cube_claim(hull),
          judge_claim_pairwise_best_at_dimension_2(hull),
          smallest_blocks_claim(hull),
          judge_claim_pairwise_best_for_large_blocks(hull),
          judge_claim_forced_standard_rarely_best(hull),
          standard_variants_claim(hull),
          pairwise_variants_claim(hull),
          curve_jumps_claim(hull),
          judge_claim_stable_exchange_beats_linear(hull),
          wrong_choice_penalty_claim(hull)};
}

}  // namespace switchyard::papers
