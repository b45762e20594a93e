#pragma once
/// \file cost_summary.hpp
/// Collects the samples of each measured cost from all rounds, and divides times by those of their yardsticks (simple
/// reference work that was measured beside them).

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/cost/cost_sample.hpp"
#include "bench/cost/statistics.hpp"

namespace switchyard::cost {

/// All samples of one measured cost, one for each round of measurements.
class CostSeries {
 public:
  void add(const CostSample& sample) { samples_[sample.round] = sample; }
  const std::map<std::uint64_t, CostSample>& samples_by_round() const noexcept { return samples_; }
  const CostSample& last_sample() const { return samples_.rbegin()->second; }
  /// Returns the value that the counter with this name has for one iteration, as a mean over the rounds of
  /// measurements.
  double mean_value_of_counter(const std::string& name) const;
  /// Returns the sum of three amounts of host memory in bytes: that of a schedule, that of the steps that the schedule
  /// gives to the nodes, and that of an emulated run.
  double memory_bytes() const;
  /// Returns for each round of measurements the time in nanoseconds divided by the counter `unit`, such as "messages".
  /// Returns an empty list if no sample has this counter.
  std::vector<double> ns_per_unit(const std::string& unit) const;

 private:
  std::map<std::uint64_t, CostSample> samples_;
};

/// For the name of each measured cost, the series of its samples.
using CostSeriesList = std::map<CostName, CostSeries>;

CostSeriesList collect_series(std::span<const CostSample> samples);

/// Returns the yardstick (simple reference work) with whose time the time of an aspect of cost is compared. Returns
/// nothing for memory and for yardsticks themselves.
std::optional<CostAspect> reference_work_for_cost_aspect(CostAspect aspect) noexcept;

/// Returns the ratio of the times of two series of samples, each divided by its own counter (`unit` and `other_unit`),
/// over the rounds of measurements that both series have. Returns nothing if there is no such round.
std::optional<IntervalEstimate> compute_time_ratio_over_common_rounds(const CostSeries& one, const std::string& unit,
                                                                      const CostSeries& other,
                                                                      const std::string& other_unit);

/// Returns the series of samples of the given aspect and algorithm for the matrix size of `name`. Returns null if that
/// was not measured.
const CostSeries* find_series_of_same_size(const CostSeriesList& all, CostName name, CostAspect aspect,
                                           const std::string& algorithm);

}  // namespace switchyard::cost
