#pragma once
/// \file merge.hpp
/// Merges the tables of the shards of one experiment.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/sweep/sweep_plan.hpp"

namespace switchyard::sweep {

struct Merged {
  std::uint64_t rows = 0;
  std::uint64_t unusable = 0;  ///< number of merged rows that are not usable
  std::uint64_t missing = 0;
  std::vector<std::uint64_t> first_missing;  ///< numbers of a few of the missing runs
};

/// Writes the rows of all `tables`, which are tables of shards, unchanged into the new table `csv`. The new table can
/// be resumed like any other table of a sweep.
///
/// Throws: UsageError, and writes nothing, if `csv` exists already, one of the tables is not of this experiment, or a
///         run occurs twice; also for a full disk.
Merged merge_tables(const SweepPlan& plan, const std::vector<std::string>& tables, const std::string& csv);

}  // namespace switchyard::sweep
