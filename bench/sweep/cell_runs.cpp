#include "bench/sweep/cell_runs.hpp"

#include "runtime/stress/parallel_runs.hpp"

namespace switchyard::sweep {

std::uint64_t jobs_that_fit_in_memory(const SweepPlan& plan, std::uint64_t jobs) {
  // Under the wall clock, which paces runs by real time, only one run goes on at a time, because simultaneous runs
  // would make each other miss deadlines.
  if (plan.declaration().exchange_options.run.clock == ClockKind::wall) return 1;
  return job_count_within_memory(jobs, plan.largest_run_bytes());
}

PlannedRunExecutor::PlannedRunExecutor(const SweepPlan& plan) : plan_(plan) {
  for (const NamedMachine& named : plan.declaration().machines) {
    row_origins_.emplace(&named.machine,
                         make_result_row_origin(named.machine, plan.declaration().exchange_options.protocol));
  }
}

ResultRow PlannedRunExecutor::carry_out_run_and_return_row(std::uint64_t cell) {
  const PlannedSweepRun planned = plan_.planned_run_with_number(cell);
  ResultRow row = sweep::carry_out_planned_run(planned, exchange_options_of_run(planned));
  row.origin = row_origins_.at(planned.machine);
  return row;
}

ExchangeOptions PlannedRunExecutor::exchange_options_of_run(const PlannedSweepRun& cell) {
  ExchangeOptions options = plan_.declaration().exchange_options;
  if (options.run.clock == ClockKind::wall) options.run.pace = pace_options_of_run(cell);
  if (cell.program != nullptr) {
    options.run.standard_sends = standard_sends_of(*cell.program);
    options.run.stack_bytes = stack_bytes_of(cell.program->launch.get(), options.run.stack_bytes);
  }
  return options;
}

/// Returns the pace of a run under the wall clock, that is, how much host time stands for one unit of virtual time. The
/// pace is measured once, with the matrix of the first run, for all runs with the same machine, pattern and size.
PaceOptions PlannedRunExecutor::pace_options_of_run(const PlannedSweepRun& cell) {
  const MachinePatternAndSizeKey key{cell.machine, cell.pattern, cell.message_bytes};
  const auto known = measured_paces_.find(key);
  if (known != measured_paces_.end()) return known->second;
  return measured_paces_.emplace(key, switchyard::pace_of_wall_clock(*cell.machine, matrix_of_planned_run(cell)).pace)
      .first->second;
}

}  // namespace switchyard::sweep
