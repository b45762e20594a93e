#pragma once
/// \file survival.hpp
/// Decides whether a node program survives its stress, and makes the failure message of a test if
/// it does not.

#include <optional>
#include <string>

#include "runtime/stress/stress.hpp"

namespace switchyard {

/// The environment variable that is used as StressOptions::replay if that option is empty. It lets
/// a failing test repeat one single run, for example in a debugger.
inline constexpr const char* kReplayEnvironmentVariable = "SWITCHYARD_REPLAY";

/// Stresses the program, and returns nothing if all runs complete. Otherwise returns a failure
/// message with, for each kind of finding, the first run made as small as possible, its report and
/// its replay line.
std::optional<std::string> stress_failure(const Machine& machine, const NodeProgram& program,
                                          const StressOptions& options = {});

}  // namespace switchyard
