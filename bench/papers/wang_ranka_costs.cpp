#include "bench/papers/wang_ranka_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/generators.hpp"
#include "bench/experiment/exchange_timing.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/random.hpp"

namespace switchyard::papers {
namespace {

constexpr std::array<std::string_view, 2> kRandomSchedulers{"rs_n", "rs_nl"};
constexpr std::uint64_t kLargestAlwaysVerifiedBytes = 1024;
/// Rough host times, in nanoseconds: for each message of a run, for each byte of a run, and for each message for which
/// a schedule is made. Only their ratios matter.
constexpr double kHostNanosecondsPerMessage = 8000;
constexpr double kHostNanosecondsPerByte = 4;
constexpr double kHostNanosecondsPerScheduledMessage = 1000;

struct MachineAndAlgorithmCatalogue {
  Machine machine = machines::ipsc860({.nodes = kWangRankaNodeCount});
  Catalogue catalogue = shipped_algorithms();

  const Algorithm& algorithm(std::string_view name) const { return catalogue.find("wangranka", std::string(name)); }
};

std::string random_stream_name(std::uint32_t density) { return fmt::format("wangranka d={}", density); }

double message_count_at_density(std::uint32_t density) { return static_cast<double>(kWangRankaNodeCount) * density; }

std::uint64_t payload_bytes_at_density(std::uint32_t density, std::uint64_t bytes) {
  return kWangRankaNodeCount * density * bytes;
}

/// Returns a rough estimate, in relative units, of the host time of running all algorithms on one random sample.
double estimated_sample_work(std::uint32_t density, std::uint64_t bytes) {
  return message_count_at_density(density) *
         (kHostNanosecondsPerMessage + kHostNanosecondsPerByte * static_cast<double>(bytes));
}

CommunicationMatrix make_sample_matrix(const ExperimentContext& context, std::uint32_t density, std::uint64_t sample) {
  Rng rng(context.seed_of_random_stream(random_stream_name(density) + " matrix", sample));
  return random_matrix_with_degree(kWangRankaNodeCount, density, kLeastMessageBytes, rng);
}

/// Returns the random matrices of all samples at this density. All messages of these matrices have the smallest
/// measured size; other sizes are set when the matrices are used.
const std::vector<CommunicationMatrix>& sample_matrices(ExperimentContext& context, std::uint32_t density) {
  return context.compute_once<std::vector<CommunicationMatrix>>(random_stream_name(density) + " matrices", 0, [&] {
    std::vector<CommunicationMatrix> list(context.requested_or_published_sample_count(kWangRankaSampleCount));
    context.for_each_run_in_parallel(
        list.size(), [&](std::uint64_t sample) { list[sample] = make_sample_matrix(context, density, sample); },
        {.host_work = 0});
    return list;
  });
}

/// Returns the seed for the runs on one random sample. The seed is the same for all message sizes and experiments, so
/// that each algorithm always makes the same schedule for the sample.
std::uint64_t run_seed_of(const ExperimentContext& context, std::uint32_t density, std::uint64_t sample) {
  return context.seed_of_random_stream(random_stream_name(density) + " run", sample);
}

ExchangeOptions exchange_options(std::uint64_t seed, bool verify) {
  ExchangeOptions options;
  options.run.seed = seed;
  options.run.executor = kQuickExecutor;
  options.verify = verify;
  return options;
}

const auto mean_of_entry = [](const auto& named) { return named.second.mean; };

double in_milliseconds(Duration time) { return microseconds(time) / 1000; }

/// Returns the values of `samples` grouped by algorithm; `samples[i][a]` is the value of sample i for the algorithm
/// `algorithms[a]`.
template <std::size_t Count>
SamplesByAlgorithm group_sample_values_by_algorithm(const std::array<std::string_view, Count>& algorithms,
                                                    const std::vector<std::array<double, Count>>& samples) {
  SamplesByAlgorithm values;
  for (std::size_t a = 0; a < Count; ++a) {
    SampleValues& list = values[algorithms[a]];
    for (const auto& sample : samples) list.push_back(sample[a]);
  }
  return values;
}

/// Calls the function `value_of` for each of `algorithms`, and returns its results in the same order.
template <std::size_t Count, class ValueOf>
std::array<double, Count> compute_value_for_each_algorithm(const std::array<std::string_view, Count>& algorithms,
                                                           ValueOf value_of) {
  std::array<double, Count> values{};
  std::ranges::transform(algorithms, values.begin(), value_of);
  return values;
}

SamplesByAlgorithm measure_costs(ExperimentContext& context, std::uint32_t density, std::uint64_t bytes) {
  const MachineAndAlgorithmCatalogue setting;
  const std::vector<CommunicationMatrix>& samples = sample_matrices(context, density);
  const auto run = [&](std::uint64_t sample) {
    Workload workload(samples[sample].with_uniform_bytes(bytes));
    const bool verify = bytes <= kLargestAlwaysVerifiedBytes || sample == 0;
    const ExchangeOptions options = exchange_options(run_seed_of(context, density, sample), verify);
    return compute_value_for_each_algorithm(kWangRankaAlgorithms, [&](std::string_view name) {
      const ExchangeResult result = run_exchange(setting.machine, setting.algorithm(name), workload, options);
      return in_milliseconds(result.communication_cost);
    });
  };
  return group_sample_values_by_algorithm(
      kWangRankaAlgorithms,
      context.results_of_parallel_runs(samples.size(), run,
                                       {.host_work = estimated_sample_work(density, bytes),
                                        .memory_bytes = 2 * payload_bytes_at_density(density, bytes)}));
}

SamplesByAlgorithm count_phases(ExperimentContext& context, std::uint32_t density) {
  const MachineAndAlgorithmCatalogue setting;
  const std::vector<CommunicationMatrix>& samples = sample_matrices(context, density);
  const auto run = [&](std::uint64_t sample) {
    const std::uint64_t seed = run_seed_of(context, density, sample);
    return compute_value_for_each_algorithm(kRandomSchedulers, [&](std::string_view name) {
      const Schedule schedule = make_schedule(setting.machine, setting.algorithm(name), samples[sample], seed);
      return static_cast<double>(schedule.phase_count());
    });
  };
  return group_sample_values_by_algorithm(
      kRandomSchedulers,
      context.results_of_parallel_runs(
          samples.size(), run, {.host_work = message_count_at_density(density) * kHostNanosecondsPerScheduledMessage}));
}

SamplesByAlgorithm measure_schedule_costs(ExperimentContext& context, std::uint32_t density) {
  const MachineAndAlgorithmCatalogue setting;
  const std::vector<CommunicationMatrix>& samples = sample_matrices(context, density);
  const auto run = [&](std::uint64_t sample) {
    Workload workload(samples[sample]);
    ExchangeOptions options = exchange_options(run_seed_of(context, density, sample), true);
    options.scheduling = Scheduling::schedule_made_by_nodes_during_run;
    return compute_value_for_each_algorithm(kRandomSchedulers, [&](std::string_view name) {
      const ExchangeResult result = run_exchange(setting.machine, setting.algorithm(name), workload, options);
      return in_milliseconds(result.schedule_cost);
    });
  };
  return group_sample_values_by_algorithm(
      kRandomSchedulers,
      context.results_of_parallel_runs(samples.size(), run, {.host_work = estimated_sample_work(density, 0)}));
}

}  // namespace

std::vector<std::uint64_t> unstructured_message_sizes() {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t bytes = kLeastMessageBytes; bytes <= kLargestMessageBytes; bytes *= 2) sizes.push_back(bytes);
  return sizes;
}

