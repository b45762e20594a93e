#include "bench/cli/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/cli/determinism.hpp"
#include "bench/cli/exchange_row.hpp"
#include "runtime/error.hpp"
#include "runtime/stress/parallel_runs.hpp"

namespace switchyard::cli {

std::size_t ExperimentRun::row_number(const Place& place) const {
  const std::size_t cell = place.pattern * experiment_.traffic.bytes.size() + place.bytes;
  return (cell * experiment_.algorithms.size() + place.algorithm) * experiment_.samples + place.sample;
}

/// Where a run stands in the order of one job: all of a sample before the next sample.
std::uint64_t ExperimentRun::order(const Place& place) const {
  return first_order(place.pattern * experiment_.samples + place.sample) + place.bytes * experiment_.algorithms.size() +
         place.algorithm;
}

std::uint64_t ExperimentRun::first_order(std::uint64_t unit) const {
  return unit * experiment_.traffic.bytes.size() * experiment_.algorithms.size();
}

std::string ExperimentRun::text_of(const Place& place) const {
  const Pattern& pattern = experiment_.traffic.patterns[place.pattern];
  const auto& bytes = experiment_.traffic.bytes[place.bytes];
  return fmt::format("{}, {} {}, {}sample {} of seed {}", experiment_.algorithms[place.algorithm].name, pattern.name(),
                     parameter_of(pattern, experiment_.machine.node_count()),
                     bytes ? fmt::format("{} bytes, ", *bytes) : "", place.sample, experiment_.seed);
}

bool ExperimentRun::is_over(std::uint64_t order, const std::stop_token& stop) const {
  if (stop.stop_requested()) return true;
  const std::lock_guard lock(mutex_);
  return order > failed_order_;
}

/// With several jobs a later run may fail first; what counts in the end is the first in order.
void ExperimentRun::fail(std::uint64_t order, std::string where) {
  const std::lock_guard lock(mutex_);
  if (order >= failed_order_) return;
  failed_order_ = order;
  failure_ = Failure{std::move(where), std::current_exception()};
}

void ExperimentRun::carry_out(const std::stop_token& stop) {
  parallel_runs(unit_count(), experiment_.jobs, [&](std::uint64_t unit) { run_unit(unit, stop); });
}

void ExperimentRun::run_unit(std::uint64_t unit, const std::stop_token& stop) {
  if (is_over(first_order(unit), stop)) return;
  try {
    run_unit_parts(unit / experiment_.samples, unit % experiment_.samples, stop);
  } catch (const std::exception&) {  // no memory for the matrix, say
    fail(first_order(unit), text_of({unit / experiment_.samples, 0, 0, unit % experiment_.samples}));
  }
}

void ExperimentRun::run_unit_parts(std::size_t pattern, std::uint64_t sample, const std::stop_token& stop) {
  for (std::size_t bytes = 0; bytes < experiment_.traffic.bytes.size(); ++bytes) {
    if (is_over(order({pattern, bytes, 0, sample}), stop)) return;
    Workload workload(sample_matrix(experiment_.traffic.patterns[pattern], experiment_.machine.node_count(),
                                    experiment_.traffic.bytes[bytes], experiment_.seed, sample));
    for (std::size_t algorithm = 0; algorithm < experiment_.algorithms.size(); ++algorithm) {
      const Place place{pattern, bytes, algorithm, sample};
      if (is_over(order(place), stop)) return;
      run_one(place, workload);
    }
  }
}

void ExperimentRun::run_one(const Place& place, Workload& workload) {
  ExchangeOptions options = experiment_.options;
  options.run.seed = run_seed(experiment_.traffic.patterns[place.pattern], experiment_.seed, place.sample);
  const Algorithm& algorithm = experiment_.algorithms[place.algorithm];
  try {
    const bool on_wall = options.run.clock == ClockKind::wall;
    if (on_wall) options.run.pace = pace_for(place.bytes, workload.matrix());
    const ExchangeResult result =
        experiment_.repeats > 1 ? run_repeatedly(experiment_.machine, algorithm, workload, options, experiment_.repeats)
                                : run_exchange(experiment_.machine, algorithm, workload, options);
    ResultRow row = row_of(place, result, workload.matrix());
    if (on_wall && experiment_.wall.against_virtual) {
      options.run.clock = ClockKind::virtual_time;
      row.predicted = run_exchange(experiment_.machine, algorithm, workload, options).communication_cost;
    }
    const std::lock_guard lock(mutex_);
    numbers_.emplace(order(place), row_number(place));
    rows_.emplace(row_number(place), std::move(row));
  } catch (const std::exception&) {
    fail(order(place), text_of(place));
  }
}

/// One for all matrices of a size: the mean message of the first one counts. Not for several jobs.
PaceOptions ExperimentRun::pace_for(std::size_t bytes, const CommunicationMatrix& matrix) {
  const auto known = paces_.find(bytes);
  if (known != paces_.end()) return known->second.pace;
  const std::uint64_t mean = matrix.total_bytes() / std::max<std::uint64_t>(matrix.message_count(), 1);
  const PaceCalibration found = experiment_.wall.dilation
                                    ? fixed_pace(experiment_.machine, mean, *experiment_.wall.dilation)
                                    : calibrate_pace(experiment_.machine, mean);
  const std::lock_guard lock(mutex_);
  return paces_.emplace(bytes, found).first->second.pace;
}

ResultRow ExperimentRun::row_of(const Place& place, const ExchangeResult& result,
                                const CommunicationMatrix& matrix) const {
  ResultRow row = exchange_row(experiment_.traffic.patterns[place.pattern], matrix, result);
  row.algorithm = experiment_.algorithms[place.algorithm].name;
  row.sample = place.sample;
  row.seed = experiment_.seed;
  row.reuse = experiment_.options.reuse;
  return row;
}

ExperimentResult ExperimentRun::result() const {
  const std::lock_guard lock(mutex_);
  ExperimentResult result{rows_, failure_, paces_};
  for (auto late = numbers_.upper_bound(failed_order_); late != numbers_.end(); ++late) result.rows.erase(late->second);
  return result;
}

}  // namespace switchyard::cli
