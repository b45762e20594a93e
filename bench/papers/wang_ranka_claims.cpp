#include "bench/papers/wang_ranka_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "runtime/values.hpp"

namespace switchyard::papers {
namespace {

/// Two costs count as equal if their ratio is at most this number. Smaller differences are ignored, because the paper's
/// regions are read off a chart.
constexpr double kLargestRatioOfEqualCosts = 1.05;
constexpr std::uint64_t kKiB = 1024;

/// A point of the chart that shows the best algorithm for each density and message size.
struct DensityAndSize {
  std::uint32_t density = 0;
  std::uint64_t bytes = 0;
};

std::string message_size_text(std::uint64_t bytes) {
  return bytes < kKiB ? fmt::format("{} B", bytes) : fmt::format("{} KiB", bytes / kKiB);
}

std::string point_text(const DensityAndSize& point) {
  return fmt::format("d = {}, {}", point.density, message_size_text(point.bytes));
}

template <class Chosen>
std::vector<DensityAndSize> select_points_of_density_size_chart(Chosen chosen) {
  std::vector<DensityAndSize> points;
  for (const std::uint32_t d : kWangRankaDensities) {
    for (const std::uint64_t bytes : unstructured_message_sizes()) {
      if (chosen(d, bytes)) points.push_back({d, bytes});
    }
  }
  return points;
}

bool is_in_region_where_algorithm_ac_is_best(std::uint32_t d, std::uint64_t bytes) {
  return (d <= 4 && bytes <= kKiB) || (d == 32 && bytes <= 128);
}

bool is_in_region_where_algorithm_lp_is_best(std::uint32_t d, std::uint64_t bytes) { return d >= 32 && bytes > kKiB; }

/// Returns whether messages of this size count as short at density d, which they do if d * bytes is at most 4 KiB. This
/// limit interpolates between the two corners that the paper prints for the region in which the algorithm AC is best: 1
/// KiB at d = 4 and 128 B at d = 32.
bool is_message_short_enough_for_algorithm_ac(std::uint32_t d, std::uint64_t bytes) { return d * bytes <= 4 * kKiB; }

/// The point of a chart (density and message size) at which the ratio of an algorithm's cost to that of the best
/// algorithm is largest, and this ratio.
struct WorstCostRatioPoint {
  DensityAndSize point_of_worst_ratio;
  double ratio = 0;
};

WorstCostRatioPoint point_furthest_behind_best(const MeanTable& costs, std::string_view algorithm,
                                               const std::vector<DensityAndSize>& points) {
  WorstCostRatioPoint furthest;
  for (const DensityAndSize& point : points) {
    const double ratio = costs.ratio_to_least_mean(point.density, point.bytes, algorithm);
    if (ratio > furthest.ratio) furthest = {point, ratio};
  }
  return furthest;
}

std::uint64_t count_points_where_best(const MeanTable& costs, std::string_view algorithm,
                                      const std::vector<DensityAndSize>& points) {
  return static_cast<std::uint64_t>(std::ranges::count_if(points, [&](const DensityAndSize& point) {
    return costs.best_algorithm(point.density, point.bytes) == algorithm;
  }));
}

/// Returns a text about a region of densities and message sizes in which, by the paper, an algorithm is the best: at
/// how many points it is the best, and how much more than the best algorithm it costs at the worst point.
std::string region_text(const MeanTable& costs, std::string_view algorithm, const std::vector<DensityAndSize>& points) {
  const WorstCostRatioPoint furthest = point_furthest_behind_best(costs, algorithm, points);
  const auto [d, bytes] = furthest.point_of_worst_ratio;
  std::string text = fmt::format("{} has the least mean in {} of {} cells", algorithm,
                                 count_points_where_best(costs, algorithm, points), points.size());
  if (furthest.ratio == 1) return text;
  return text + fmt::format(", and at most {:.1f} % more than {} (at {})", (furthest.ratio - 1) * 100,
                            costs.best_algorithm(d, bytes), point_text(furthest.point_of_worst_ratio));
}

double two_standard_errors(const MeanTable& costs, std::string_view algorithm, const DensityAndSize& point) {
  return 2 * costs.standard_error_of_difference(point.density, point.bytes, algorithm);
}

/// Returns whether the algorithm is as good as the best one at this density and message size: whether its cost is
/// higher by no more than 5 % and two standard errors.
bool is_within_error_of_best(const MeanTable& costs, std::string_view algorithm, const DensityAndSize& point) {
  const auto [d, bytes] = point;
  const double best = costs.mean_cost_at(d, bytes, costs.best_algorithm(d, bytes));
  return costs.mean_cost_at(d, bytes, algorithm) <=
         kLargestRatioOfEqualCosts * best + two_standard_errors(costs, algorithm, point);
}

/// Returns a text with two standard errors of the difference between the costs of the algorithm and of the best
/// algorithm at this density and message size, in percent of the cost of the best algorithm.
std::string two_standard_errors_text(const MeanTable& costs, std::string_view algorithm, const DensityAndSize& point) {
  const auto [d, bytes] = point;
  const double best = costs.mean_cost_at(d, bytes, costs.best_algorithm(d, bytes));
  return fmt::format("; two standard errors are {:.1f} %", 100 * two_standard_errors(costs, algorithm, point) / best);
}

PaperClaim judge_claim_where_algorithm_ac_is_best(const MeanTable& costs) {
  const std::vector<DensityAndSize> area = select_points_of_density_size_chart(is_in_region_where_algorithm_ac_is_best);
  return {.id = "W1",
          .statement =
              "AC is best, or within 5 % and two standard errors of it, for d <= 4 with messages up to 1 KiB, and for "
              "d = 32 up to 128 B",
          .holds = std::ranges::all_of(
              area, [&](const DensityAndSize& point) { return is_within_error_of_best(costs, "ac", point); }),
          .evidence_text = region_text(costs, "ac", area) +
                           two_standard_errors_text(
                               costs, "ac", point_furthest_behind_best(costs, "ac", area).point_of_worst_ratio)};
}

PaperClaim judge_claim_where_algorithm_lp_is_best(const MeanTable& costs) {
  const std::vector<DensityAndSize> area = select_points_of_density_size_chart(is_in_region_where_algorithm_lp_is_best);
  return {.id = "W2",
          .statement = "LP is best for d >= 32 and messages above 1 KiB",
          .holds = count_points_where_best(costs, "lp", area) == area.size(),
          .evidence_text = region_text(costs, "lp", area)};
}

PaperClaim judge_claim_where_algorithm_rs_nl_is_best(const MeanTable& costs) {
  const std::vector<DensityAndSize> area = select_points_of_density_size_chart([](std::uint32_t d,
                                                                                  std::uint64_t bytes) {
    return !is_message_short_enough_for_algorithm_ac(d, bytes) && !is_in_region_where_algorithm_lp_is_best(d, bytes);
  });
  return {.id = "W3",
          .statement = "RS_NL is best in most cells that are neither LP's nor short, d times the size at most 4 KiB",
          .holds = 2 * count_points_where_best(costs, "rs_nl", area) > area.size(),
          .evidence_text = region_text(costs, "rs_nl", area)};
}

std::string times_at_largest_message_text(const MeanTable& costs, std::uint32_t d) {
  std::string text;
  for (const std::string_view name : kWangRankaAlgorithms) {
    text += fmt::format("{}{} {:.0f} ms", text.empty() ? "" : ", ", name,
                        costs.mean_cost_at(d, kLargestMessageBytes, name));
  }
  return text;
}

double slowest_time_ms(const MeanTable& costs, std::uint32_t d) {
  return costs.mean_cost_at(d, kLargestMessageBytes, costs.worst_algorithm(d, kLargestMessageBytes));
}

/// Returns all points (pairs of density and message size) of the chart whose message size is at least `least` bytes.
std::vector<DensityAndSize> points_with_size_at_least(std::uint64_t least) {
  return select_points_of_density_size_chart([least](std::uint32_t, std::uint64_t bytes) { return bytes >= least; });
}

struct LargestCostFraction {
  DensityAndSize point_of_largest_schedule_cost_ratio;
  double largest_schedule_to_communication_ratio = 0;
};

LargestCostFraction find_largest_schedule_cost_ratio(const MeanTable& fractions, std::string_view algorithm,
                                                     std::uint64_t least) {
  LargestCostFraction result;
  for (const DensityAndSize& point : points_with_size_at_least(least)) {
    const double value = fractions.mean_cost_at(point.density, point.bytes, algorithm);
    if (value > result.largest_schedule_to_communication_ratio) result = {point, value};
  }
  return result;
}

/// An upper bound that the paper states on the schedule cost, as a fraction of the communication cost, for messages of
/// at least `least_bytes` bytes.
struct CostFractionBound {
  std::string_view algorithm;
  std::uint64_t least_bytes;
  double upper_bound;
};

constexpr std::array<CostFractionBound, 2> kShortMessageBounds{{{"rs_n", 128, 0.6}, {"rs_nl", 16, 2.5}}};
constexpr std::array<CostFractionBound, 2> kLongMessageBounds{{{"rs_n", 2 * kKiB, 0.25}, {"rs_nl", 8 * kKiB, 0.25}}};

/// Judges whether an upper bound on the schedule cost, as a fraction of the communication cost, holds, and adds the
/// result and its evidence to the claim.
void judge_bound_on_schedule_cost_ratio(PaperClaim& claim, const MeanTable& fractions, const CostFractionBound& bound) {
  const LargestCostFraction found = find_largest_schedule_cost_ratio(fractions, bound.algorithm, bound.least_bytes);
  claim.holds = claim.holds && found.largest_schedule_to_communication_ratio <= bound.upper_bound;
  claim.evidence_text +=
      fmt::format("{}{} from {} on: at most {:.3f} of {} (at {})", claim.evidence_text.empty() ? "" : "; ",
                  bound.algorithm, message_size_text(bound.least_bytes), found.largest_schedule_to_communication_ratio,
                  bound.upper_bound, point_text(found.point_of_largest_schedule_cost_ratio));
}

PaperClaim affordable_schedule_claim(const MeanTable& fractions) {
  PaperClaim claim{.id = "W6",
                   .statement =
                       "schedule cost over communication cost: RS_N at most 0.6 from 128 B on and below 0.25 from "
                       "2 KiB on; RS_NL at most 2.5, and below 0.25 from 8 KiB on",
                   .holds = true};
  for (const CostFractionBound& bound : kShortMessageBounds)
    judge_bound_on_schedule_cost_ratio(claim, fractions, bound);
  for (const CostFractionBound& bound : kLongMessageBounds) judge_bound_on_schedule_cost_ratio(claim, fractions, bound);
  return claim;
}

PaperClaim negligible_schedule_claim(const MeanTable& fractions) {
  PaperClaim claim{.id = "W6-long",
                   .statement = "the part of W6 on long messages: RS_N below 0.25 from 2 KiB on, RS_NL from 8 KiB on",
                   .holds = true};
  for (const CostFractionBound& bound : kLongMessageBounds) judge_bound_on_schedule_cost_ratio(claim, fractions, bound);
  return claim;
}

/// Returns by what fraction the quotient of schedule cost and communication cost falls if the message size doubles from
/// `bytes`, as a mean over all densities.
double mean_relative_drop_of_schedule_cost_ratio(const MeanTable& fractions, std::string_view algorithm,
                                                 std::uint64_t bytes) {
  double sum = 0;
  for (const std::uint32_t d : kWangRankaDensities) {
    sum += 1 - fractions.mean_cost_at(d, 2 * bytes, algorithm) / fractions.mean_cost_at(d, bytes, algorithm);
  }
  return sum / static_cast<double>(kWangRankaDensities.size());
}

/// Returns whether the quotient of schedule cost and communication cost falls more when the message size goes from 64
/// to 128 B than from 32 to 64 B and from 128 to 256 B together.
bool has_sharp_drop_of_schedule_cost_ratio(const MeanTable& fractions, std::string_view algorithm) {
  return mean_relative_drop_of_schedule_cost_ratio(fractions, algorithm, 64) >
         mean_relative_drop_of_schedule_cost_ratio(fractions, algorithm, 32) +
             mean_relative_drop_of_schedule_cost_ratio(fractions, algorithm, 128);
}

std::string schedule_cost_ratio_drops_as_text(const MeanTable& fractions, std::string_view algorithm) {
  return fmt::format("{} falls by {:.0f} % from 32 to 64 B, {:.0f} % from 64 to 128 B, {:.0f} % from 128 to 256 B",
                     algorithm, mean_relative_drop_of_schedule_cost_ratio(fractions, algorithm, 32) * 100,
                     mean_relative_drop_of_schedule_cost_ratio(fractions, algorithm, 64) * 100,
                     mean_relative_drop_of_schedule_cost_ratio(fractions, algorithm, 128) * 100);
}

PaperClaim judge_cost_ratio_drop_at_128_byte_messages(const MeanTable& fractions) {
  return {.id = "W7",
          .statement = "that fraction falls sharply between 64 and 128 B, for RS_N and for RS_NL",
          .holds = has_sharp_drop_of_schedule_cost_ratio(fractions, "rs_n") &&
                   has_sharp_drop_of_schedule_cost_ratio(fractions, "rs_nl"),
          .evidence_text = schedule_cost_ratio_drops_as_text(fractions, "rs_n") + "; " +
                           schedule_cost_ratio_drops_as_text(fractions, "rs_nl")};
}

PaperClaim judge_cost_ratio_drop_of_algorithm_rs_n(const MeanTable& fractions) {
  return {.id = "W7-rs_n",
          .statement = "the part of W7 on RS_N",
          .holds = has_sharp_drop_of_schedule_cost_ratio(fractions, "rs_n"),
          .evidence_text = schedule_cost_ratio_drops_as_text(fractions, "rs_n")};
}

/// Judges whether the mean number of phases at one density d is at most d + log2 d, and adds the result and its
/// evidence to the claim.
void judge_phase_count(PaperClaim& claim, const PhaseCountSummary& phases) {
  const double bound = phases.density + std::log2(phases.density);
  claim.holds = claim.holds && phases.mean <= bound;
  claim.evidence_text +=
      fmt::format("{}d = {}: {:.2f} of {:.2f} (at most {:.0f})", claim.evidence_text.empty() ? "" : "; ",
                  phases.density, phases.mean, bound, phases.greatest_phase_count);
}

}  // namespace

std::string best_algorithm_chart(const MeanTable& costs) {
  std::string text =
      "the algorithm with the least mean cost, by d and bytes: A = ac, L = lp, n = rs_n, N = rs_nl; an a "
      "behind it: ac is within 5 %\n\n     d";
  for (const std::uint64_t bytes : unstructured_message_sizes()) text += fmt::format(" {:>6}", format_bytes(bytes));
  const std::map<std::string_view, char> signs{{"ac", 'A'}, {"lp", 'L'}, {"rs_n", 'n'}, {"rs_nl", 'N'}};
  for (auto d = kWangRankaDensities.rbegin(); d != kWangRankaDensities.rend(); ++d) {
    std::string line = fmt::format("\n  {:>4}", *d);
    for (const std::uint64_t bytes : unstructured_message_sizes()) {
      const std::string_view best = costs.best_algorithm(*d, bytes);
      const bool tied = best != "ac" && costs.ratio_to_least_mean(*d, bytes, "ac") <= kLargestRatioOfEqualCosts;
      line += fmt::format(" {:>5}{}", signs.at(best), tied ? 'a' : ' ');
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1);
  }
  return text + '\n';
}

std::vector<PaperClaim> region_claims(const MeanTable& costs) {
  return {judge_claim_where_algorithm_ac_is_best(costs), judge_claim_where_algorithm_lp_is_best(costs),
          judge_claim_where_algorithm_rs_nl_is_best(costs)};
}

std::vector<PaperClaim> slowest_algorithm_claims(const MeanTable& costs) {
  constexpr double kFigure6Top = 1200;
  return {{.id = "W4",
           .statement = "d = 4, 128 KiB: the slowest takes about 1200 ms (within a tenth of it: read off the axis)",
           .holds = std::abs(slowest_time_ms(costs, 4) - kFigure6Top) <= kFigure6Top / 10,
           .evidence_text = times_at_largest_message_text(costs, 4)},
          {.id = "W5",
           .statement = "d = 32, 128 KiB: the slowest takes 6000 to 8000 ms",
           .holds = slowest_time_ms(costs, 32) >= 6000 && slowest_time_ms(costs, 32) <= 8000,
           .evidence_text = times_at_largest_message_text(costs, 32)}};
}

std::vector<PaperClaim> overhead_claims(const MeanTable& fractions) {
  return {affordable_schedule_claim(fractions), negligible_schedule_claim(fractions),
          judge_cost_ratio_drop_at_128_byte_messages(fractions), judge_cost_ratio_drop_of_algorithm_rs_n(fractions)};
}

std::vector<PaperClaim> phase_count_claims(const std::vector<PhaseCountSummary>& means) {
  PaperClaim all{
      .id = "W8",
      .statement = "RS_N takes at most d + log2 d phases, on average over the matrices of a density, d = 4 to 48",
      .holds = true,
      .known_failure_reason =
          "at d = 4 it misses by about 1 %: nearly all random matrices with exactly 4 messages a node take 6 "
          "phases, a few take 7, and none takes fewer"};
  PaperClaim dense{.id = "W8-dense", .statement = "the part of W8 from d = 8 on", .holds = true};
  for (const PhaseCountSummary& phases : means) {
    judge_phase_count(all, phases);
    if (phases.density > 4) judge_phase_count(dense, phases);
  }
  return {all, dense};
}

}  // namespace switchyard::papers
