#include "bench/experiment/planned_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/experiment/determinism.hpp"
#include "bench/experiment/exchange_row.hpp"

namespace switchyard {

std::string planned_run_as_text(const PlannedRun& run) {
  if (run.pattern->kind == Pattern::Kind::program) {
    const std::string& arguments = run.pattern->parameter_text;
    return fmt::format("{}{}{}, sample {} of seed {}", run.algorithm->name, arguments.empty() ? "" : " ", arguments,
                       run.sample, run.seed);
  }
  return fmt::format("{}, {} {}, {}sample {} of seed {}", run.algorithm->name, run.pattern->name(),
                     pattern_parameter_text(*run.pattern, run.machine->node_count()),
                     run.message_bytes ? fmt::format("{} bytes, ", *run.message_bytes) : "", run.sample, run.seed);
}

CommunicationMatrix matrix_of_planned_run(const PlannedRun& run) {
  return make_matrix_of_sample(*run.pattern, run.machine->node_count(), run.message_bytes, run.seed, run.sample);
}

bool can_all_exchange_in_pieces(std::span<const Algorithm> algorithms, ExchangeOptions options) {
  options.keep_received_data = false;
  return std::ranges::all_of(algorithms, [&](const Algorithm& each) { return can_run_in_pieces(each, options); });
}

ResultRow carry_out_run_and_make_result_row(const PlannedRun& run, Workload& workload, ExchangeOptions options,
                                            const AdditionalCheckRuns& comparisons) {
  options.run.seed = seed_of_runs(*run.pattern, run.seed, run.sample);
  options.keep_received_data = false;
  const ExchangeResult result =
      comparisons.repeats > 1
          ? run_and_compare_repetitions(*run.machine, *run.algorithm, workload, options, comparisons.repeats)
          : run_exchange(*run.machine, *run.algorithm, workload, options);
  ResultRow row = result_row_of_exchange(*run.pattern, workload.matrix(), result);
  row.algorithm = run.algorithm->name;
  row.sample_number = run.sample;
  row.seed = run.seed;
  row.exchanges_per_schedule = options.reuse;
  if (options.run.clock == ClockKind::wall && comparisons.is_run_repeated_under_virtual_clock) {
    options.run.clock = ClockKind::virtual_time;
    row.virtual_makespan = run_exchange(*run.machine, *run.algorithm, workload, options).communication_cost;
  }
  return row;
}

PaceCalibration pace_of_wall_clock(const Machine& machine, const CommunicationMatrix& matrix,
                                   const std::optional<double>& dilation) {
  const std::uint64_t mean = matrix.total_bytes() / std::max<std::uint64_t>(matrix.message_count(), 1);
  return dilation ? fixed_pace(machine, mean, *dilation) : calibrate_pace(machine, mean);
}

}  // namespace switchyard
