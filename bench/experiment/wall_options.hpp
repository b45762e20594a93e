#pragma once
/// \file wall_options.hpp
/// The command-line options --dilation and --against for the clock `wall`, which paces a run by real time.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/experiment/experiment.hpp"
#include "bench/experiment/option.hpp"
#include "runtime/run.hpp"

namespace switchyard {

struct WallClockOptions {
  WallClockPlan wall_clock_plan;
  bool is_dilation_given = false;  ///< whether --dilation was given
  /// value of the option --against: `virtual`, or with --machine native the name of a machine; empty if not given
  std::string comparison_target = {};
};

/// Returns the command-line options --dilation and --against for the clock `wall`. `target` must outlive the list.
std::vector<CommandOption> wall_clock_options(WallClockOptions& target);

/// Throws UsageError if --dilation or --against is given and the clock is not `wall`, or if the clock is `wall` and
/// several samples are to run at the same time.
void check_wall_clock_options(const WallClockOptions& options, ClockKind clock, std::uint64_t jobs);

}  // namespace switchyard
