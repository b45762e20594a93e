#pragma once
/// \file rounds.hpp
/// Measures the host time of several pieces of work in rounds. Each round measures all pieces once, in a random order,
/// so that a host that is slower for a while disturbs all of them alike. Google Benchmark does the timing.

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
struct WorkToMeasure {
  CostName name;
  CostTimeKind time_kind = CostTimeKind::processor;
  std::function<CostIteration()> do_one_iteration;  ///< function that does one iteration of the work
  /// Whether the work is measured in every round. If not, it is measured only in the first round, with one iteration.
  bool is_work_measured_in_every_round = true;
};

struct MeasurementRoundOptions {
  /// The time of a slice in seconds. In each round, the measurement of a piece of work is divided into slices, and only
  /// the fastest slice counts. Slices are so short that at least some of them are not disturbed by other programs that
  /// use the processor or empty its caches.
  static constexpr std::chrono::duration<double> kSliceSeconds{0.0002};
  static constexpr std::uint64_t kMostSlices = 250;

  std::uint64_t round_count = 11;
  /// For how long each piece of work is repeated in each round, in seconds.
  std::chrono::duration<double> time_of_work_in_round{0.05};
  std::uint64_t seed = 1;  ///< seed of the random order of the pieces of work in each round
};

/// Measures all pieces of work in all rounds, and calls `take` with each sample. In the first round it finds out how
/// often each piece of work is repeated in a round. After a request to stop it ends early, without a sample of the
/// piece that is being measured. Throws what a piece of work throws.
///
/// Only one call of measure_rounds() may be under way in the process at a time, because Google Benchmark keeps its list
/// of benchmarks in a global variable.
void measure_rounds(std::span<const WorkToMeasure> cases, const MeasurementRoundOptions& options,
                    const std::stop_token& stop, const std::function<void(CostSample)>& take);

}  // namespace switchyard::cost
