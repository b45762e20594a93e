#pragma once
/// \file cost_summary.hpp
/// Brings together the samples of measured costs from all rounds, and divides them by their yardsticks.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/cost/cost_sample.hpp"
#include "bench/cost/statistics.hpp"

namespace switchyard::cost {

/// All samples of one measured cost, by round.
class CostSeries {
 public:
  void add(const CostSample& sample) { samples_[sample.round] = sample; }
  const std::map<std::uint64_t, CostSample>& by_round() const noexcept { return samples_; }
  const CostSample& last() const { return samples_.rbegin()->second; }
  /// Returns the counter of this name for one iteration, as a mean over the rounds.
  double counter(const std::string& name) const;
  /// Returns the time in nanoseconds for one `unit`, such as "messages", in each round; empty if no sample counts such
  /// units.
  std::vector<double> ns_each(const std::string& unit) const;

 private:
  std::map<std::uint64_t, CostSample> samples_;
};

/// The series of samples by the names of the measured costs.
using CostSeriesList = std::map<CostName, CostSeries>;

CostSeriesList series_of(std::span<const CostSample> samples);

/// Returns the yardstick with which an aspect's time is compared; nothing for memory and for yardsticks themselves.
std::optional<Aspect> yardstick_of(Aspect aspect) noexcept;

/// Returns the ratio of two series of times, each per unit of its own, in the rounds that both series have; nothing if
/// there is no such round.
std::optional<Estimate> ratio_in_rounds(const CostSeries& one, const std::string& unit, const CostSeries& other,
                                        const std::string& other_unit);

/// Returns the series that has the size of `name` and another aspect and algorithm; null if there is none.
const CostSeries* beside(const CostSeriesList& all, CostName name, Aspect aspect, const std::string& algorithm);

}  // namespace switchyard::cost
