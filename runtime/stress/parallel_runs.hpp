#pragma once
/// \file parallel_runs.hpp
/// Carries out many runs in parallel, on all cores of the host.

#include <cstdint>
#include <functional>

namespace switchyard {

/// Calls run(0) to run(count - 1), at most `jobs` at a time, and returns when all calls have
/// returned. With one job the calls are in order on the calling thread. Rethrows an exception of a
/// call; some of the remaining runs may then not be started.
void run_in_parallel(std::uint64_t count, std::uint64_t jobs, const std::function<void(std::uint64_t)>& run);

/// Returns the size in bytes of the memory that is installed in this host.
double installed_host_memory_bytes();
/// Returns the number of jobs (runs at the same time) that fit into half of the host's memory if each job needs
/// `bytes_each` bytes. The result is at most `jobs` and at least 1.
std::uint64_t job_count_within_memory(std::uint64_t jobs, double bytes_each);

}  // namespace switchyard
