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
  double cost_before = 0;  ///< median cost in the baseline: nanoseconds per message, or bytes of memory
  double cost_now = 0;
  /// The cost divided by its value in an earlier measurement, the baseline. Times, but not memory, are first divided by
  /// the times of yardsticks (simple reference work on the same host), so that a slower host makes no difference.
  IntervalEstimate ratio = {};
  Verdict verdict = Verdict::same;
};

/// Compares each cost that both measurements contain, in the order of their names; the times of yardsticks (reference
/// work) are not compared themselves. A cost counts as slower if the whole confidence interval of its ratio to the
/// baseline lies above 1 + limit, and as faster if the interval lies below 1 / (1 + limit).
std::vector<CostChange> changes_from_baseline(const CostSeriesList& baseline, const CostSeriesList& now, double limit);

/// Throws UsageError if the baseline was measured with other settings (machine, pattern, executor and the like) than
/// `now`; the error names the first setting that differs.
void check_equal_settings(const CostFile& baseline, const CostFile& now, const std::string& path);

}  // namespace switchyard::cost
