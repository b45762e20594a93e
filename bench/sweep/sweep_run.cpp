#include "bench/sweep/sweep_run.hpp"

#include <algorithm>
#include <exception>
#include <numeric>
#include <utility>

#include "runtime/stress/parallel_runs.hpp"

namespace switchyard::sweep {
namespace {

std::uint64_t golden_ratio_stride(std::uint64_t count) {
  auto stride = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(0.6180339887498949 * static_cast<double>(count)));
  while (std::gcd(stride, count) != 1) ++stride;
  return stride;
}

// The first character of the text in which a rank sends a result row. It says whether the row is usable.
constexpr char kUsableRowMark = '+', kUnusableRowMark = '-';

bool is_result_row_usable(const ResultRow& row) { return !row.pace || row.pace->usable(); }

}  // namespace

std::string encode_row_for_table_writing_process(const ResultRow& row) {
  return (is_result_row_usable(row) ? kUsableRowMark : kUnusableRowMark) + to_csv(row);
}

EvenlySpreadPermutation::EvenlySpreadPermutation(std::uint64_t count)
    : count_(count), permutation_stride_(golden_ratio_stride(count)) {}

std::uint64_t EvenlySpreadPermutation::operator()(std::uint64_t place) const noexcept {
  // The product does not overflow, as `place` and the stride are both below 2^32.
  return place * permutation_stride_ % count_;
}

SweepRun::SweepRun(const SweepPlan& plan, const Shard& shard, ResultsFile& file, std::uint64_t jobs,
                   ReportProgress tick)
    : plan_(plan),
      shard_(shard),
      file_(file),
      simultaneous_run_limit_(jobs_that_fit_in_memory(plan, jobs)),
      report_progress_(std::move(tick)),
      runs_to_do_(shard.run_count(plan.run_count()) - file.count_runs_in_table_at_opening()),
      evenly_spread_order_(shard.run_count(plan.run_count())),
      planned_run_executor_(plan) {}

void SweepRun::carry_out_sweep_runs(const std::stop_token& stop) {
  run_in_parallel(simultaneous_run_limit_, simultaneous_run_limit_, [&](std::uint64_t /*job*/) {
    while (!stop.stop_requested()) {
      const auto cell = take_piece();
      if (!cell) return;
      carry_out_run(*cell, stop);
    }
  });
}

std::optional<std::uint64_t> SweepRun::take_piece() {
  if (work_runner_.has_ended_all_work()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  while (next_position_in_order_ < shard_.run_count(plan_.run_count())) {
    const std::uint64_t cell = shard_.run_number_at(evenly_spread_order_(next_position_in_order_++));
    if (!file_.had_run_in_table_at_opening(cell)) return cell;
  }
  return std::nullopt;
}

std::uint64_t SweepRun::upper_bound_of_pieces_left() const {
  const std::lock_guard lock(mutex_);
  return shard_.run_count(plan_.run_count()) - next_position_in_order_;
}

void SweepRun::carry_out_run(std::uint64_t cell, const std::stop_token& stop) {
  ResultRow row;
  if (!work_runner_.carry_out_work_piece(
          cell, stop, [&] { row = planned_run_executor_.carry_out_run_and_return_row(cell); },
          [&] { return plan_.text_of_sweep_run(cell); }))
    return;
  append_row(to_csv(row), is_result_row_usable(row));
}

void SweepRun::add_result(std::uint64_t /*cell*/, std::string_view result) {
  append_row(std::string(result.substr(1)), result.front() == kUsableRowMark);
}

void SweepRun::append_row(const std::string& line, bool usable) {
  try {
    file_.append(line, usable);
  } catch (const std::exception&) {
    return work_runner_.end_all_work();
  }
  const std::lock_guard lock(mutex_);
  ++done_run_count_;
  if (report_progress_) report_progress_(done_run_count_, runs_to_do_);
}

void SweepRun::add_failure(std::uint64_t cell, std::exception_ptr error) {
  work_runner_.carry_out_work_piece(
      cell, {}, [&] { std::rethrow_exception(std::move(error)); }, [&] { return plan_.text_of_sweep_run(cell); });
}

std::uint64_t SweepRun::done_run_count() const {
  const std::lock_guard lock(mutex_);
  return done_run_count_;
}

}  // namespace switchyard::sweep
