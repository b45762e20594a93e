#pragma once
/// \file native_experiment.hpp
/// An experiment whose nodes are the MPI ranks of an mpirun: nothing is emulated, and the real times of the exchanges
/// are measured.
///
/// Each exchange is repeated several times. A repetition begins with a barrier and ends when the last rank has all of
/// its data; the time of the first repetition is not used.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "bench/experiment/experiment.hpp"
#include "runtime/ranks/rank_job.hpp"

namespace switchyard {

/// The least, the median and the greatest time of the repetitions of one native run.
struct NativeTimes {
  Duration least_time{}, median_time{}, greatest_time{};
  std::uint64_t repetitions = 0;
};

/// The results of a native experiment, whose nodes are real MPI ranks. The keys are the numbers of the runs, as in
/// ExperimentResult. The makespan in a result row is the median over the repetitions of the run.
struct NativeResult {
  std::map<std::size_t, ResultRow> rows;
  std::map<std::size_t, NativeTimes> times_by_run_number;
};

/// Returns a Machine with `nodes` nodes that stands for the host itself. Algorithms that ask for the routes of messages
/// get those of the machine `like`, which must have as many nodes. If `like` is empty, they get the routes of a
/// crossbar.
Machine native_machine(std::uint32_t nodes, const std::optional<Machine>& like);

/// Returns a text with the settings of a native experiment that must be the same on all MPI ranks, one on each line.
std::string native_settings_text(const Experiment& experiment, std::uint64_t repetitions);

/// Carries out the experiment on the ranks of an MPI job; all ranks call it, with the same arguments. Only the first
/// rank gets the result. An error on any rank ends the whole job.
NativeResult run_experiment_natively(RankJob& job, const Experiment& experiment, std::uint64_t repetitions);

}  // namespace switchyard
