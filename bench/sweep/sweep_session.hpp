#pragma once
/// \file sweep_session.hpp
/// A sweep while it is carried out: by this process alone, or by ranks of an mpirun, of which the first one owns the
/// results.

#include <cstdint>
#include <iosfwd>
#include <string>

#include "bench/sweep/results_file.hpp"
#include "bench/sweep/sweep_plan.hpp"
#include "runtime/error.hpp"

namespace switchyard::sweep {

/// How a sweep is carried out, and what is printed meanwhile.
struct SweepSetting {
  std::string result_table_path;  ///< path of the table of results
  Shard shard = {};
  std::uint64_t most_parallel_runs = 1;   ///< largest number of runs that go on at the same time
  bool resumes_table = false;             ///< whether the table may have rows of this sweep already
  bool continues_after_failures = false;  ///< whether the sweep continues with the other runs after a run that fails
  bool quiet = false;                     ///< whether only errors are printed
};

/// Throws UsageError if ranks of an mpirun cannot share the sweep, because it is under the wall clock and its runs must
/// go one after another.
void check_ranks_can_share_sweep(const SweepPlan& plan);

/// Carries out the sweep, or this process's part of it if ranks of an mpirun share it. Prints the
/// results on standard output, and progress and notes on standard error. Returns ExitCode::done,
/// or the exit code of the signal that has interrupted the sweep. Main thread only.
///
/// Throws: UsageError for a table that cannot be written or is of another sweep; the error of a run that has failed,
///         which says how many rows are kept.
ExitCode carry_out_sweep(SweepPlan plan, const SweepSetting& setting);

/// Prints what the sweep would run, and how much memory its largest run needs.
void print_dry_run(std::ostream& out, const SweepPlan& plan, const Shard& shard);

}  // namespace switchyard::sweep
