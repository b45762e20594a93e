#pragma once
/// \file shared_sweep.hpp
/// A sweep that several processes share. The first rank owns the table of results and hands out
/// runs by a WorkDesk; the other ranks carry the runs out.

#include <cstdint>
#include <stop_token>

#include "bench/sweep/sweep_plan.hpp"
#include "runtime/ranks/rank_job.hpp"

namespace switchyard::sweep {

/// Carries out runs that the first rank hands out, on all cores, until there are none left or a
/// stop is requested. Called on the other ranks only. Throws nothing: failures of runs are
/// reported by the first rank.
void help_first_rank_with_sweep(const SweepPlan& plan, std::uint64_t jobs, RankJob& job, const std::stop_token& stop);

}  // namespace switchyard::sweep
