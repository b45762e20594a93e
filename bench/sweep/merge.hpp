#pragma once
/// \file merge.hpp
/// Merges the result tables of the shards of one sweep. A shard is the part of a sweep's runs that
/// one of several jobs carries out.

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "bench/sweep/sweep_plan.hpp"

namespace switchyard::sweep {

struct MergeResult {
  std::uint64_t merged_row_count = 0;
  /// The number of merged rows that are not usable, because the host was too slow for the wall clock.
  std::uint64_t unusable_row_count = 0;
  std::uint64_t missing_run_count = 0;
  /// The numbers of the first few runs that have no row in any of the merged tables.
  std::vector<std::uint64_t> first_missing_runs;
};

/// Writes the rows of several tables, each made by one shard (job) of a sweep, unchanged into the new table `csv`. The
/// sweep can be resumed with the new table as with any other.
///
/// Throws: UsageError, and writes nothing, if `csv` exists already, one of the tables is not of this sweep, or a run
///         occurs twice; also if the disk is full.
MergeResult merge_tables(const SweepPlan& plan, const std::vector<std::string>& tables, const std::string& csv);

/// Prints how many rows of how many tables the merged table has. If no row is missing, prints before that which
/// algorithm is best for which pattern and size.
void print_merge_result(std::ostream& out, const SweepPlan& plan, const std::string& csv, std::size_t tables,
                        const MergeResult& merged);

/// Throws Error if rows are missing from the merged table. The error names a few of the missing runs, and the command
/// that adds their rows to the table `csv` of the sweep that `file` declares.
void check_no_rows_missing(const SweepPlan& plan, const std::string& file, const std::string& csv,
                           const MergeResult& merged);

}  // namespace switchyard::sweep
