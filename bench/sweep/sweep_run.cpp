#include "bench/sweep/sweep_run.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace switchyard::sweep {
namespace {

std::uint64_t golden_stride(std::uint64_t count) {
  auto stride = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(0.6180339887498949 * static_cast<double>(count)));
  while (std::gcd(stride, count) != 1) ++stride;
  return stride;
}

std::uint64_t jobs_within_memory(std::uint64_t jobs, double bytes_each) {
  const double host = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  const double fitting = std::min(host / 2 / std::max(bytes_each, 1.0), static_cast<double>(jobs));
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(fitting));
}

}  // namespace

SpreadOrder::SpreadOrder(std::uint64_t count) : count_(count), stride_(golden_stride(count)) {}

std::uint64_t SpreadOrder::operator()(std::uint64_t place) const noexcept {
  return place * stride_ % count_;  // both below 2^32
}

SweepRun::SweepRun(const SweepPlan& plan, const Shard& shard, ResultsFile& file, std::uint64_t jobs, Tick tick)
    : plan_(plan),
      shard_(shard),
      file_(file),
      jobs_(jobs_within_memory(jobs, plan.largest_run_bytes())),
      tick_(std::move(tick)),
      to_do_(shard.size(plan.cell_count()) - file.found()),
      order_(shard.size(plan.cell_count())) {}

void SweepRun::carry_out(const std::stop_token& stop) {
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, jobs_);
  tbb::task_arena arena(static_cast<int>(jobs_));
  const tbb::blocked_range<std::uint64_t> places(0, shard_.size(plan_.cell_count()));
  arena.execute([&] {
    tbb::parallel_for(
        places,
        [&](const tbb::blocked_range<std::uint64_t>& some) {
          for (std::uint64_t place = some.begin(); place < some.end(); ++place) run_place(place, stop);
        },
        tbb::simple_partitioner());  // one run a task, as runs differ by far in how long they take
  });
}

void SweepRun::run_place(std::uint64_t place, const std::stop_token& stop) {
  const std::uint64_t cell = shard_.cell(order_(place));
  if (file_.found(cell) || is_over(stop)) return;
  try {
    cli::ResultRow row;
    tbb::this_task_arena::isolate([&] {  // a run that waits must not start another one
      row = sweep::carry_out(plan_.cell(cell), plan_.declaration().options);
    });
    try {
      file_.append(row);
    } catch (const std::exception&) {
      return fail({});
    }
    const std::lock_guard lock(mutex_);
    ++done_;
    if (tick_) tick_(done_, to_do_);
  } catch (const std::exception&) {
    fail(plan_.text_of(cell));
  }
}

bool SweepRun::is_over(const std::stop_token& stop) const {
  if (stop.stop_requested()) return true;
  const std::lock_guard lock(mutex_);
  return failure_ && (!keeps_going_ || failure_->where.empty());
}

void SweepRun::fail(std::string where) {
  const std::lock_guard lock(mutex_);
  const bool about_file = where.empty();
  failed_ += about_file ? 0 : 1;
  if (failure_ && !about_file) return;
  failure_ = SweepFailure{std::move(where), std::current_exception()};
}

std::uint64_t SweepRun::done() const {
  const std::lock_guard lock(mutex_);
  return done_;
}

std::uint64_t SweepRun::failed() const {
  const std::lock_guard lock(mutex_);
  return failed_;
}

std::optional<SweepFailure> SweepRun::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

}  // namespace switchyard::sweep
