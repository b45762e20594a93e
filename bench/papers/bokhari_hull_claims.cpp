#include "bench/papers/bokhari_hull_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace switchyard::papers {
namespace {

constexpr std::uint64_t kSmallest = 1;

/// Returns "d=1: ...; d=2: ..." with text_of(d) for each dimension d from first to last.
template <class TextOf>
std::string for_dimensions(std::uint32_t first, std::uint32_t last, TextOf text_of) {
  std::string text;
  for (std::uint32_t d = first; d <= last; ++d)
    text += fmt::format("{}d={}: {}", d == first ? "" : "; ", d, text_of(d));
  return text;
}

template <class Holds>
bool all_dimensions(std::uint32_t first, std::uint32_t last, Holds holds) {
  for (std::uint32_t d = first; d <= last; ++d) {
    if (!holds(d)) return false;
  }
  return true;
}

std::string sizes_text(const std::vector<std::uint64_t>& sizes) {
  return sizes.empty() ? "nowhere" : fmt::format("{} B", fmt::join(sizes, ", "));
}

/// Returns the smallest block size from which on, up to the largest block, the implementation is the best one; nothing
/// if it is not best for the largest block.
std::optional<std::uint64_t> best_from(const Hull& hull, std::string_view implementation, std::uint32_t dimension) {
  std::optional<std::uint64_t> from;
  for (std::uint64_t bytes = kLargestBlock; bytes > 0; bytes /= 2) {
    if (hull.best(dimension, bytes) != implementation) break;
    from = bytes;
  }
  return from;
}

std::string from_text(const std::optional<std::uint64_t>& from) {
  return from ? fmt::format("from {} B", *from) : "never";
}

double most_us(const Hull& hull, std::string_view implementation, std::uint32_t dimension, std::uint64_t bytes) {
  return microseconds(hull.at(implementation, dimension, bytes).most);
}

Claim smallest_cube(const Hull& hull) {
  bool others = false;
  for (std::uint64_t bytes = kSmallest; bytes <= kLargestBlock; bytes *= 2) {
    const std::string_view best = hull.best(1, bytes);
    others |= best != "pairwise_u" && best != "linear";
  }
  return {
      .id = "B3",
      .statement = "d = 1: pairwise_U is best for small blocks, linear for large ones, pairwise_F for none",
      .holds = !others && hull.best(1, kSmallest) == "pairwise_u" && best_from(hull, "linear", 1),
      .evidence = fmt::format("pairwise_U best at {}; linear {}; pairwise_F {}; at 4096 B linear {:.0f} us, "
                              "pairwise_F {:.0f} us",
                              sizes_text(hull.best_sizes("pairwise_u", 1)), from_text(best_from(hull, "linear", 1)),
                              sizes_text(hull.best_sizes("pairwise_f", 1)), most_us(hull, "linear", 1, kLargestBlock),
                              most_us(hull, "pairwise_f", 1, kLargestBlock))};
}

Claim two_dimensions(const Hull& hull) {
  const auto from = best_from(hull, "pairwise_f", 2);
  return {.id = "B4",
          .statement = "d = 2: pairwise_F is best for large blocks",
          .holds = from.has_value(),
          .evidence = fmt::format("best {}", from_text(from))};
}

Claim smallest_blocks(const Hull& hull) {
  const auto best = [&](std::uint32_t d) { return hull.best(d, kSmallest); };
  return {.id = "B5",
          .statement = "standard_U is best for the smallest blocks from d = 3 on, not at d = 2",
          .holds = best(2) != "standard_u" &&
                   all_dimensions(3, kLargestCube, [&](std::uint32_t d) { return best(d) == "standard_u"; }),
          .evidence = fmt::format("{}; at d=2 standard_U {:.0f} us, pairwise_U {:.0f} us",
                                  for_dimensions(2, kLargestCube, best), most_us(hull, "standard_u", 2, kSmallest),
                                  most_us(hull, "pairwise_u", 2, kSmallest))};
}

Claim large_blocks(const Hull& hull) {
  const auto from = [&](std::uint32_t d) { return best_from(hull, "pairwise_f", d); };
  return {.id = "B6",
          .statement = "pairwise_F is best for large blocks from d = 2 on",
          .holds = all_dimensions(2, kLargestCube, [&](std::uint32_t d) { return from(d).has_value(); }),
          .evidence = for_dimensions(2, kLargestCube, [&](std::uint32_t d) { return from_text(from(d)); })};
}

/// Returns by how many percent the next best implementation is slower than `implementation`.
double lead_percent(const Hull& hull, std::string_view implementation, std::uint32_t dimension, std::uint64_t bytes) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const std::string_view other : kImplementations) {
    if (other == implementation || !hull.has(other, dimension, bytes)) continue;
    nearest = std::min(nearest, hull.ratio(other, implementation, dimension, bytes));
  }
  return 100 * (nearest - 1);
}

