#include "bench/papers/surma_hot_spot_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace switchyard::papers {
namespace {

constexpr std::array<const char*, 5> kPublishedAlgorithms{"fcfs", "miscom", "fcfs_rerouted", "miscom_rerouted",
                                                          "miscom_improved"};

/// A line of the paper's tables 6, 8 and 10: for each algorithm of kPublishedAlgorithms, in the same order, the mean
/// level sum (the sum over the messages of a list of their time slots).
struct PublishedHotSpotRow {
  std::uint32_t message_count;
  std::uint32_t hot_spot_percent;
  std::array<double, kPublishedAlgorithms.size()> message_level_sums_by_algorithm;
};

constexpr std::array<PublishedHotSpotRow, 15> kPublishedHotSpotRows{
    {{20, 10, {29.20, 28.31, 26.46, 25.76, 25.64}},
     {20, 25, {31.89, 31.04, 28.04, 27.29, 27.11}},
     {20, 50, {43.18, 42.23, 35.75, 34.53, 34.35}},
     {20, 75, {67.49, 66.67, 52.30, 51.61, 51.41}},
     {20, 90, {85.66, 85.29, 66.30, 65.49, 65.36}},
     {40, 10, {72.71, 70.17, 64.91, 61.85, 61.19}},
     {40, 25, {85.42, 80.80, 72.87, 69.10, 68.22}},
     {40, 50, {137.56, 132.11, 106.67, 103.83, 103.59}},
     {40, 75, {228.76, 222.32, 175.44, 173.59, 173.47}},
     {40, 90, {299.92, 299.02, 229.92, 228.69, 228.50}},
     {60, 10, {127.55, 122.09, 115.33, 108.89, 107.85}},
     {60, 25, {156.79, 154.66, 135.18, 128.50, 127.20}},
     {60, 50, {281.51, 275.42, 219.44, 213.72, 212.79}},
     {60, 75, {492.84, 489.13, 381.66, 378.58, 377.69}},
     {60, 90, {649.13, 647.39, 502.84, 501.17, 500.45}}}};

/// Returns by how many percent the level sum `second` is lower than the level sum `first`.
double percentage_below(double first, double second) { return 100 * (1 - second / first); }

double improvement_on_fcfs(const HotSpotMeans& means, std::uint32_t messages, std::uint32_t percent) {
  return percentage_below(means.at({messages, percent, "fcfs"}), means.at({messages, percent, "miscom_improved"}));
}

PaperClaim published_tables_claim(const HotSpotMeans& means) {
  double total = 0, worst = 0;
  std::string worst_cell;
  for (const auto& [messages, percent, message_level_sums_by_algorithm] : kPublishedHotSpotRows) {
    for (std::size_t a = 0; a < message_level_sums_by_algorithm.size(); ++a) {
      const double error = std::abs(
          percentage_below(message_level_sums_by_algorithm[a], means.at({messages, percent, kPublishedAlgorithms[a]})));
      total += error;
      if (error <= worst) continue;
      worst = error;
      worst_cell = fmt::format("{} messages, {} %, {}", messages, percent, kPublishedAlgorithms[a]);
    }
  }
  const double mean = total / static_cast<double>(kPublishedHotSpotRows.size() * kPublishedAlgorithms.size());
  return {
      .id = "S2",
      .statement = "the printed cells of Tables 6 to 10 come out with a mean error of at most 1.5 %, none above 4.5 %",
      .holds = mean <= 1.5 && worst <= 4.5,
      .evidence_text = fmt::format("mean error {:.2f} %, worst {:.2f} % ({})", mean, worst, worst_cell)};
}

/// Returns the smallest and the largest improvement, in percent of the level sum, of the scheduler re-MISCOM on the
/// scheduler FCFS, over the pairs of list length and hot-spot percentage for which `counts` returns true.
template <class Counts>
std::pair<double, double> improvement_range(const HotSpotMeans& means, Counts counts) {
  std::pair<double, double> range{100, 0};
  for (const std::uint32_t messages : kHotSpotListLengths) {
    for (const std::uint32_t percent : kHotSpotPercents) {
      if (!counts(messages, percent)) continue;
      const double found = improvement_on_fcfs(means, messages, percent);
      range = {std::min(range.first, found), std::max(range.second, found)};
    }
  }
  return range;
}

PaperClaim improvement_claim(const HotSpotMeans& means) {
  // The tolerance in percentage points, which is needed because the paper's means are over only 100 trials.
  constexpr double kSlack = 2;
  const auto few = improvement_range(means, [](std::uint32_t, std::uint32_t percent) { return percent == 10; });
  // Lists of 20 messages of which half go to the hot spot do not count for this claim, because too few of their
  // messages collide; for such lists the paper prints an improvement of 20.45 %.
  const auto many = improvement_range(means, [](std::uint32_t messages, std::uint32_t percent) {
    return percent > 50 || (percent == 50 && messages > 20);
  });
  const double at_75 = improvement_on_fcfs(means, 60, 75), at_90 = improvement_on_fcfs(means, 60, 90);
  return {.id = "S3",
          .statement =
              "re-MISCOM improves on FCFS by 12 to 16 % at hot spot 10 %, by 23 to 25 % where most messages are "
              "hot (two points allowed), and by less again at 90 % for 60 messages",
          .holds = few.first >= 12 - kSlack && few.second <= 16 + kSlack && many.first >= 23 - kSlack &&
                   many.second <= 25 + kSlack && at_90 < at_75,
          .evidence_text =
              fmt::format("{:.1f} to {:.1f} % at 10 %; {:.1f} to {:.1f} % from 50 % on; 60 messages {:.1f} % at "
                          "75 %, {:.1f} % at 90 %",
                          few.first, few.second, many.first, many.second, at_75, at_90)};
}

PaperClaim misprint_claim(const HotSpotMeans& means) {
  const double printed = percentage_below(*published_sum_of_message_levels(60, 25, "fcfs"),
                                          *published_sum_of_message_levels(60, 25, "miscom"));
  const double found = percentage_below(means.at({60, 25, "fcfs"}), means.at({60, 25, "miscom"}));
  return {.id = "S4",
          .statement =
              "MISCOM's 154.66 at 60 messages, 25 %, looks like a slip in the print: it gains less than half as "
              "much on FCFS as it should",
          .holds = printed < found / 2,
          .evidence_text = fmt::format("printed gain {:.1f} %, emulated {:.1f} % (level sum {:.1f})", printed, found,
                                       means.at({60, 25, "miscom"}))};
}

/// Returns for how many combinations of list length and hot-spot percentage the emulated level sum of the scheduler
/// min_sum is at most that of each published algorithm.
std::size_t count_cells_where_min_sum_is_lowest(const HotSpotMeans& means) {
  std::size_t cells = 0;
  for (const std::uint32_t messages : kHotSpotListLengths) {
    for (const std::uint32_t percent : kHotSpotPercents) {
      const double found = means.at({messages, percent, "min_sum"});
      cells += std::ranges::all_of(kPublishedAlgorithms, [&](const char* algorithm) {
        return found <= means.at({messages, percent, algorithm});
      });
    }
  }
  return cells;
}

/// Judges claim S7-lists, which compares the scheduler min_sum with the published algorithms, all of them emulated on
/// the same message lists. Unlike claim S7, it does not depend on the lists that the paper happened to use.
PaperClaim equal_lists_claim(const HotSpotMeans& means) {
  constexpr std::size_t kCells = kHotSpotListLengths.size() * kHotSpotPercents.size();
  const std::size_t cells = count_cells_where_min_sum_is_lowest(means);
  return {.id = "S7-lists",
          .statement = "on equal lists min_sum is at or below the best published algorithm in every cell",
          .holds = cells == kCells,
          .evidence_text = fmt::format("in {} of {} cells", cells, kCells)};
}

/// The upper limit for the relative standard error of a mean level sum (sum of the time slots of all messages) over the
/// paper's 100 lists.
constexpr double kRelativeStandardError = 0.02;

/// Judges claim S7, which compares the mean level sums of the local search min_sum with those that the paper prints.
/// The printed means are over 100 random lists; the emulated means are over many more lists.
PaperClaim judge_claim_local_search_beats_published(const HotSpotMeans& means) {
  std::string above;
  std::size_t cells = 0, impossible = 0, unexplained = 0;
  for (const auto& [messages, percent, message_level_sums_by_algorithm] : kPublishedHotSpotRows) {
    const double best = *std::ranges::min_element(message_level_sums_by_algorithm);
    const double found = means.at({messages, percent, "min_sum"}), bound = means.at({messages, percent, "lower_bound"});
    if (found <= best) continue;
    ++cells;
    if (best < bound) {
      ++impossible;
    } else if (found > (1 + kRelativeStandardError) * best) {
      ++unexplained;
    }
    above += fmt::format("; {} messages, {} %: print {:.2f}, min_sum {:.2f}, lower bound {:.2f}{}", messages, percent,
                         best, found, bound, best < bound ? ", which the print cannot be below" : "");
  }
  return {
      .id = "S7",
      .statement = "min_sum is at or below the best printed level sum in every cell of Tables 6, 8 and 10",
      .holds = cells == 0,
      .evidence_text =
          fmt::format("above the print in {} of {}, in {} of which the print is below what any schedule of such lists "
                      "has on average{}",
                      cells, kPublishedHotSpotRows.size(), impossible, above),
      .known_failure_reason =
          unexplained > 0 ? std::string()
                          : "the print is a mean over 100 lists, whose standard error is 1 to 2 % here: where it is "
                            "below the bound, no schedule of such lists is as low on average, and elsewhere it is "
                            "less than that error below min_sum"};
}

}  // namespace

std::optional<double> published_sum_of_message_levels(std::uint32_t messages, std::uint32_t percent,
                                                      const std::string& algorithm) {
  const auto column = std::ranges::find(kPublishedAlgorithms, algorithm) - kPublishedAlgorithms.begin();
  for (const PublishedHotSpotRow& line : kPublishedHotSpotRows) {
    if (line.message_count != messages || line.hot_spot_percent != percent) continue;
    if (static_cast<std::size_t>(column) < line.message_level_sums_by_algorithm.size())
      return line.message_level_sums_by_algorithm[static_cast<std::size_t>(column)];
  }
  return std::nullopt;
}

std::vector<PaperClaim> hot_spot_claims(const HotSpotMeans& means) {
  return {published_tables_claim(means), improvement_claim(means), misprint_claim(means),
          judge_claim_local_search_beats_published(means), equal_lists_claim(means)};
}

}  // namespace switchyard::papers
