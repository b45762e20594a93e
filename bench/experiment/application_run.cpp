#include "bench/experiment/application_run.hpp"

#include <fmt/format.h>

#include "bench/experiment/exchange_row.hpp"
#include "runtime/random.hpp"

namespace switchyard {

void ApplicationRun::carry_out_experiment(const std::stop_token& stop) {
  for (std::uint64_t sample = 0; sample < experiment_.sample_count; ++sample)
    run_algorithms_on_sample_input(sample, stop);
}

/// Makes the input of the application for one random sample, and runs all algorithms of the experiment on this input.
void ApplicationRun::run_algorithms_on_sample_input(std::uint64_t sample, const std::stop_token& stop) {
  std::unique_ptr<ApplicationInput> trial;
  for (std::size_t i = 0; i < experiment_.algorithms.size(); ++i) {
    const Algorithm& algorithm = experiment_.algorithms[i];
    const auto run = [&] {
      if (!trial) trial = experiment_.application->make_application_input(split_seed(experiment_.seed, sample));
      ApplicationRow row = run_algorithm_on_trial(*trial, algorithm, sample);
      add_row(std::move(row));
    };
    work_runner_.carry_out_work_piece(sample * experiment_.algorithms.size() + i, stop, run,
                                      [&] { return trial_description(trial ? algorithm.name : "data", sample); });
  }
}

void ApplicationRun::add_row(ApplicationRow row) {
  const std::lock_guard lock(mutex_);
  rows_.push_back(std::move(row));
}

std::string ApplicationRun::trial_description(const std::string& what, std::uint64_t sample) const {
  const Application& application = *experiment_.application;
  return fmt::format("{}, {} {}, sample {} of seed {}", what, application.name(), application.size(), sample,
                     experiment_.seed);
}

ApplicationRow ApplicationRun::run_algorithm_on_trial(const ApplicationInput& trial, const Algorithm& algorithm,
                                                      std::uint64_t sample) const {
  RunOptions options = experiment_.run_options;
  options.seed = split_seed(experiment_.seed, sample);
  ApplicationRow row{.common_columns = {}, .measurement = trial.run(algorithm, options, experiment_.protocol)};
  row.common_columns = result_row_of_run_report(row.measurement.report);
  row.common_columns.origin = row_origin_;
  row.common_columns.algorithm = algorithm.name;
  row.common_columns.pattern = experiment_.application->name();
  row.common_columns.pattern_parameter = experiment_.application->size();
  row.common_columns.bytes = row.measurement.message_bytes;
  row.common_columns.sample_number = sample;
  row.common_columns.seed = experiment_.seed;
  row.common_columns.phases = row.measurement.phases;
  row.common_columns.schedule_time = row.measurement.schedule;
  row.common_columns.exchanges_per_schedule = row.measurement.iterations.value_or(1);
  return row;
}

FinishedRunsAndDoneFraction ApplicationRun::progress() const {
  const std::lock_guard lock(mutex_);
  return {.finished_runs = rows_.size(),
          .done_fraction = static_cast<double>(rows_.size()) / static_cast<double>(experiment_.run_count())};
}

ApplicationResult ApplicationRun::result() const {
  const std::lock_guard lock(mutex_);
  return {rows_, work_runner_.failure()};
}

}  // namespace switchyard
