/// \file scheduler_bench.cpp
/// The host time of making a schedule, divided by the number of messages and by the number of
/// basic operations that the scheduler counts.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>

#include "algorithms/catalogue.hpp"
#include "algorithms/collision_graph_algorithms.hpp"
#include "algorithms/matrix/generators.hpp"
#include "bench/cost/algorithm_cost.hpp"
#include "machines/ipsc860.hpp"

namespace switchyard {
namespace {

void measure_schedule_making(benchmark::State& state, const Algorithm& algorithm, std::uint32_t nodes,
                             std::uint32_t degree) {
  const Machine cube = machines::ipsc860({.nodes = nodes});
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(nodes, degree, 1024, rng);
  cost::ScheduleMaker maker(cube, algorithm, matrix, 1);
  cost::CostIteration last;
  for (auto iteration : state) last = maker.make_next_schedule();
  const auto times_each = [&](double count) {
    return benchmark::Counter(count * static_cast<double>(state.iterations()),
                              benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  };
  state.counters["phases"] = last.counters["phases"];
  if (last.counters["operations"] > 0) state.counters["s/operation"] = times_each(last.counters["operations"]);
  state.counters["s/message"] = times_each(static_cast<double>(matrix.message_count()));
}

/// Returns whether the scheduler with this name is too slow for this number of messages. The time and memory of
/// schedulers that use a collision graph grow at least with the square of the number of messages.
bool is_scheduler_too_slow(const std::string& name, std::uint32_t messages) {
  const auto list = list_schedulers();
  const auto found = std::ranges::find(list, name, &ListScheduler::name);
  if (found == list.end()) return false;
  return messages > 2048 || !found->accepts_message_count(messages);
}

bool register_all_benchmarks() {
  const Catalogue catalogue = shipped_algorithms();
  for (const Algorithm& algorithm : catalogue.algorithms()) {
    if (!algorithm.scheduler || algorithm.complete_exchange) continue;
    for (const auto& [nodes, degree] : {std::pair{64U, 16U}, std::pair{1024U, 32U}, std::pair{4096U, 64U}}) {
      if (is_scheduler_too_slow(algorithm.name, nodes * degree)) continue;
      benchmark::RegisterBenchmark(fmt::format("schedule/{}/n:{}/d:{}", algorithm.name, nodes, degree).c_str(),
                                   [algorithm, nodes = nodes, degree = degree](benchmark::State& state) {
                                     measure_schedule_making(state, algorithm, nodes, degree);
                                   })
          ->Unit(benchmark::kMillisecond)
          // The processor time of all threads is measured, as collision graphs are made on all cores.
          ->MeasureProcessCPUTime();
    }
  }
  return true;
}
const bool benchmarks_registered = register_all_benchmarks();

}  // namespace
}  // namespace switchyard
