#pragma once
/// \file rounds.hpp
/// Measures several pieces of work in rounds: in each round all of them one after another, in another order, so that a
/// host that is slower for a while disturbs all of them alike. Google Benchmark does the timing.

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "bench/cost/algorithm_cost.hpp"
#include "bench/cost/cost_sample.hpp"

namespace switchyard::cost {

/// A piece of work whose time is measured in rounds.
struct CostCase {
  CostName name;
  CostTime time = CostTime::processor;
  std::function<CostRun()> once;  ///< does one iteration
  bool every_time = true;         ///< false: one iteration in the first round is all
};

struct RoundOptions {
  /// Length of a slice. The time of a piece of work in a round is divided into slices, and the fastest slice counts.
  /// Slices are so short that some pass without another program on the same processor, and without caches that such a
  /// program has left cold.
  static constexpr std::chrono::duration<double> kSlice{0.0002};
  static constexpr std::uint64_t kMostSlices = 250;

  std::uint64_t rounds = 11;
  std::chrono::duration<double> time{0.05};  ///< how long a piece of work is repeated in each round
  std::uint64_t seed = 1;                    ///< seed for the orders of the pieces in the rounds
};

/// Measures all pieces of work in all rounds, and hands each sample to `take`. The first round finds out how often a
/// piece is repeated. Ends early after a request to stop, without a sample for the piece that is being measured. Throws
/// what a piece of work throws.
///
/// One call at a time in the process: Google Benchmark has its list of benchmarks in a global.
void measure_rounds(std::span<const CostCase> cases, const RoundOptions& options, const std::stop_token& stop,
                    const std::function<void(CostSample)>& take);

}  // namespace switchyard::cost
