#include "bench/experiments/experiment_context.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "runtime/random.hpp"

namespace switchyard::experiments {
namespace {

/// The same on every host, unlike std::hash (FNV-1a).
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

/// As many runs at once as fit into half of the host's memory.
std::uint64_t jobs_within_memory(std::uint64_t jobs, std::uint64_t bytes_each) {
  if (bytes_each == 0) return jobs;
  const auto pages = static_cast<std::uint64_t>(std::max(::sysconf(_SC_PHYS_PAGES), 1L));
  const auto page = static_cast<std::uint64_t>(std::max(::sysconf(_SC_PAGESIZE), 1L));
  return std::clamp<std::uint64_t>(pages * page / 2 / bytes_each, 1, jobs);
}

}  // namespace

std::uint64_t ExperimentContext::seed_of(std::string_view stream, std::uint64_t sample) const {
  return split_seed(split_seed(session_.options_.seed, hash_of(stream)), sample);
}

void ExperimentContext::expect_work(double work) {
  const std::lock_guard lock(mutex_);
  progress_.expected = work;
}

void ExperimentContext::for_each_run(std::uint64_t count, const std::function<void(std::uint64_t)>& run,
                                     const RunCost& each) {
  const auto run_counted = [&](std::uint64_t number) {
    if (session_.stop_.stop_requested()) return;
    tbb::this_task_arena::isolate([&] { run(number); });  // a run that waits must not start another one
    count_done(each.work);
  };
  const std::uint64_t jobs = jobs_within_memory(session_.options_.jobs, each.bytes);
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, jobs);
  tbb::task_arena arena(static_cast<int>(jobs));
  arena.execute([&] { tbb::parallel_for(std::uint64_t{0}, count, run_counted); });
  if (session_.stop_.stop_requested()) throw Interrupted();
}

void ExperimentContext::count_done(double work) {
  const std::lock_guard lock(mutex_);
  progress_.done += work;
  if (session_.tick_) session_.tick_(progress_);
}

void ExperimentContext::add(ResultCell cell) {
  const std::lock_guard lock(mutex_);
  outcome_.cells.push_back(std::move(cell));
}

void ExperimentContext::add(Claim claim) {
  const std::lock_guard lock(mutex_);
  outcome_.claims.push_back(std::move(claim));
}

void ExperimentContext::add_note(std::string note) {
  const std::lock_guard lock(mutex_);
  outcome_.notes.push_back(std::move(note));
}

void ExperimentContext::add_chart(std::string chart) {
  const std::lock_guard lock(mutex_);
  outcome_.charts.push_back(std::move(chart));
}

void ExperimentContext::set_complete() {
  const std::lock_guard lock(mutex_);
  outcome_.complete = true;
}

Outcome ExperimentContext::outcome() const {
  const std::lock_guard lock(mutex_);
  return outcome_;
}

}  // namespace switchyard::experiments
