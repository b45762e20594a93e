#include "bench/papers/surma_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/collision_graph_algorithms.hpp"
#include "algorithms/exchange/leveled.hpp"
#include "bench/experiment/experiment_context.hpp"
#include "machines/mesh.hpp"
#include "runtime/random.hpp"

namespace switchyard::papers {
namespace {

constexpr std::uint64_t kMessageListsPerResultColumn = 20;
constexpr std::array<std::uint32_t, 3> kMessageListSizes{20, 40, 60};
constexpr std::array<std::uint32_t, 3> kMeshHotSpotPercents{10, 50, 90};
constexpr std::array kSchedulers{"fcfs", "miscom", "fcfs_rerouted", "miscom_rerouted", "miscom_improved", "min_sum"};
constexpr std::uint64_t kMostPacketsPerMessage = 8;

/// The measured times that are compared with the level sum of a message list: the mean completion time of the messages,
/// and the time at which the last message is complete. Both are measured with a barrier after each level (time slot),
/// and without barriers. The names of the results contain "level" or "free", respectively.
enum CompletionTimeKind : std::size_t {
  kMeanTimeWithBarriers,
  kEndTimeWithBarriers,
  kMeanTimeWithoutBarriers,
  kEndTimeWithoutBarriers,
  kTimeMeasureCount
};
constexpr std::array<const char*, kTimeMeasureCount> kTimeMeasureNames{"level_mean", "level_end", "free_mean",
                                                                       "free_end"};

struct MessageListParameters {
  std::uint32_t message_count, hot_spot_percent;
  /// Whether each message has a random number of 1 to 8 packets, instead of one packet.
  bool has_mixed_sizes;