Claim synchronised_standard(const Hull& hull) {
  const auto sizes = [&](std::uint32_t d) { return hull.best_sizes("standard_f", d); };
  const auto text = [&](std::uint32_t d) {
    std::string where = sizes_text(sizes(d));
    for (const std::uint64_t bytes : sizes(d)) {
      where += fmt::format(" ({:.1f} % ahead)", lead_percent(hull, "standard_f", d, bytes));
    }
    return where;
  };
  const auto is_small = [&](const std::vector<std::uint64_t>& range) { return !range.empty() && range.size() <= 3; };
  return {.id = "B7",
          .statement = "standard_F is best only over a small range of block sizes, and only at d = 7",
          .holds = is_small(sizes(kLargestCube)) &&
                   all_dimensions(1, kLargestCube - 1, [&](std::uint32_t d) { return sizes(d).empty(); }),
          .evidence = for_dimensions(1, kLargestCube, text)};
}

/// The smallest block size for which standard_F is faster than standard_U.
std::optional<std::uint64_t> standard_crossing(const Hull& hull, std::uint32_t dimension) {
  for (const std::uint64_t bytes : block_sizes("standard_f")) {
    if (hull.ratio("standard_f", "standard_u", dimension, bytes) < 1) return bytes;
  }
  return std::nullopt;
}

Claim standard_variants(const Hull& hull) {
  const auto crossing = [&](std::uint32_t d) { return standard_crossing(hull, d); };
  const bool starts_below = all_dimensions(
      1, kLargestCube, [&](std::uint32_t d) { return hull.ratio("standard_u", "standard_f", d, kSmallest) < 1; });
  return {.id = "B8",
          .statement = "standard_U is faster than standard_F for small blocks, and there is a crossing later",
          .holds =
              starts_below && all_dimensions(5, kLargestCube, [&](std::uint32_t d) { return crossing(d).has_value(); }),
          .evidence = fmt::format("standard_F ahead {}", for_dimensions(1, kLargestCube, [&](std::uint32_t d) {
                                    return from_text(crossing(d));
                                  }))};
}

/// The time of pairwise_F divided by that of pairwise_U, mean over the blocks of less than 100 bytes.
double pairwise_ratio(const Hull& hull, std::uint32_t dimension) {
  double sum = 0;
  int count = 0;
  for (std::uint64_t bytes = kSmallest; bytes < 100; bytes *= 2, ++count) {
    sum += hull.ratio("pairwise_f", "pairwise_u", dimension, bytes);
  }
  return sum / count;
}

Claim pairwise_variants(const Hull& hull) {
  constexpr double kAbout = 0.25;  // the paper's "about twice" is taken as within a quarter
  return {.id = "B9",
          .statement = "pairwise_U is about twice as fast as pairwise_F for blocks of less than 100 bytes",
          .holds = all_dimensions(5, kLargestCube,
                                  [&](std::uint32_t d) { return std::abs(pairwise_ratio(hull, d) / 2 - 1) <= kAbout; }),
          .evidence = for_dimensions(2, kLargestCube,
                                     [&](std::uint32_t d) { return fmt::format("{:.2f}", pairwise_ratio(hull, d)); })};
}

/// Returns the time in microseconds by which the exchange takes longer with blocks of `bytes` than with blocks of half
/// that size.
double step_us(const Hull& hull, std::string_view implementation, std::uint32_t dimension, std::uint64_t bytes) {
  return most_us(hull, implementation, dimension, bytes) - most_us(hull, implementation, dimension, bytes / 2);
}

/// Returns the first block size at which the time of standard_U has jumped. Its messages have 2^(d-1) blocks each, and
/// a short message, for which no reservation is needed, has at most 100 bytes.
std::uint64_t standard_jump(std::uint32_t dimension) { return std::uint64_t{1} << (8 - dimension); }

