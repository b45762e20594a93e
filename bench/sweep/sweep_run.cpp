#include "bench/sweep/sweep_run.hpp"

#include <algorithm>
#include <exception>
#include <numeric>
#include <utility>

#include "runtime/stress/parallel_runs.hpp"

namespace switchyard::sweep {
namespace {

std::uint64_t golden_stride(std::uint64_t count) {
  auto stride = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(0.6180339887498949 * static_cast<double>(count)));
  while (std::gcd(stride, count) != 1) ++stride;
  return stride;
}

std::uint64_t jobs_for(const SweepPlan& plan, std::uint64_t jobs) {
  // one job, because other runs would make a run miss its deadlines
  if (plan.declaration().options.run.clock == ClockKind::wall) return 1;
  return jobs_within_memory(jobs, plan.largest_run_bytes());
}

}  // namespace

SpreadOrder::SpreadOrder(std::uint64_t count) : count_(count), stride_(golden_stride(count)) {}

std::uint64_t SpreadOrder::operator()(std::uint64_t place) const noexcept {
  return place * stride_ % count_;  // no overflow: both factors are below 2^32
}

SweepRun::SweepRun(const SweepPlan& plan, const Shard& shard, ResultsFile& file, std::uint64_t jobs, Tick tick)
    : plan_(plan),
      shard_(shard),
      file_(file),
      jobs_(jobs_for(plan, jobs)),
      tick_(std::move(tick)),
      to_do_(shard.size(plan.cell_count()) - file.found()),
      order_(shard.size(plan.cell_count())) {}

void SweepRun::carry_out(const std::stop_token& stop) {
  parallel_runs(shard_.size(plan_.cell_count()), jobs_, [&](std::uint64_t place) { run_place(place, stop); });
}

void SweepRun::run_place(std::uint64_t place, const std::stop_token& stop) {
  const std::uint64_t cell = shard_.cell(order_(place));
  if (file_.found(cell)) return;
  ResultRow row;
  const auto run = [&] {
    const SweepCell planned = plan_.cell(cell);
    row = sweep::carry_out(planned, options_for(planned));
  };
  if (!runner_.attempt(place, stop, run, [&] { return plan_.text_of(cell); })) return;
  try {
    file_.append(row);
  } catch (const std::exception&) {
    return runner_.end();
  }
  const std::lock_guard lock(mutex_);
  ++done_;
  if (tick_) tick_(done_, to_do_);
}

ExchangeOptions SweepRun::options_for(const SweepCell& cell) {
  ExchangeOptions options = plan_.declaration().options;
  if (options.run.clock == ClockKind::wall) options.run.pace = pace_for(cell);
  return options;
}

/// The pace for a run. It is measured once, with the matrix of the first run, for all runs of a machine, pattern and
/// size.
PaceOptions SweepRun::pace_for(const SweepCell& cell) {
  const PaceKey key{cell.machine, cell.pattern, cell.bytes};
  const auto known = paces_.find(key);
  if (known != paces_.end()) return known->second;
  return paces_.emplace(key, switchyard::pace_for(*cell.machine, matrix_of(cell)).pace).first->second;
}

std::uint64_t SweepRun::done() const {
  const std::lock_guard lock(mutex_);
  return done_;
}

}  // namespace switchyard::sweep
