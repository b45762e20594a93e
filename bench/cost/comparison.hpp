#pragma once
/// \file comparison.hpp
/// Compares measurements with earlier ones, the baseline.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/cost/cost_file.hpp"
#include "bench/cost/cost_summary.hpp"
#include "bench/cost/statistics.hpp"

namespace switchyard::cost {

enum class Verdict : std::uint8_t { same, slower, faster };

/// A measured cost, and its ratio to the cost of the same name in the baseline.
struct Change {
  CostName name;
  double before = 0;  ///< median of the baseline; nanoseconds a message, or bytes
  double now = 0;
  /// The new cost divided by the baseline's. Times are first divided by their yardsticks (times of simple work on the
  /// same host), so that a host that is slower altogether does not count; memory is not.
  Estimate ratio = {};
  Verdict verdict = Verdict::same;
};

/// Compares the costs that both measurements have, in the order of their names; yardsticks are used, but not compared
/// themselves. A cost counts as slower if the whole interval of its ratio lies above 1 + limit, and as faster if the
/// interval lies below 1 / (1 + limit).
std::vector<Change> compare(const CostSeriesList& baseline, const CostSeriesList& now, double limit);

/// Throws UsageError if `baseline` was measured with another setting than `now`, naming what differs.
void check_setting(const CostFile& baseline, const CostFile& now, const std::string& path);

}  // namespace switchyard::cost
