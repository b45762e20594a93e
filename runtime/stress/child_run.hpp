#pragma once
/// \file child_run.hpp
/// One run in a child process: a program that crashes, or that never calls its node again, ends that run and nothing
/// else.

#include <functional>

#include "runtime/stress/disturbed_run.hpp"

namespace switchyard {

/// Calls `carry_out`, which fills in `run`, in a child process, and fills in what it has found there. A child that ends
/// otherwise is a program_error that says how, with the node if that is known; one that is still there long after the
/// limit of the host's time is ended as unfinished. Throws what carry_out throws of UsageError and HostError, and
/// HostError if there can be no child.
///
/// What the program changes in memory is the child's alone.
void carry_out_in_child(StressedRun& run, const RunLimits& limits, const std::function<void()>& carry_out);

}  // namespace switchyard
