#pragma once
/// \file shrink.hpp
/// Makes a finding smaller for as long as it fails in the same way: fewer nodes, parts and decisions, smaller parts.
///
/// Source: A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE Transactions on Software
/// Engineering 28(2), 2002 (ddmin). Departs from it: only complements are tried; the parts themselves rarely fail.

#include <cstdint>
#include <memory>
#include <stop_token>

#include "runtime/stress/disturbed_run.hpp"
#include "runtime/stress/stress_case.hpp"

namespace switchyard {

struct ShrinkLimits {
  std::uint64_t runs = 20'000;        ///< of all attempts together
  std::uint64_t runs_of_a_case = 12;  ///< before a smaller case counts as one that does not fail
  RunLimits run = {};
};

/// A case and a run of it that fails.
struct FailingCase {
  std::shared_ptr<const StressCase> stressed;
  StressedRun run;
};

/// Where less fails only with smaller buffers, those of the machine are halved as well. A run that raced on real
/// threads comes back as it is: whether a smaller one fails is a matter of luck. So does one that has ended at the
/// limit of the host's time, as each attempt would take as long. Deterministic, unless stopped.
///
/// Needs: `failing.run` is one of `failing.stressed`, and has not completed.
FailingCase shrink(FailingCase failing, const ShrinkLimits& limits = {}, const std::stop_token& stop = {});

}  // namespace switchyard
