#pragma once
/// \file rounds.hpp
/// Measures several pieces of work in rounds: each round measures all of them, in an order of its
/// own, so that a host that is slower for a while disturbs all of them alike. Google Benchmark
/// does the timing.

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
  CostTimeKind time_kind = CostTimeKind::processor;
  std::function<CostIteration()> do_one_iteration;  ///< function that does one iteration of the work
  bool is_measured_every_round =
      true;  ///< whether the work is measured in every round; if not, only in the first round, with one iteration
};

struct RoundOptions {
  /// Time of a slice in seconds. In each round the time of a piece of work is divided into slices, and the
  /// fastest slice counts. Slices are so short that during some slices no other program uses the
  /// processor or has emptied its caches.
  static constexpr std::chrono::duration<double> kSliceSeconds{0.0002};
  static constexpr std::uint64_t kMostSlices = 250;

  std::uint64_t round_count = 11;
  std::chrono::duration<double> time_of_case_in_round{
      0.05};               ///< how long each piece of work is repeated in a round, in seconds
  std::uint64_t seed = 1;  ///< seed for the random orders of the pieces of work in the rounds
};

/// Measures all pieces of work in all rounds, and calls `take` with each sample. The first round
/// determines how often each piece of work is repeated. Ends early after a request to stop, without a
/// sample of the piece that is being measured. Throws what a piece of work throws.
///
/// Only one call of measure_rounds() may be under way in the process at a time, because Google Benchmark keeps its list
/// of benchmarks in a global variable.
void measure_rounds(std::span<const CostCase> cases, const RoundOptions& options, const std::stop_token& stop,
                    const std::function<void(CostSample)>& take);

}  // namespace switchyard::cost
