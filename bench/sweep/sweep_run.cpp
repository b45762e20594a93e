#include "bench/sweep/sweep_run.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "bench/stress/parallel_runs.hpp"

namespace switchyard::sweep {
namespace {

std::uint64_t golden_stride(std::uint64_t count) {
  auto stride = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(0.6180339887498949 * static_cast<double>(count)));
  while (std::gcd(stride, count) != 1) ++stride;
  return stride;
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
  parallel_runs(shard_.size(plan_.cell_count()), jobs_, [&](std::uint64_t place) { run_place(place, stop); });
}

void SweepRun::run_place(std::uint64_t place, const std::stop_token& stop) {
  const std::uint64_t cell = shard_.cell(order_(place));
  if (file_.found(cell) || is_over(stop)) return;
  try {
    const cli::ResultRow row = sweep::carry_out(plan_.cell(cell), plan_.declaration().options);
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
