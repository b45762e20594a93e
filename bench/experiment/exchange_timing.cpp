#include "bench/experiment/exchange_timing.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/exchange/exchange_run.hpp"

namespace switchyard {
namespace {

struct TimedExchange {
  Duration exchange_cost{};
  std::uint64_t blocked_circuits = 0;
};

TimedExchange time_one_run(const Machine& machine, const Algorithm& algorithm, Workload& workload, std::uint64_t seed,
                           bool verify) {
  ExchangeOptions options;
  options.run.seed = seed;
  options.run.executor = kQuickExecutor;
  options.verify = verify;
  options.keep_received_data = false;
  const ExchangeResult result = run_exchange(machine, algorithm, workload, options);
  return {result.communication_cost, result.report.network.blocked};
}

/// Returns an estimate, from all repeated runs, of the standard deviation of the cost of one run; zero if there is only
/// one run.
Duration standard_deviation_of_runs(const std::vector<TimedExchange>& runs, Duration mean) {
  if (runs.size() < 2) return {};
  double squares = 0;
  for (const TimedExchange& run : runs) squares += std::pow(microseconds(run.exchange_cost - mean), 2);
  const double us = std::sqrt(squares / static_cast<double>(runs.size() - 1));
  return std::chrono::round<Duration>(std::chrono::duration<double, std::micro>(us));
}

ExchangeTimes timing_of_runs(const std::vector<TimedExchange>& runs) {
  ExchangeTimes timing{.run_count = runs.size(), .least_cost = runs.front().exchange_cost};
  for (const TimedExchange& run : runs) {
    timing.least_cost = std::min(timing.least_cost, run.exchange_cost);
    timing.greatest_cost = std::max(timing.greatest_cost, run.exchange_cost);
    timing.mean_cost += run.exchange_cost;
    timing.mean_blocked_circuits += static_cast<double>(run.blocked_circuits);
  }
  timing.mean_cost /= static_cast<Duration::rep>(runs.size());
  timing.mean_blocked_circuits /= static_cast<double>(runs.size());
  timing.standard_deviation = standard_deviation_of_runs(runs, timing.mean_cost);
  return timing;
}

}  // namespace

Duration time_single_exchange(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                              std::uint64_t seed) {
  Workload workload(matrix);
  return time_one_run(machine, algorithm, workload, seed, true).exchange_cost;
}

RunCost estimated_run_cost(const CommunicationMatrix& matrix) {
  // Copying this number of bytes takes the host about as long as handling one message.
  constexpr double kBytesOfAMessage = 4096;
  const auto messages = static_cast<double>(matrix.message_count());
  const auto bytes = static_cast<double>(matrix.total_bytes());
  // The whole payload is in memory twice: as it is sent, and as it is received.
  return {.host_work = messages + bytes / kBytesOfAMessage, .memory_bytes = 2 * matrix.total_bytes()};
}

ExchangeTimes time_exchange(ExperimentContext& context, const Machine& machine, const Algorithm& algorithm,
                            const CommunicationMatrix& matrix, std::uint64_t runs, std::string_view stream) {
  tbb::enumerable_thread_specific<Workload> workloads([&matrix] { return Workload(matrix); });
  const auto run = [&](std::uint64_t number) {
    return time_one_run(machine, algorithm, workloads.local(), context.seed_of_random_stream(stream, number),
                        number == 0);
  };
  return timing_of_runs(context.results_of_parallel_runs(runs, run, estimated_run_cost(matrix)));
}

}  // namespace switchyard
