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

/// The cost of a name, as a multiple of the baseline's.
struct Change {
  CostName name;
  double before = 0;  ///< median of the baseline; nanoseconds a message, or bytes
  double now = 0;
  /// ratio of both after each was divided by its yardstick, so that a host which is slower altogether does not count;
  /// of memory the plain ratio
  Estimate ratio = {};
  Verdict verdict = Verdict::same;
};

/// Compares what both have, in the order of names; yardsticks only serve. A cost counts as slower if the whole interval
/// of its ratio lies above 1 + limit, and as faster if it lies below 1 / (1 + limit).
std::vector<Change> compare(const CostSeriesList& baseline, const CostSeriesList& now, double limit);

/// Throws UsageError if `baseline` was measured with another setting than `now`, naming what differs.
void check_setting(const CostFile& baseline, const CostFile& now, const std::string& path);

}  // namespace switchyard::cost
