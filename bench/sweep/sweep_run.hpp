#pragma once
/// \file sweep_run.hpp
/// Carries out a sweep (an experiment that a TOML file declares) on all cores of the host.

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "bench/experiment/runner.hpp"
#include "bench/sweep/cell_runs.hpp"
#include "bench/sweep/results_file.hpp"
#include "bench/sweep/sweep_plan.hpp"
#include "runtime/ranks/work_desk.hpp"

namespace switchyard::sweep {

/// An order of the numbers 0 to count-1 in which any few consecutive numbers are spread over the whole range. If a
/// sweep makes its runs in this order, all parts of the experiment progress equally, and the remaining time can be
/// estimated from the time that has passed.
///
/// The order consists of multiples, modulo the count, of a stride near the golden section of the count (Fibonacci
/// hashing: Knuth, vol. 3, sec. 6.4).
class EvenlySpreadPermutation {
 public:
  explicit EvenlySpreadPermutation(std::uint64_t count);
  std::uint64_t operator()(std::uint64_t place) const noexcept;

 private:
  std::uint64_t count_, permutation_stride_;
};

/// Returns a result row as the text that is sent to the process that owns the sweep's result table.
std::string encode_row_for_table_writing_process(const ResultRow& row);

/// The runs of a sweep, as pieces of work that processes may share. The number of a piece is the number of its run. A
/// process that carries out a run for another process sends back the run's row as
/// encode_row_for_table_writing_process() returns it.
class SweepRun final : public SharedWork {
 public:
  /// A function that is called after each run to show progress, with the number of runs that are done and the number of
  /// all runs to be done. Any thread may call it, but only one at a time.
  using ReportProgress = std::function<void(std::uint64_t done, std::uint64_t all)>;

  /// Prepares to carry out a shard (one job's part) of a sweep. `plan` and `file` must outlive the object. The number
  /// of simultaneous runs is limited by `jobs` and by half of the host's memory. Under the wall clock, which paces runs
  /// by real time, only one run goes on at a time, and the dilation (the factor by which a run is slowed down) is
  /// measured before the first run with a machine, pattern and message size.
  SweepRun(const SweepPlan& plan, const Shard& shard, ResultsFile& file, std::uint64_t jobs, ReportProgress tick);

  /// Makes the sweep continue with the other runs after a run has failed; the row of the failed run is then missing.
  /// Call it before carry_out_sweep_runs().
  void continue_after_failures() noexcept { work_runner_.let_work_continue_after_failures(); }
  /// Carries out the runs for which the result table has no row yet, until all are done, a run fails, or a stop is
  /// requested. Waits until runs that have begun are finished. Call it at most once. Throws nothing; failure() returns
  /// the error.
  void carry_out_sweep_runs(const std::stop_token& stop);

  std::optional<std::uint64_t> take_piece() override;
  std::uint64_t upper_bound_of_pieces_left() const override;
  void add_result(std::uint64_t cell, std::string_view result) override;
  void add_failure(std::uint64_t cell, std::exception_ptr error) override;

  std::uint64_t runs_to_do() const noexcept { return runs_to_do_; }
  std::uint64_t done_run_count() const;
  /// Returns the number of runs that failed.
  std::uint64_t failed_run_count() const { return work_runner_.failed_piece_count(); }
  /// Returns the failure that ended the sweep, or nothing if none did. If the failure names no run, the result table
  /// could not be written.
  std::optional<WorkPieceFailure> failure() const { return work_runner_.failure(); }

 private:
  void carry_out_run(std::uint64_t cell, const std::stop_token& stop);
  void append_row(const std::string& line, bool usable);

  const SweepPlan& plan_;
  const Shard shard_;
  ResultsFile& file_;
  const std::uint64_t simultaneous_run_limit_;
  const ReportProgress report_progress_;
  const std::uint64_t runs_to_do_;
  const EvenlySpreadPermutation evenly_spread_order_;
  WorkRunner work_runner_{FailurePolicy::no_further_work_pieces_begin};
  PlannedRunExecutor planned_run_executor_;
  mutable std::mutex mutex_;  // The mutex guards the members that are declared after it.
  /// The position, in `evenly_spread_order_`, of the run that will be begun next.
  std::uint64_t next_position_in_order_ = 0;
  std::uint64_t done_run_count_ = 0;
};

}  // namespace switchyard::sweep
