#pragma once
/// \file parallel_runs.hpp
/// Many runs on all cores.

#include <cstdint>
#include <functional>

namespace switchyard {

/// Calls run(0) to run(count - 1), at most `jobs` at a time, each as soon as there is a thread for it; returns when all
/// have returned. With one job in order, on this thread.
/// Throws: what a run throws; others may not be started then.
void parallel_runs(std::uint64_t count, std::uint64_t jobs, const std::function<void(std::uint64_t)>& run);

/// Of this host, in bytes.
double host_memory();
/// As many of `jobs` as fit into half of the host's memory, with `bytes_each`; at least one.
std::uint64_t jobs_within_memory(std::uint64_t jobs, double bytes_each);

}  // namespace switchyard
