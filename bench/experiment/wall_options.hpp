#pragma once
/// \file wall_options.hpp
/// The options --dilation and --against of the clock wall, which paces a run by real time.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/experiment/experiment.hpp"
#include "bench/experiment/option.hpp"
#include "runtime/run.hpp"

namespace switchyard {

struct WallOptions {
  WallPlan plan;
  bool has_dilation = false;          ///< whether --dilation was given
  std::string comparison_clock = {};  ///< value of --against: `virtual`, or with --machine native the name of a machine
};

/// Returns the options --dilation and --against of the clock wall. `target` must outlive the list.
std::vector<CommandOption> wall_clock_options(WallOptions& target);

/// Throws UsageError if --dilation or --against is given without the clock wall, or if the clock wall is chosen with
/// several jobs.
void check_wall_options(const WallOptions& options, ClockKind clock, std::uint64_t jobs);

}  // namespace switchyard
