#pragma once
/// \file shared_sweep.hpp
/// A sweep that several processes share. The first rank owns the result table and hands out runs through a
/// WorkDistributor; the other ranks carry out the runs.

#include <cstdint>
#include <stop_token>

#include "bench/sweep/sweep_plan.hpp"
#include "runtime/ranks/rank_job.hpp"

namespace switchyard::sweep {

/// Carries out the runs of a sweep that the first rank hands out, at most `jobs` at the same time, until there are no
/// runs left or a stop is requested. Call it only on ranks other than the first. Throws nothing, as the first rank
/// reports failures of runs.
void carry_out_sweep_runs_for_first_rank(const SweepPlan& plan, std::uint64_t jobs, RankJob& job,
                                         const std::stop_token& stop);

}  // namespace switchyard::sweep
