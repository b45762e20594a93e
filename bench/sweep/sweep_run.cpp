#include "bench/sweep/sweep_run.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "runtime/clock/wall/calibrate_pace.hpp"
#include "runtime/stress/parallel_runs.hpp"

namespace switchyard::sweep {
namespace {

std::uint64_t golden_stride(std::uint64_t count) {
  auto stride = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(0.6180339887498949 * static_cast<double>(count)));
  while (std::gcd(stride, count) != 1) ++stride;
  return stride;
}

std::uint64_t jobs_for(const SweepPlan& plan, std::uint64_t jobs) {
  if (plan.declaration().options.run.clock == ClockKind::wall) return 1;  // others would make a run late
  return jobs_within_memory(jobs, plan.largest_run_bytes());
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
      jobs_(jobs_for(plan, jobs)),
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
    const SweepCell run = plan_.cell(cell);
    const cli::ResultRow row = sweep::carry_out(run, options_for(run));
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

ExchangeOptions SweepRun::options_for(const SweepCell& cell) {
  ExchangeOptions options = plan_.declaration().options;
  if (options.run.clock == ClockKind::wall) options.run.pace = pace_for(cell);
  return options;
}

/// One for all runs of a machine, pattern and size: the mean message of the first one counts.
PaceOptions SweepRun::pace_for(const SweepCell& cell) {
  const PaceKey key{cell.machine, cell.pattern, cell.bytes};
  const auto known = paces_.find(key);
  if (known != paces_.end()) return known->second;
  const Machine& machine = cell.machine->machine;
  const CommunicationMatrix matrix =
      cli::sample_matrix(*cell.pattern, machine.node_count(), cell.bytes, cell.seed, cell.sample);
  const std::uint64_t mean = matrix.total_bytes() / std::max<std::uint64_t>(matrix.message_count(), 1);
  return paces_.emplace(key, calibrate_pace(machine, mean).pace).first->second;
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
