#pragma once
/// \file cost_summary.hpp
/// Collects the samples of each measured cost from all rounds, and divides times by those of their
/// yardsticks.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/cost/cost_sample.hpp"
#include "bench/cost/statistics.hpp"

namespace switchyard::cost {

/// The samples of one measured cost in all rounds.
class CostSeries {
 public:
  void add(const CostSample& sample) { samples_[sample.round] = sample; }
  const std::map<std::uint64_t, CostSample>& samples_by_round() const noexcept { return samples_; }
  const CostSample& last_sample() const { return samples_.rbegin()->second; }
  /// Returns the value of this counter for one iteration, as a mean over the rounds.
  double mean_counter(const std::string& name) const;
  /// Returns the memory in bytes of a schedule, of the plans of its nodes and of an emulated run together.
  double memory_bytes() const;
  /// Returns for each round the time in nanoseconds divided by the counter `unit`, such as
  /// "messages". Returns an empty list if no sample has this counter.
  std::vector<double> ns_per_unit(const std::string& unit) const;

 private:
  std::map<std::uint64_t, CostSample> samples_;
};

/// The series of samples by the names of the measured costs.
using CostSeriesList = std::map<CostName, CostSeries>;

CostSeriesList collect_series(std::span<const CostSample> samples);

/// Returns the yardstick (simple work) with whose time an aspect's time is compared. Returns nothing for memory and for
/// yardsticks themselves.
std::optional<CostAspect> yardstick_for(CostAspect aspect) noexcept;

/// Returns the ratio of the times of two series, each divided by its own unit, over the rounds
/// that both series have. Returns nothing if there is no such round.
std::optional<IntervalEstimate> ratio_over_common_rounds(const CostSeries& one, const std::string& unit,
                                                         const CostSeries& other, const std::string& other_unit);

/// Returns the series of measurements for the same matrix size as `name`, but for this aspect and algorithm. Returns
/// null if there is no such series.
const CostSeries* find_series_of_same_size(const CostSeriesList& all, CostName name, CostAspect aspect,
                                           const std::string& algorithm);

}  // namespace switchyard::cost
