#pragma once
/// \file wall_options.hpp
/// The options of the clock wall.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/experiment/experiment.hpp"
#include "bench/experiment/option.hpp"
#include "runtime/run.hpp"

namespace switchyard {

struct WallOptions {
  WallPlan plan;
  bool has_dilation = false;  ///< whether --dilation was given
  std::string against = {};   ///< what --against names, which may also be a machine for --machine native
};

/// Returns the options --dilation and --against. `target` must outlive the list.
std::vector<Option> wall_options(WallOptions& target);

/// Throws UsageError if these options are given without the clock wall, or that clock with several jobs.
void check(const WallOptions& options, ClockKind clock, std::uint64_t jobs);

}  // namespace switchyard
