#include "bench/experiment/experiment.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/stress/parallel_runs.hpp"

namespace switchyard {

std::size_t ExperimentRun::row_number(const RunIndices& place) const {
  const std::size_t cell = place.pattern_index * experiment_.patterns_and_sizes.message_sizes.size() + place.size_index;
  return (cell * experiment_.algorithms.size() + place.algorithm_index) * experiment_.sample_count +
         place.sample_number;
}

/// Returns the position that a run has in the order in which a single job (one run at a time) would make all runs. In
/// this order all runs on one random sample come before those on the next sample.
std::uint64_t ExperimentRun::position_in_run_order(const RunIndices& place) const {
  const std::uint64_t unit = place.pattern_index * experiment_.sample_count + place.sample_number;
  return (unit * experiment_.patterns_and_sizes.message_sizes.size() + place.size_index) *
             experiment_.algorithms.size() +
         place.algorithm_index;
}

PlannedRun ExperimentRun::planned_run_at(const RunIndices& place) const {
  return {&experiment_.machine,
          &experiment_.patterns_and_sizes.patterns[place.pattern_index],
          &experiment_.algorithms[place.algorithm_index],
          experiment_.patterns_and_sizes.message_sizes[place.size_index],
          experiment_.seed,
          place.sample_number};
}

void ExperimentRun::carry_out_experiment(const std::stop_token& stop) {
  run_in_parallel(pattern_sample_count(), experiment_.parallel_job_count,
                  [&](std::uint64_t unit) { run_pattern_sample(unit, stop); });
}

/// Makes all runs on one random sample of a pattern. `unit` is the number of this pair of pattern and sample. Runs with
/// the same message size share a communication matrix.
void ExperimentRun::run_pattern_sample(std::uint64_t unit, const std::stop_token& stop) {
  for (std::size_t bytes = 0; bytes < experiment_.patterns_and_sizes.message_sizes.size(); ++bytes) {
    std::optional<Workload> workload;
    for (std::size_t algorithm = 0; algorithm < experiment_.algorithms.size(); ++algorithm) {
      const RunIndices place{unit / experiment_.sample_count, bytes, algorithm, unit % experiment_.sample_count};
      const auto run = [&] {
        if (!workload) workload.emplace(matrix_of_planned_run(planned_run_at(place)));
        make_run_and_add_row(place, *workload);
      };
      if (!work_runner_.carry_out_work_piece(position_in_run_order(place), stop, run,
                                             [&] { return planned_run_as_text(planned_run_at(place)); }))
        return;
    }
  }
}

void ExperimentRun::make_run_and_add_row(const RunIndices& place, Workload& workload) {
  ExchangeOptions options = experiment_.exchange_options;
  if (options.run.clock == ClockKind::wall)
    options.run.pace = wall_clock_pace_for_message_size(place.size_index, workload.matrix());
  RunUnderWay under_way(*this, workload.matrix().message_count() * options.reuse);
  options.run.delivered_message_counter = &under_way.delivered_message_counter;
  ResultRow row = switchyard::carry_out_run_and_make_result_row(
      planned_run_at(place), workload, options,
      {.repeats = experiment_.runs_per_sample,
       .is_run_repeated_under_virtual_clock = experiment_.wall_clock_settings.is_run_repeated_under_virtual_clock});
  row.origin = row_origin_;
  const std::lock_guard lock(mutex_);
  row_numbers_by_run_order_.emplace(position_in_run_order(place), row_number(place));
  rows_.emplace(row_number(place), std::move(row));
}

ExperimentRun::RunUnderWay::RunUnderWay(ExperimentRun& experiment, std::uint64_t messages)
    : message_count_to_deliver(messages), experiment_(experiment) {
  const std::lock_guard lock(experiment_.mutex_);
  experiment_.runs_under_way_.push_back(this);
}
ExperimentRun::RunUnderWay::~RunUnderWay() {
  const std::lock_guard lock(experiment_.mutex_);
  std::erase(experiment_.runs_under_way_, this);
}

FinishedRunsAndDoneFraction ExperimentRun::progress() const {
  const std::lock_guard lock(mutex_);
  auto done_runs = static_cast<double>(rows_.size());
  for (const RunUnderWay* const run : runs_under_way_) {
    // The number of delivered messages is limited to that of the matrix, because an algorithm may send additional
    // messages, for example to tell a sender that a receive is posted.
    const std::uint64_t delivered =
        std::min(run->delivered_message_counter.load(std::memory_order_relaxed), run->message_count_to_deliver);
    if (run->message_count_to_deliver > 0)
      done_runs += static_cast<double>(delivered) / static_cast<double>(run->message_count_to_deliver);
  }
  return {.finished_runs = rows_.size(), .done_fraction = done_runs / static_cast<double>(experiment_.run_count())};
}

/// Returns the pace of runs under the wall clock (ClockKind::wall), that is, how much host time stands for one unit of
/// virtual time. There is one pace for each message size; `bytes` is the index of the size in the experiment's list of
/// sizes. The pace is measured with the first matrix of this size. Only one thread at a time may call this function.
PaceOptions ExperimentRun::wall_clock_pace_for_message_size(std::size_t bytes, const CommunicationMatrix& matrix) {
  const auto known = wall_clock_paces_by_message_size_index_.find(bytes);
  if (known != wall_clock_paces_by_message_size_index_.end()) return known->second.pace;
  PaceCalibration found =
      switchyard::pace_of_wall_clock(experiment_.machine, matrix, experiment_.wall_clock_settings.dilation);
  if (const auto most = experiment_.wall_clock_settings.largest_dilation; most && found.pace.dilation > *most) {
    found = switchyard::pace_of_wall_clock(experiment_.machine, matrix, most);
  }
  const std::lock_guard lock(mutex_);
  return wall_clock_paces_by_message_size_index_.emplace(bytes, found).first->second.pace;
}

ExperimentResult ExperimentRun::result() const {
  const std::lock_guard lock(mutex_);
  ExperimentResult result{rows_, work_runner_.failure(), wall_clock_paces_by_message_size_index_};
  for (const auto& [order, number] : row_numbers_by_run_order_) {
    if (work_runner_.has_failure_with_lower_number(order)) result.rows.erase(number);
  }
  return result;
}

std::map<std::size_t, Duration> makespans_on_machine(const Machine& machine, Experiment experiment) {
  experiment.machine = machine;
  ExperimentRun run(std::move(experiment));
  run.carry_out_experiment({});
  const ExperimentResult result = run.result();
  if (result.failure) std::rethrow_exception(result.failure->error);
  std::map<std::size_t, Duration> makespans;
  for (const auto& [number, row] : result.rows) makespans.emplace(number, row.makespan);
  return makespans;
}

}  // namespace switchyard
