#pragma once
/// \file wall_options.hpp
/// The command-line options --dilation and --against of runs under the wall clock (ClockKind::wall), which paces a run
/// by real time.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/experiment/experiment.hpp"
#include "bench/experiment/option.hpp"
#include "runtime/run.hpp"

namespace switchyard {

struct WallClockOptions {
  WallClockSettings wall_clock_settings;
  /// Whether the user has given the option --dilation.
  bool is_dilation_given = false;
  /// ^The value of the option --against, which names what the makespans are compared with: `virtual` for the virtual
  /// clock, or with --machine native the name of an emulated machine; empty if the option is not given.
  std::string comparison_target = {};
};

/// Returns the command-line options --dilation and --against, which belong to the wall clock (ClockKind::wall).
/// `target` must outlive the list.
std::vector<CommandOption> wall_clock_options(WallClockOptions& target);

/// Throws UsageError if --dilation or --against is given and the runs are not under the wall clock (ClockKind::wall),
/// or if they are under the wall clock and several samples are to run at the same time.
void check_wall_clock_options(const WallClockOptions& options, ClockKind clock, std::uint64_t jobs);

}  // namespace switchyard