  std::string column_name() const {
    return fmt::format("n={} hotspot={} packets={}", message_count, hot_spot_percent, has_mixed_sizes ? "mixed" : "1");
  }
};

/// The level sums and the measured times of one message list, for each scheduler.
struct LevelSumsAndTimesOfMessageList {
  std::array<double, kSchedulers.size()> message_level_sums_by_scheduler{};
  std::array<std::array<double, kSchedulers.size()>, kTimeMeasureCount> times_by_measure{};
};

/// Divides the values that the schedulers have for one message list by their mean, so that only the differences between
/// schedulers are left, and appends them to `all`.
template <std::size_t Count>
void append_values_divided_by_mean(const std::array<double, Count>& values, std::vector<double>& all) {
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(Count);
  for (const double value : values) all.push_back(value / mean);
}

LevelSumsAndTimesOfMessageList measure_message_list(const MessageListParameters& column, const Machine& machine,
                                                    std::uint64_t seed) {
  Rng rng(seed);
  auto list =
      hot_spot_list({.hot_destination_probability = column.hot_spot_percent / 100.0}, column.message_count, rng);
  for (ListedMessage& message : list) {
    if (column.has_mixed_sizes) message.packet_count = 1 + rng.random_number_below(kMostPacketsPerMessage);
  }
  const CollisionModel model(
      MessagePaths(list, machine.routes(), detour_finder_by_second_network_routes(machine.routes())));
  LevelSumsAndTimesOfMessageList outcome;
  for (std::size_t s = 0; s < kSchedulers.size(); ++s) {
    const MessageListSchedule message_list_schedule =
        compute_levels_checked(find_list_scheduler("surma.mesh", kSchedulers[s]), model, rng);
    outcome.message_level_sums_by_scheduler[s] = static_cast<double>(message_list_schedule.level_sum());
    const auto measure = [&](TimeStepSynchronization pace, CompletionTimeKind mean, CompletionTimeKind end) {
      const MessageListRunResult result =
          run_leveled_list(machine, list, message_list_schedule, model.paths, {.time_step_synchronization = pace});
      outcome.times_by_measure[mean][s] = result.mean_completion_us();
      outcome.times_by_measure[end][s] = microseconds(*std::ranges::max_element(result.completion_times));
    };
    measure(TimeStepSynchronization::by_level, kMeanTimeWithBarriers, kEndTimeWithBarriers);
    measure(TimeStepSynchronization::without_barriers, kMeanTimeWithoutBarriers, kEndTimeWithoutBarriers);
  }
  return outcome;
}

/// For each kind of measured time (CompletionTimeKind), its correlation coefficient with the level sum.
using Correlations = std::array<double, kTimeMeasureCount>;

Correlations correlations_of(const std::vector<LevelSumsAndTimesOfMessageList>& outcomes) {
  Correlations found{};
  for (std::size_t m = 0; m < kTimeMeasureCount; ++m) {
    std::vector<double> sums, times;
    for (const LevelSumsAndTimesOfMessageList& outcome : outcomes) {
      append_values_divided_by_mean(outcome.message_level_sums_by_scheduler, sums);
      append_values_divided_by_mean(outcome.times_by_measure[m], times);
    }
    found[m] = pearson_correlation(sums, times);
  }
  return found;
}

Correlations measure_mesh_column(ExperimentContext& context, const Machine& machine,
                                 const MessageListParameters& column) {
  const auto run = [&](std::uint64_t list) {
    return measure_message_list(column, machine,
                                context.seed_of_random_stream("surma.mesh " + column.column_name(), list));
  };
  const std::vector<LevelSumsAndTimesOfMessageList> outcomes =
      context.results_of_parallel_runs(context.requested_or_published_sample_count(kMessageListsPerResultColumn), run,
                                       {.host_work = static_cast<double>(column.message_count)});
  const Correlations found = correlations_of(outcomes);
  for (std::size_t m = 0; m < kTimeMeasureCount; ++m) {
    context.add({.parameters = {{"n", fmt::format("{}", column.message_count)},
                                {"hotspot", fmt::format("{}", column.hot_spot_percent)},
                                {"packets", column.has_mixed_sizes ? "mixed" : "1"},
                                {"measure", kTimeMeasureNames[m]}},
                 .measurement_unit = "correlation",
                 .emulated_value = found[m],
                 .sample_count = outcomes.size()});
  }
  return found;
}

/// The smallest and the largest correlation between a measured time and the level sum (sum of the time slots of all
/// messages), over several columns of the result table.
struct CorrelationRange {
  double least_correlation = 1, greatest_correlation = -1;
  std::string column_of_least_correlation;
  void add(double value, const MessageListParameters& column) {
    if (value < least_correlation) column_of_least_correlation = column.column_name();
    least_correlation = std::min(least_correlation, value);
    greatest_correlation = std::max(greatest_correlation, value);
  }
};

PaperClaim claim_on_runs_with_barriers(const CorrelationRange& range) {
  return {.id = "S5",
          .statement =
              "with a barrier after each level and messages of one length, the level sum predicts which schedule "
              "has the lower mean completion time: correlation at least 0.9",
          .holds = range.least_correlation >= 0.9,
          .evidence_text = fmt::format("{:.2f} to {:.2f}, least at {}", range.least_correlation,
                                       range.greatest_correlation, range.column_of_least_correlation)};
}

PaperClaim without_barriers_claim(const CorrelationRange& range) {
  return {.id = "S6",
          .statement =
              "without barriers, levels overlap and the level sum tells little: correlation with the mean "
              "completion time below 0.5 in some column",
          .holds = range.least_correlation < 0.5,
          .evidence_text = fmt::format("{:.2f} to {:.2f}, least at {}", range.least_correlation,
                                       range.greatest_correlation, range.column_of_least_correlation)};
}

}  // namespace

double pearson_correlation(std::span<const double> one, std::span<const double> other) {
  const auto n = static_cast<double>(one.size());
  const double mean_one = std::accumulate(one.begin(), one.end(), 0.0) / n;
  const double mean_other = std::accumulate(other.begin(), other.end(), 0.0) / n;
  double both = 0, first = 0, second = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    both += (one[i] - mean_one) * (other[i] - mean_other);
    first += (one[i] - mean_one) * (one[i] - mean_one);
    second += (other[i] - mean_other) * (other[i] - mean_other);
  }
  return first > 0 && second > 0 ? both / std::sqrt(first * second) : 0;
}

void test_level_sum_on_mesh(ExperimentContext& context) {
  const Machine machine = machines::mesh({.width = 10, .height = 10});
  double work = 0;
  for (const std::uint32_t messages : kMessageListSizes) work += 2.0 * messages * kMeshHotSpotPercents.size();
  context.set_expected_work(
      work * static_cast<double>(context.requested_or_published_sample_count(kMessageListsPerResultColumn)));
  CorrelationRange by_level, free;
  for (const bool mixed : {false, true}) {
    for (const std::uint32_t messages : kMessageListSizes) {
      for (const std::uint32_t percent : kMeshHotSpotPercents) {
        const MessageListParameters column{messages, percent, mixed};
        const Correlations found = measure_mesh_column(context, machine, column);
        if (!mixed) by_level.add(found[kMeanTimeWithBarriers], column);
        free.add(found[kMeanTimeWithoutBarriers], column);
      }
    }
  }
  context.add(claim_on_runs_with_barriers(by_level));
  context.add(without_barriers_claim(free));
  context.add_note(
      "correlation of level sum and completion time over six schedulers, both relative to their mean over a "
      "list's schedulers; packets of 1 KiB");
  context.add_note(
      "where it fails: a node sends and receives one message at a time, which levels do not know, and without "
      "barriers the software of sender and receiver outlasts most waits for links");
  context.add_note(
      "level: a barrier after each level; free: sent at once in the order of the levels; mean: over "
      "messages; end: of the last one");
}

}  // namespace switchyard::papers
