#include "bench/sweep/cell_runs.hpp"

#include "runtime/stress/parallel_runs.hpp"

namespace switchyard::sweep {

std::uint64_t jobs_that_fit_in_memory(const SweepPlan& plan, std::uint64_t jobs) {
  // Under the wall clock only one run goes on at a time, because other runs would make it miss its
  // deadlines.
  if (plan.declaration().options.run.clock == ClockKind::wall) return 1;
  return jobs_within_memory(jobs, plan.largest_run_bytes());
}

CellRuns::CellRuns(const SweepPlan& plan) : plan_(plan) {
  for (const NamedMachine& named : plan.declaration().machines) {
    origins_.emplace(&named.machine, origin_of(named.machine, plan.declaration().options.protocol));
  }
}

ResultRow CellRuns::run_cell_and_return_row(std::uint64_t cell) {
  const SweepCell planned = plan_.cell(cell);
  ResultRow row = sweep::carry_out(planned, exchange_options_for_cell(planned));
  row.origin = origins_.at(planned.machine);
  return row;
}

ExchangeOptions CellRuns::exchange_options_for_cell(const SweepCell& cell) {
  ExchangeOptions options = plan_.declaration().options;
  if (options.run.clock == ClockKind::wall) options.run.pace = pace_options_for_cell(cell);
  if (cell.program != nullptr) {
    options.run.standard_sends = standard_sends_of(*cell.program);
    options.run.stack_bytes = stack_bytes_of(cell.program->launch.get(), options.run.stack_bytes);
  }
  return options;
}

/// Returns the pace of the wall clock for a run. The pace is measured once, with the matrix of the
/// first run, for all runs with the same machine, pattern and size.
PaceOptions CellRuns::pace_options_for_cell(const SweepCell& cell) {
  const PaceKey key{cell.machine, cell.pattern, cell.bytes};
  const auto known = measured_paces_.find(key);
  if (known != measured_paces_.end()) return known->second;
  return measured_paces_.emplace(key, switchyard::pace_for(*cell.machine, matrix_of(cell)).pace).first->second;
}

}  // namespace switchyard::sweep
