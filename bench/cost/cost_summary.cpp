#include "bench/cost/cost_summary.hpp"

#include <utility>

namespace switchyard::cost {

double CostSeries::mean_value_of_counter(const std::string& name) const {
  double sum = 0;
  for (const auto& [round, sample] : samples_) sum += sample.counter(name);
  return sum / static_cast<double>(samples_.size());
}

double CostSeries::memory_bytes() const {
  return mean_value_of_counter("schedule_bytes") + mean_value_of_counter("step_bytes") +
         mean_value_of_counter("run_bytes");
}

std::vector<double> CostSeries::ns_per_unit(const std::string& unit) const {
  std::vector<double> values;
  for (const auto& [round, sample] : samples_) {
    const double count = sample.counter(unit);
    if (count > 0) values.push_back(sample.nanoseconds() / count);
  }
  return values;
}

CostSeriesList collect_series(std::span<const CostSample> samples) {
  CostSeriesList list;
  for (const CostSample& sample : samples) list[sample.name].add(sample);
  return list;
}

std::optional<CostAspect> reference_work_for_cost_aspect(CostAspect aspect) noexcept {
  if (aspect == CostAspect::schedule) return CostAspect::binary_heap;
  if (aspect == CostAspect::exchange) return CostAspect::message_passing_through_plain_queues;
  if (aspect == CostAspect::emulation) return CostAspect::message_passing_with_link_booking;
  return std::nullopt;
}

std::optional<IntervalEstimate> compute_time_ratio_over_common_rounds(const CostSeries& one, const std::string& unit,
                                                                      const CostSeries& other,
                                                                      const std::string& other_unit) {
  std::vector<double> above, below;
  for (const auto& [round, sample] : one.samples_by_round()) {
    const auto found = other.samples_by_round().find(round);
    if (found == other.samples_by_round().end() || sample.counter(unit) == 0 || found->second.counter(other_unit) == 0)
      continue;
    above.push_back(sample.nanoseconds() / sample.counter(unit));
    below.push_back(found->second.nanoseconds() / found->second.counter(other_unit));
  }
  if (above.empty()) return std::nullopt;
  return estimate_ratio_of_paired_values(above, below);
}

const CostSeries* find_series_of_same_size(const CostSeriesList& all, CostName name, CostAspect aspect,
                                           const std::string& algorithm) {
  name.cost_aspect = aspect;
  name.algorithm = algorithm;
  const auto found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace switchyard::cost
