#pragma once
/// \file native_experiment.hpp
/// An experiment whose nodes are ranks of an mpirun: the algorithms carry out real exchanges, and their time is real.
///
/// An exchange is repeated. A repetition begins with a barrier, and takes until the last rank has all of its data; the
/// first one is not counted.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "bench/experiment/experiment.hpp"
#include "runtime/ranks/rank_job.hpp"

namespace switchyard {

/// The times of the repetitions of a run.
struct NativeTimes {
  Duration least{}, median{}, most{};
  std::uint64_t repetitions = 0;
};

/// The rows of a native experiment, by the numbers that ExperimentResult has. The row's makespan is the median.
struct NativeResult {
  std::map<std::size_t, ResultRow> rows;
  std::map<std::size_t, NativeTimes> times;
};

/// The host as a machine with `nodes` nodes. Algorithms that ask for routes get those of `like`, which must have as
/// many nodes, or those of a crossbar.
Machine native_machine(std::uint32_t nodes, const std::optional<Machine>& like);

/// Carries the experiment out; all ranks of the job call it, with the same arguments. The result is there on the first
/// rank. Errors end the job.
NativeResult carry_out_natively(RankJob& job, const Experiment& experiment, std::uint64_t repetitions);

}  // namespace switchyard
