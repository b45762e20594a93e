#pragma once
/// \file merge.hpp
/// Puts the tables of the shards of one experiment together.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/sweep/sweep_plan.hpp"

namespace switchyard::sweep {

struct Merged {
  std::uint64_t rows = 0;
  std::uint64_t unusable = 0;  ///< of them
  std::uint64_t missing = 0;
  std::vector<std::uint64_t> first_missing;  ///< a few of them
};

/// Writes the rows of all `tables`, as they stand, into the table `csv` that is made new; it can be gone on with like
/// any other.
///
/// Throws: UsageError, and writes nothing, if there is such a table, one of the tables is not of this experiment, or a
///         run is there twice; also for a full disk.
Merged merge_tables(const SweepPlan& plan, const std::vector<std::string>& tables, const std::string& csv);

}  // namespace switchyard::sweep
