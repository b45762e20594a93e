#include "bench/cost/cost_summary.hpp"

#include <utility>

namespace switchyard::cost {

double CostSeries::counter(const std::string& name) const {
  double sum = 0;
  for (const auto& [round, sample] : samples_) sum += sample.counter(name);
  return sum / static_cast<double>(samples_.size());
}

std::vector<double> CostSeries::ns_per_unit(const std::string& unit) const {
  std::vector<double> values;
  for (const auto& [round, sample] : samples_) {
    const double count = sample.counter(unit);
    if (count > 0) values.push_back(sample.ns() / count);
  }
  return values;
}

CostSeriesList series_of(std::span<const CostSample> samples) {
  CostSeriesList list;
  for (const CostSample& sample : samples) list[sample.name].add(sample);
  return list;
}

std::optional<Aspect> reference_aspect_of(Aspect aspect) noexcept {
  if (aspect == Aspect::schedule) return Aspect::heap;
  if (aspect == Aspect::exchange) return Aspect::queues;
  if (aspect == Aspect::emulation) return Aspect::engine;
  return std::nullopt;
}

std::optional<Estimate> ratio_in_rounds(const CostSeries& one, const std::string& unit, const CostSeries& other,
                                        const std::string& other_unit) {
  std::vector<double> above, below;
  for (const auto& [round, sample] : one.by_round()) {
    const auto found = other.by_round().find(round);
    if (found == other.by_round().end() || sample.counter(unit) == 0 || found->second.counter(other_unit) == 0)
      continue;
    above.push_back(sample.ns() / sample.counter(unit));
    below.push_back(found->second.ns() / found->second.counter(other_unit));
  }
  if (above.empty()) return std::nullopt;
  return paired_ratio(above, below);
}

const CostSeries* find_series_of_same_size(const CostSeriesList& all, CostName name, Aspect aspect,
                                           const std::string& algorithm) {
  name.aspect = aspect;
  name.algorithm = algorithm;
  const auto found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace switchyard::cost
