#include "bench/cost/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/values.hpp"

namespace switchyard::cost {
namespace {

/// Two equal runs may differ by this many bytes of memory, because memory is counted in whole pages.
constexpr double kMemoryNoiseBytes = 512 * 1024;

/// Returns, for each round of a measurement, the mean host time per message. If a yardstick (simple reference work such
/// as copying the same bytes) was measured in the same round, the time is divided by that of the yardstick.
std::vector<double> relative_times(const CostSeriesList& all, const CostName& name, const CostSeries& series) {
  const auto yardstick = reference_work_for_cost_aspect(name.cost_aspect);
  const CostSeries* rod = yardstick ? find_series_of_same_size(all, name, *yardstick, "") : nullptr;
  std::vector<double> times;
  for (const auto& [round, sample] : series.samples_by_round()) {
    double time = sample.nanoseconds() / std::max(sample.counter("messages"), 1.0);
    if (rod != nullptr) {
      const auto found = rod->samples_by_round().find(round);
      if (found == rod->samples_by_round().end()) continue;
      time /= found->second.nanoseconds() /
              std::max(found->second.counter(unit_counter_name_of_cost_aspect(*yardstick)), 1.0);
    }
    times.push_back(time);
  }
  return times;
}

std::optional<CostChange> compute_memory_cost_change(const CostName& name, const CostSeries& before,
                                                     const CostSeries& now) {
  CostChange change{.name = name, .cost_before = before.memory_bytes(), .cost_now = now.memory_bytes()};
  if (change.cost_before <= 0 || change.cost_now <= 0) return std::nullopt;
  const bool is_seen = change.cost_now > change.cost_before + kMemoryNoiseBytes ||
                       change.cost_before > change.cost_now + kMemoryNoiseBytes;
  const double ratio = is_seen ? change.cost_now / change.cost_before : 1;
  change.ratio = {ratio, ratio, ratio};
  return change;
}

std::optional<CostChange> compute_time_cost_change(const CostName& name, const CostSeriesList& baseline,
                                                   const CostSeriesList& now) {
  const CostSeries& earlier = baseline.at(name);
  const CostSeries& later = now.at(name);
  const std::vector<double> before = relative_times(baseline, name, earlier);
  const std::vector<double> after = relative_times(now, name, later);
  const std::vector<double> plain_before = earlier.ns_per_unit("messages"), plain_after = later.ns_per_unit("messages");
  if (before.empty() || after.empty() || plain_before.empty() || plain_after.empty()) return std::nullopt;
  return CostChange{.name = name,
                    .cost_before = median_with_interval(plain_before).value,
                    .cost_now = median_with_interval(plain_after).value,
                    .ratio = estimate_ratio_of_independent_values(after, before)};
}

Verdict verdict_on_ratio(const IntervalEstimate& ratio, double limit) {
  if (ratio.interval_low > 1 + limit) return Verdict::slower;
  return ratio.interval_high < 1 / (1 + limit) ? Verdict::faster : Verdict::same;
}

}  // namespace

std::vector<CostChange> changes_from_baseline(const CostSeriesList& baseline, const CostSeriesList& now, double limit) {
  std::vector<CostChange> changes;
  for (const auto& [name, series] : now) {
    const auto earlier = baseline.find(name);
    if (is_reference_work(name.cost_aspect) || earlier == baseline.end()) continue;
    auto change = name.cost_aspect == CostAspect::memory ? compute_memory_cost_change(name, earlier->second, series)
                                                         : compute_time_cost_change(name, baseline, now);
    if (!change) continue;
    change->verdict = verdict_on_ratio(change->ratio, limit);
    changes.push_back(std::move(*change));
  }
  return changes;
}

void check_equal_settings(const CostFile& baseline, const CostFile& now, const std::string& path) {
  for (const auto& [name, value] : now.settings) {
    const auto found = std::ranges::find(baseline.settings, name, &std::pair<std::string, std::string>::first);
    const std::string earlier = found == baseline.settings.end() ? "none" : found->second;
    if (earlier == value) continue;
    throw UsageError(
        {.place = "--baseline",
         .value = path,
         .reason = fmt::format("{} was measured with {} {}, not {}", switchyard::quoted(path), name, earlier, value),
         .remedy = "measure alike, or give another baseline"});
  }
}

}  // namespace switchyard::cost
