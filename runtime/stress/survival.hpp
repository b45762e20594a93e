#pragma once
/// \file survival.hpp
/// Decides whether a node program survives its stress, and makes the message of a test if it does not.

#include <optional>
#include <string>

#include "runtime/stress/stress.hpp"

namespace switchyard {

/// The environment variable that is used for StressOptions::replay if that is empty. With it a failing test repeats one
/// single run, for example in a debugger.
inline constexpr const char* kReplayVariable = "SWITCHYARD_REPLAY";

/// Stresses the program, and returns nothing if all runs complete. Otherwise returns the failure: for each kind of
/// finding the first run, made as small as possible, with its report and its replay line.
std::optional<std::string> stress_failure(const Machine& machine, const NodeProgram& program,
                                          const StressOptions& options = {});

}  // namespace switchyard
