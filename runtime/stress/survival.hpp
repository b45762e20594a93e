#pragma once
/// \file survival.hpp
/// Decides whether a node program survives a stress test, and makes the failure message of a unit test if it does not.

#include <optional>
#include <string>

#include "runtime/stress/stress.hpp"

namespace switchyard {

/// The environment variable that takes the place of StressOptions::replay if that option is empty. It lets a failing
/// test repeat one single run, for example in a debugger.
inline constexpr const char* kReplayEnvironmentVariable = "SWITCHYARD_REPLAY";

/// Runs a stress test of the program, and returns nothing if all runs complete. Otherwise returns a failure message
/// with, for each outcome of failing runs, the first such run made as small as possible, its error text and its replay
/// line.
std::optional<std::string> stress_failure(const Machine& machine, const NodeProgram& program,
                                          const StressOptions& options = {});

}  // namespace switchyard
