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

struct FunctionShare {
  double share = 0;      ///< share of the processor's time that the function takes, from 0 to 1
  std::string library;   ///< file name of the program or library in which the function is; "[kernel]" for the kernel
  std::string function;  ///< name without parameters and without the arguments of templates

  friend bool operator==(const FunctionShare&, const FunctionShare&) = default;
};

/// The functions in which a measured piece of work spends the processor's time.
struct CostProfile {
  CostName name;
  std::vector<FunctionShare> functions;  ///< the functions with the largest shares, in descending order
};

/// Throws UsageError, which names --profile, if perf is missing or may not sample this process.
void require_perf();

/// Calls `work` again and again for some tenths of a second, at least once. Returns the functions with the largest
/// shares of the processor's time, counted for all threads of the process. Returns no functions if perf fails.
std::vector<FunctionShare> sample_functions(const std::function<void()>& work);

/// Reads what `perf report` prints with the columns overhead, dso and symbol, separated by semicolons.
std::vector<FunctionShare> parse_perf_report(std::string_view text);

}  // namespace switchyard::cost
