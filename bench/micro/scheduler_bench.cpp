/// \file scheduler_bench.cpp
/// The host time of making a schedule, per message.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>

#include "algorithms/catalogue.hpp"
#include "algorithms/collision_graph_algorithms.hpp"
#include "algorithms/matrix/generators.hpp"
#include "algorithms/schedule/verify.hpp"
#include "machines/topology/hypercube.hpp"

namespace switchyard {
namespace {

void make_schedule(benchmark::State& state, const Algorithm& algorithm, std::uint32_t nodes, std::uint32_t degree) {
  const Hypercube cube(nodes);
  Rng rng(1);
  const CommunicationMatrix matrix = dense_random(nodes, degree, 1024, rng);
  std::uint32_t phases = 0;
  for (auto iteration : state) phases = algorithm.scheduler(matrix, cube, rng).phase_count();
  state.counters["phases"] = phases;
  state.counters["s/message"] = benchmark::Counter(static_cast<double>(matrix.message_count() * state.iterations()),
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Whether a scheduler is too slow for this many messages. Time and memory of collision graph schedulers grow with the
/// square of the messages, or faster.
bool is_too_slow(const std::string& name, std::uint32_t messages) {
  const auto list = list_schedulers();
  const auto found = std::ranges::find(list, name, &ListScheduler::name);
  if (found == list.end()) return false;
  return messages > 2048 || !found->takes(messages);
}

bool register_all() {
  const Catalogue catalogue = shipped_algorithms();
  for (const Algorithm& algorithm : catalogue.algorithms()) {
    if (!algorithm.scheduler || algorithm.complete_exchange) continue;
    for (const auto& [nodes, degree] : {std::pair{64U, 16U}, std::pair{1024U, 32U}, std::pair{4096U, 64U}}) {
      if (is_too_slow(algorithm.name, nodes * degree)) continue;
      benchmark::RegisterBenchmark(fmt::format("schedule/{}/n:{}/d:{}", algorithm.name, nodes, degree).c_str(),
                                   [algorithm, nodes = nodes, degree = degree](benchmark::State& state) {
                                     make_schedule(state, algorithm, nodes, degree);
                                   })
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}
const bool registered = register_all();

}  // namespace
}  // namespace switchyard
