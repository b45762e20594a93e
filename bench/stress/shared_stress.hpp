#pragma once
/// \file shared_stress.hpp
/// A stress test that several processes share. The first rank has a StressSession and hands out blocks of runs through
/// a WorkDistributor; the other ranks carry out the runs of these blocks.

#include <cstdint>
#include <stop_token>
#include <string>

#include "bench/stress/stress_session.hpp"
#include "runtime/ranks/rank_job.hpp"

namespace switchyard {

/// Returns a text with everything that affects the results of a stress test, one setting on each
/// line.
std::string stress_settings_text(const StressPlan& plan);

/// Carries out blocks of runs that the first rank hands out, as many at the same time as the plan says, until there are
/// no blocks left or a stop is requested. Call it only on ranks other than the first. Throws nothing, as the first rank
/// reports failures.
void execute_stress_blocks_for_first_rank(const StressPlan& plan, RankJob& job, const std::stop_token& stop);

}  // namespace switchyard
