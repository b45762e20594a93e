#pragma once
/// \file survival.hpp
/// Whether a node program survives its stress, and what a test says if it does not.

#include <optional>
#include <string>

#include "runtime/stress/stress.hpp"

namespace switchyard {

/// The environment variable that stands for StressOptions::replay where that is empty: a failing test can be run again
/// in a debugger, with this one run and nothing else, as it is.
inline constexpr const char* kReplayVariable = "SWITCHYARD_REPLAY";

/// Nothing if all runs complete. Otherwise what is wrong: of each kind of finding the first run, made as small as it
/// gets, its report, and the line from which it is had again.
std::optional<std::string> stress_failure(const Machine& machine, const NodeProgram& program,
                                          const StressOptions& options = {});

}  // namespace switchyard
