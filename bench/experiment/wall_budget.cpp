#include "bench/experiment/wall_budget.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/pattern.hpp"
#include "runtime/calibrate_pace.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kMostDefaultSamples = 10;

/// Returns the sum of the makespans of all runs on the first random sample, which it runs under the virtual clock.
Duration makespan_of_first_sample(const Experiment& experiment) {
  ExchangeOptions options = experiment.exchange_options;
  options.run.clock = ClockKind::virtual_time;
  options.run.executor = ExecutorKind::fibers;
  options.verify = false;
  Duration sum{};
  for (const Pattern& pattern : experiment.patterns_and_sizes.patterns) {
    options.run.seed = seed_of_runs(pattern, experiment.seed, 0);
    for (const auto& bytes : experiment.patterns_and_sizes.message_sizes) {
      Workload workload(make_matrix_of_sample(pattern, experiment.machine.node_count(), bytes, experiment.seed, 0));
      for (const Algorithm& algorithm : experiment.algorithms) {
        sum += run_exchange(experiment.machine, algorithm, workload, options).report.makespan;
      }
    }
  }
  return sum;
}

}  // namespace

std::string limit_samples_to_host_time_budget(Experiment& experiment, bool has_samples) {
  const double once = std::max(std::chrono::duration<double>(makespan_of_first_sample(experiment)).count(), 1e-9);
  // The dilation (host time per unit of virtual time) with which the runs on one random sample take the whole budget of
  // host time.
  const double slowest = static_cast<double>(kWallClockHostTimeBudget.count()) / once;
  if (!has_samples) {
    experiment.sample_count = static_cast<std::uint64_t>(
        std::clamp(slowest / kLargestDilation, 1.0, static_cast<double>(kMostDefaultSamples)));
  }
  const double most = std::max(1.0, slowest / static_cast<double>(experiment.sample_count));
  experiment.wall_clock_settings.largest_dilation = most;
  return fmt::format(
      "clock wall: {} {}, at most {:.0f} times slower than the machine, so that all runs end in about {} s; choose "
      "others "
      "with --samples and --dilation (auto: as slow as it takes to keep the pace, however long)",
      experiment.sample_count, experiment.sample_count == 1 ? "sample" : "samples", std::min(most, kLargestDilation),
      std::max<std::int64_t>(
          kWallClockHostTimeBudget.count(),
          std::chrono::ceil<std::chrono::seconds>(
              std::chrono::duration<double>(once * most * static_cast<double>(experiment.sample_count)))
              .count()));
}

}  // namespace switchyard
