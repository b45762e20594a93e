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

/// Returns how many runs can go on at the same time: at most `jobs`, at most as many as fit into half of the host's
/// memory, and only one under the wall clock, which paces runs by real time.
std::uint64_t jobs_that_fit_in_memory(const SweepPlan& plan, std::uint64_t jobs);

/// Carries out single runs of a sweep. The plan of the sweep must outlive the object. Any thread may use the object,
/// but for a sweep under the wall clock only one thread at a time.
class PlannedRunExecutor {
 public:
  explicit PlannedRunExecutor(const SweepPlan& plan);

  /// Carries out the run with the number `cell` and returns its result row. Throws what the run throws. Under the wall
  /// clock, the dilation (the factor by which a run is slowed down) is measured before the first run with a machine,
  /// pattern and message size.
  ResultRow carry_out_run_and_return_row(std::uint64_t cell);

 private:
  // The key under which a measured pace (host time per unit of virtual time) is stored: the machine, the pattern and
  // the message size in bytes.
  using MachinePatternAndSizeKey = std::tuple<const Machine*, const Pattern*, std::optional<std::uint64_t>>;

  ExchangeOptions exchange_options_of_run(const PlannedSweepRun& cell);
  PaceOptions pace_options_of_run(const PlannedSweepRun& cell);

  const SweepPlan& plan_;
  std::map<const Machine*, ResultRowOrigin> row_origins_;
  /// The measured paces (host time per unit of virtual time) of runs under the wall clock. They need no lock, because
  /// under the wall clock only one run goes on at a time.
  std::map<MachinePatternAndSizeKey, PaceOptions> measured_paces_;
};

}  // namespace switchyard::sweep
