#pragma once
/// \file sweep_session.hpp
/// Carries out a sweep: by this process alone, or by the ranks of an mpirun, of which the first one owns the result
/// table.

#include <cstdint>
#include <iosfwd>
#include <string>

#include "bench/sweep/results_file.hpp"
#include "bench/sweep/sweep_plan.hpp"
#include "runtime/error.hpp"

namespace switchyard::sweep {

/// How a sweep is carried out, and what is printed meanwhile.
struct SweepSetting {
  std::string result_table_path;  ///< path of the result table
  Shard shard = {};
  std::uint64_t parallel_run_limit = 1;  ///< largest number of runs that go on at the same time
  /// Whether an existing result table of this sweep is continued.
  bool resumes_table = false;
  /// Whether the sweep continues with the other runs after a run has failed.
  bool continues_after_failures = false;
  bool quiet = false;  ///< whether only errors are printed
};

/// Throws UsageError if the sweep is under the wall clock: its runs, which are paced by real time, must go one after
/// another, so the ranks of an mpirun cannot share them.
void check_ranks_can_share_sweep(const SweepPlan& plan);

/// Carries out the sweep, or this process's part of it if the ranks of an mpirun share it. Prints the results on
/// standard output, and progress and notes on standard error. Returns ExitCode::done, or the exit code of the signal
/// that has interrupted the sweep. Main thread only.
///
/// Throws: UsageError for a result table that cannot be written or belongs to another sweep; the error of a run that
///         has failed, with a text that says how many rows are kept.
ExitCode carry_out_sweep(SweepPlan plan, const SweepSetting& setting);

/// Prints what the sweep would run if it were carried out, and how much memory its largest run needs.
void print_dry_run(std::ostream& out, const SweepPlan& plan, const Shard& shard);

}  // namespace switchyard::sweep
