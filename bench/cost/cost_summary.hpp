#pragma once
/// \file cost_summary.hpp
/// Samples of all rounds brought together: a cost for each message, its yardstick beside it.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/cost/cost_sample.hpp"
#include "bench/cost/statistics.hpp"

namespace switchyard::cost {

/// All samples of one name, by round.
class CostSeries {
 public:
  void add(const CostSample& sample) { samples_[sample.round] = sample; }
  const std::map<std::uint64_t, CostSample>& by_round() const noexcept { return samples_; }
  const CostSample& last() const { return samples_.rbegin()->second; }
  /// Returns the mean counter of an iteration.
  double counter(const std::string& name) const;
  /// Returns the time of one unit, such as "messages", in each round, in nanoseconds. Empty if nothing counts it.
  std::vector<double> ns_each(const std::string& unit) const;

 private:
  std::map<std::uint64_t, CostSample> samples_;
};

/// Series by name.
using CostSeriesList = std::map<CostName, CostSeries>;

CostSeriesList series_of(std::span<const CostSample> samples);

/// The yardstick of an aspect; none for memory and for yardsticks.
std::optional<Aspect> yardstick_of(Aspect aspect) noexcept;

/// Returns the ratio of both series in the rounds that both have: times of their units, side by side. Nothing if there
/// is no such round.
std::optional<Estimate> ratio_in_rounds(const CostSeries& one, const std::string& unit, const CostSeries& other,
                                        const std::string& other_unit);

/// Returns the series of the same size with another aspect and algorithm, or null.
const CostSeries* beside(const CostSeriesList& all, CostName name, Aspect aspect, const std::string& algorithm);

}  // namespace switchyard::cost