double estimated_host_work_to_measure_costs(const ExperimentContext& context, std::uint32_t density,
                                            std::uint64_t bytes) {
  return static_cast<double>(context.requested_or_published_sample_count(kWangRankaSampleCount)) *
         estimated_sample_work(density, bytes);
}

const SamplesByAlgorithm& unstructured_costs(ExperimentContext& context, std::uint32_t density, std::uint64_t bytes) {
  return context.compute_once<SamplesByAlgorithm>(fmt::format("{} costs bytes={}", random_stream_name(density), bytes),
                                                  estimated_host_work_to_measure_costs(context, density, bytes),
                                                  [&] { return measure_costs(context, density, bytes); });
}

double estimated_host_work_to_count_phases(const ExperimentContext& context, std::uint32_t density) {
  return static_cast<double>(context.requested_or_published_sample_count(kWangRankaSampleCount)) *
         message_count_at_density(density) * kHostNanosecondsPerScheduledMessage;
}

const SamplesByAlgorithm& unstructured_phase_counts(ExperimentContext& context, std::uint32_t density) {
  return context.compute_once<SamplesByAlgorithm>(random_stream_name(density) + " phases",
                                                  estimated_host_work_to_count_phases(context, density),
                                                  [&] { return count_phases(context, density); });
}

double estimated_work_of_schedules(const ExperimentContext& context, std::uint32_t density) {
  return estimated_host_work_to_measure_costs(context, density, 0);
}

const SamplesByAlgorithm& unstructured_schedule_costs(ExperimentContext& context, std::uint32_t density) {
  return context.compute_once<SamplesByAlgorithm>(random_stream_name(density) + " schedules",
                                                  estimated_work_of_schedules(context, density),
                                                  [&] { return measure_schedule_costs(context, density); });
}

void MeanTable::add_samples(std::uint32_t density, std::uint64_t bytes, std::string_view algorithm,
                            SampleValues samples) {
  const double mean = make_result_cell_with_mean({}, "", samples).emulated_value;
  cells_[{density, bytes}][algorithm] = {mean, std::move(samples)};
}

double MeanTable::mean_cost_at(std::uint32_t density, std::uint64_t bytes, std::string_view algorithm) const {
  return cells_at(density, bytes).at(algorithm).mean;
}

std::string_view MeanTable::best_algorithm(std::uint32_t density, std::uint64_t bytes) const {
  return std::ranges::min_element(cells_at(density, bytes), {}, mean_of_entry)->first;
}

std::string_view MeanTable::worst_algorithm(std::uint32_t density, std::uint64_t bytes) const {
  return std::ranges::max_element(cells_at(density, bytes), {}, mean_of_entry)->first;
}

double MeanTable::ratio_to_least_mean(std::uint32_t density, std::uint64_t bytes, std::string_view algorithm) const {
  return mean_cost_at(density, bytes, algorithm) / mean_cost_at(density, bytes, best_algorithm(density, bytes));
}

double MeanTable::standard_error_of_difference(std::uint32_t density, std::uint64_t bytes,
                                               std::string_view algorithm) const {
  const SamplesAndMeanByAlgorithm& entries = cells_at(density, bytes);
  SampleValues differences = entries.at(algorithm).sample_values;
  std::ranges::transform(differences, entries.at(best_algorithm(density, bytes)).sample_values, differences.begin(),
                         std::minus<>());
  return make_result_cell_with_mean({}, "", differences).spread / std::sqrt(static_cast<double>(differences.size()));
}

}  // namespace switchyard::papers
