#pragma once
/// \file parallel_runs.hpp
/// Carries out many runs on all cores.

#include <cstdint>
#include <functional>

namespace switchyard {

/// Calls run(0) to run(count - 1), at most `jobs` at a time, each as soon as a thread is free; returns when all have
/// returned. With one job the calls are in order, on this thread.
/// Throws what a run throws. Some of the other runs may not be started then.
void parallel_runs(std::uint64_t count, std::uint64_t jobs, const std::function<void(std::uint64_t)>& run);

/// Returns the memory of this host in bytes.
double host_memory();
/// Returns as many of `jobs` as fit into half of the host's memory, if each needs `bytes_each`; at least one.
std::uint64_t jobs_within_memory(std::uint64_t jobs, double bytes_each);

}  // namespace switchyard
