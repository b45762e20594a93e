#include "runtime/stress/parallel_runs.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

namespace switchyard {

void run_in_parallel(std::uint64_t count, std::uint64_t jobs, const std::function<void(std::uint64_t)>& run) {
  if (jobs == 1) {
    for (std::uint64_t number = 0; number < count; ++number) run(number);
    return;
  }
  // TBB synchronises its threads with the calling thread before and after the runs. The thread sanitizer cannot see
  // into TBB; the atomic variable `handed_over` shows the sanitizer the same synchronisation.
  std::atomic<std::uint64_t> handed_over{0};
  handed_over.fetch_add(1);
  const auto run_handed_over = [&](std::uint64_t number) {
    handed_over.load();
    tbb::this_task_arena::isolate([&] { run(number); });  // a thread whose run waits inside TBB must not start another
                                                          // run meanwhile
    handed_over.fetch_add(1);
  };
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, jobs);
  tbb::task_arena arena(static_cast<int>(jobs));
  arena.execute([&] {  // each run is a task of its own, because some runs take much longer than others
    tbb::parallel_for(std::uint64_t{0}, count, run_handed_over, tbb::simple_partitioner());
  });
  handed_over.load();
}

double installed_host_memory_bytes() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t job_count_within_memory(std::uint64_t jobs, double bytes_each) {
  const double fitting =
      std::min(installed_host_memory_bytes() / 2 / std::max(bytes_each, 1.0), static_cast<double>(jobs));
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(fitting));
}

}  // namespace switchyard
