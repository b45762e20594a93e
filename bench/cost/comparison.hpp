#pragma once
/// \file comparison.hpp
/// Compares measured costs with those of an earlier measurement, the baseline.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/cost/cost_file.hpp"
#include "bench/cost/cost_summary.hpp"
#include "bench/cost/statistics.hpp"

namespace switchyard::cost {

enum class Verdict : std::uint8_t { same, slower, faster };

/// A cost that was measured now, and its ratio to the cost with the same name in the baseline.
struct CostChange {
  CostName name;
  double cost_before = 0;  ///< median cost in the baseline: nanoseconds for a message, or bytes of memory
  double cost_now = 0;
  /// The new cost divided by the cost in the baseline. Times, but not memory, are first divided by
  /// their yardsticks (times of simple work on the same host), so that a slower host makes no
  /// difference.
  IntervalEstimate ratio = {};
  Verdict verdict = Verdict::same;
};

/// Compares the costs that both measurements have, in the order of their names; yardsticks are not
/// compared themselves. A cost counts as slower if the whole confidence interval of its ratio lies
/// above 1 + limit, and as faster if the interval lies below 1 / (1 + limit).
std::vector<CostChange> changes_from_baseline(const CostSeriesList& baseline, const CostSeriesList& now, double limit);

/// Throws UsageError if `baseline` was measured with other settings than `cost_now`; the error names
/// the first setting that differs.
void check_equal_settings(const CostFile& baseline, const CostFile& now, const std::string& path);

}  // namespace switchyard::cost