/// True if an additional byte costs clearly more in the doubling to this block size than in the doublings before and
/// after it.
bool stands_out(const Hull& hull, std::string_view implementation, std::uint32_t dimension, std::uint64_t bytes) {
  constexpr double kClearly = 1.25;
  const double jump = step_us(hull, implementation, dimension, bytes);
  const bool before = bytes == 2 || jump > kClearly * 2 * step_us(hull, implementation, dimension, bytes / 2);
  const bool after =
      bytes == kLargestUnforced || jump > kClearly / 2 * step_us(hull, implementation, dimension, 2 * bytes);
  return before && after;
}

Claim jumps(const Hull& hull) {
  const auto text = [&](std::uint32_t d) {
    const std::uint64_t bytes = standard_jump(d);
    return fmt::format("pairwise_U +{:.0f} us to 128 B, standard_U +{:.0f} us from {} to {} B",
                       step_us(hull, "pairwise_u", d, kLargestUnforced), step_us(hull, "standard_u", d, bytes),
                       bytes / 2, bytes);
  };
  return {.id = "B10",
          .statement =
              "the curves of the UNFORCED implementations jump: pairwise_U at 100 bytes, standard_U at "
              "100 / 2^(d-1) bytes",
          .holds = all_dimensions(1, kLargestCube,
                                  [&](std::uint32_t d) {
                                    return stands_out(hull, "pairwise_u", d, kLargestUnforced) &&
                                           stands_out(hull, "standard_u", d, standard_jump(d));
                                  }),
          .evidence = for_dimensions(1, kLargestCube, text)};
}

std::vector<std::uint64_t> stable_ahead(const Hull& hull, std::uint32_t dimension) {
  std::vector<std::uint64_t> sizes = block_sizes("stable");
  std::erase_if(sizes, [&](std::uint64_t bytes) { return hull.ratio("linear", "stable", dimension, bytes) <= 1; });
  return sizes;
}

Claim stability(const Hull& hull) {
  const auto text = [&](std::uint32_t d) {
    double most = 0;
    for (const std::uint64_t bytes : stable_ahead(hull, d))
      most = std::max(most, hull.ratio("linear", "stable", d, bytes));
    return fmt::format("{} (by up to {:.0f} %)", sizes_text(stable_ahead(hull, d)), 100 * (most - 1));
  };
  const std::size_t half = block_sizes("stable").size() / 2;
  return {
      .id = "B11",
      .statement = "stable is faster than linear over large ranges of block sizes at d = 5, 6 and 7",
      .holds = all_dimensions(5, kLargestCube, [&](std::uint32_t d) { return stable_ahead(hull, d).size() > half; }),
      .evidence = for_dimensions(5, kLargestCube, text)};
}

Claim careless_choice(const Hull& hull) {
  const auto factor = [&](std::uint32_t d, std::uint64_t bytes) {
    return hull.ratio(hull.worst(d, bytes), hull.best(d, bytes), d, bytes);
  };
  const auto widest = [&](std::uint32_t d) {
    std::uint64_t found = kSmallest;
    for (std::uint64_t bytes = kSmallest; bytes <= kLargestBlock; bytes *= 2) {
      if (factor(d, bytes) > factor(d, found)) found = bytes;
    }
    return found;
  };
  const auto text = [&](std::uint32_t d) {
    const std::uint64_t at = widest(d);
    return fmt::format("up to {:.1f} ({} against {} at {} B), {:.1f} at 4096 B", factor(d, at), hull.worst(d, at),
                       hull.best(d, at), at, factor(d, kLargestBlock));
  };
  return {.id = "B15",
          .statement = "a careless choice among the implementations costs a factor of 2 to 3",
          .holds = all_dimensions(2, kLargestCube, [&](std::uint32_t d) { return factor(d, widest(d)) >= 2; }),
          .evidence = for_dimensions(1, kLargestCube, text)};
}

}  // namespace

std::vector<Claim> hull_claims(const Hull& hull) {
  return {smallest_cube(hull),
          two_dimensions(hull),
          smallest_blocks(hull),
          large_blocks(hull),
          synchronised_standard(hull),
          standard_variants(hull),
          pairwise_variants(hull),
          jumps(hull),
          stability(hull),
          careless_choice(hull)};
}

}  // namespace switchyard::papers
