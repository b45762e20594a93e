#pragma once
/// \file sampling.hpp
/// Finds out by sampling which functions of this process take the processor's time. The samples are taken by the
/// program `perf` of Linux, in another process.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/cost/cost_sample.hpp"

namespace switchyard::cost {

struct FunctionProcessorTimeShare {
  double share = 0;     ///< the fraction of the processor time that the function takes, from 0 to 1
  std::string library;  ///< file name of the program or library in which the function is; "[kernel]" for the kernel
  /// The name of the function, without parameters and without template arguments.
  std::string function;

  friend bool operator==(const FunctionProcessorTimeShare&, const FunctionProcessorTimeShare&) = default;
};

/// The functions in which a measured piece of work spends the processor time.
struct CostProfile {
  CostName name;
  /// The functions that take the largest shares of the processor time, in descending order of their shares.
  std::vector<FunctionProcessorTimeShare> functions;
};

/// Throws UsageError, which names the option --profile, if the program `perf` is missing or is not allowed to sample
/// this process.
void require_perf();

/// Calls `work` again and again for some tenths of a second, at least once. Returns the functions with the largest
/// shares of the processor time, counted for all threads of the process. Returns an empty list if the program `perf`
/// fails.
std::vector<FunctionProcessorTimeShare> profile_functions_of_work(const std::function<void()>& work);

/// Reads what `perf report` prints with the columns overhead, dso and symbol, separated by semicolons.
std::vector<FunctionProcessorTimeShare> parse_perf_report(std::string_view text);

}  // namespace switchyard::cost
