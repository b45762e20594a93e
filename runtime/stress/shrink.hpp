#pragma once
/// \file shrink.hpp
/// Makes a failing test case smaller as long as it fails in the same way: fewer nodes, fewer and smaller parts (such as
/// messages), fewer decisions about the order of events.
///
/// Source: A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE Transactions on Software
/// Engineering 28(2), 2002 (ddmin). Departs from it: only complements are tried, because the parts by themselves rarely
/// fail.

#include <cstdint>
#include <memory>
#include <stop_token>

#include "runtime/stress/disturbed_run.hpp"
#include "runtime/stress/stress_case.hpp"

namespace switchyard {

struct ShrinkLimits {
  std::uint64_t runs = 20'000;       ///< largest number of runs, for all smaller test cases together
  std::uint64_t runs_per_case = 12;  ///< number of runs without failure after which a smaller test case counts as one
                                     ///< that does not fail
  RunLimits run = {};
};

/// A test case, and a failing run of this case.
struct FailingCase {
  std::shared_ptr<const StressCase> stress_test_case;
  StressedRun run;
};

/// Makes a failing test case and its run smaller. The machine's buffers are halved as well if a case with less work
/// then fails. Runs that raced on real threads are returned unchanged, because it is a matter of luck whether a smaller
/// case fails. Runs that reached the limit of host time are also returned unchanged, because each attempt would take as
/// long. The result is deterministic unless a stop is requested.
///
/// Needs: `failing.run` is a run of the case `failing.stress_test_case`, and it has not completed.
FailingCase shrink(FailingCase failing, const ShrinkLimits& limits = {}, const std::stop_token& stop = {});

}  // namespace switchyard
