#pragma once
/// \file cell_runs.hpp
/// Carries out single runs of a sweep, an experiment that a TOML file declares.

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "bench/sweep/sweep_plan.hpp"
#include "runtime/pace.hpp"

namespace switchyard::sweep {

/// Returns how many of `jobs` runs can go on at once: as many as fit into half of the host's memory, and one under the
/// wall clock.
std::uint64_t jobs_within(const SweepPlan& plan, std::uint64_t jobs);

/// Carries out runs of a sweep. `plan` must outlive the object. Any thread may use it; under the wall clock one thread
/// at a time.
class CellRuns {
 public:
  explicit CellRuns(const SweepPlan& plan);

  /// Carries out the run with this number and returns its row of results. Throws what the run throws. Under the wall
  /// clock, the dilation is measured for each machine, pattern and size before the first run with them.
  ResultRow row_of(std::uint64_t cell);

 private:
  // machine, pattern and size in bytes
  using PaceKey = std::tuple<const Machine*, const Pattern*, std::optional<std::uint64_t>>;

  ExchangeOptions options_for(const SweepCell& cell);
  PaceOptions pace_for(const SweepCell& cell);

  const SweepPlan& plan_;
  std::map<const Machine*, RowOrigin> origins_;
  /// Measured paces. Used under the wall clock only, under which one job runs, so that no lock is needed.
  std::map<PaceKey, PaceOptions> paces_;
};

}  // namespace switchyard::sweep
