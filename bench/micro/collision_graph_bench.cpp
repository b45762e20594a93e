/// \file collision_graph_bench.cpp
/// The host time of building the collision graph of a message list (which messages share links of the mesh), of
/// scheduling the list with the graph, and of sending the list through the emulated mesh.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "algorithms/collision_graph_algorithms.hpp"
#include "algorithms/exchange/leveled.hpp"
#include "algorithms/schedule/collision_graph.hpp"
#include "machines/mesh.hpp"
#include "machines/topology/mesh.hpp"

namespace switchyard {
namespace {

/// Returns a random list of messages with uniformly distributed sources. A fraction `share` of the messages goes to two
/// nodes in a corner of the mesh; the destinations of the other messages are uniformly distributed.
std::vector<ListedMessage> hot_spot_messages(GridShape shape, std::uint32_t messages, double share = 0) {
  Rng rng(1);
  return hot_spot_list({.mesh = shape, .hot_region = {NodeId{0}, NodeId{1}}, .hot_destination_probability = share},
                       messages, rng);
}

void measure_graph_building(benchmark::State& state) {
  const Mesh mesh({32, 32});
  const MessagePaths paths(hot_spot_messages({32, 32}, static_cast<std::uint32_t>(state.range(0)),
                                             static_cast<double>(state.range(1)) / 100),
                           mesh);
  std::uint64_t edges = 0;
  for (auto iteration : state) edges = CollisionGraph(paths).edge_count();
  state.counters["edges"] = static_cast<double>(edges);
}
BENCHMARK(measure_graph_building)
    ->Name("collision_graph/mesh:32x32")
    ->ArgNames({"messages", "hot_percent"})
    ->Args({2000, 0})
    ->Args({20000, 0})
    ->Args({20000, 40})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

void measure_list_scheduling(benchmark::State& state, const ListScheduler& scheduler, std::uint32_t messages) {
  const Mesh mesh({32, 32});
  const CollisionModel model(
      MessagePaths(hot_spot_messages({32, 32}, messages), mesh,
                   scheduler.reroutes ? detour_finder_by_second_network_routes(mesh) : DetourFinder{}));
  Rng rng(1);
  std::uint64_t sum = 0;
  for (auto iteration : state) sum = compute_levels_checked(scheduler, model, rng).level_sum();
  state.counters["level_sum"] = static_cast<double>(sum);
}

/// Measures sending all messages of a list at once through the emulated mesh, with the nodes on
/// fibers.
void measure_message_list_on_emulated_mesh(benchmark::State& state, bool circuits) {
  const Machine machine = machines::mesh({.width = 16, .height = 16, .circuits = circuits});
  const auto list = hot_spot_messages({16, 16}, 4096);
  const CollisionModel model(MessagePaths(list, machine.routes()));
  Rng rng(1);
  const MessageListSchedule message_list_schedule =
      compute_levels_checked(find_list_scheduler("bench", "fcfs"), model, rng);
  for (auto iteration : state) {
    benchmark::DoNotOptimize(run_leveled_list(machine, list, message_list_schedule, model.paths,
                                              {.time_step_synchronization = TimeStepSynchronization::without_barriers})
                                 .report.makespan);
  }
  state.counters["messages/s"] =
      benchmark::Counter(static_cast<double>(list.size() * state.iterations()), benchmark::Counter::kIsRate);
}

bool register_all_benchmarks() {
  for (const ListScheduler& scheduler : list_schedulers()) {
    for (const std::uint32_t messages : {20U, 200U, 2000U}) {
      if (!scheduler.accepts_message_count(messages)) continue;
      benchmark::RegisterBenchmark(
          fmt::format("levels/{}/messages:{}", scheduler.name, messages).c_str(),
          [&scheduler, messages](benchmark::State& state) { measure_list_scheduling(state, scheduler, messages); })
          ->Unit(benchmark::kMillisecond);
    }
  }
  for (const bool circuits : {false, true}) {
    benchmark::RegisterBenchmark(
        fmt::format("mesh/{}/n:256", circuits ? "circuits" : "wormhole").c_str(),
        [circuits](benchmark::State& state) { measure_message_list_on_emulated_mesh(state, circuits); })
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}
const bool benchmarks_registered = register_all_benchmarks();

}  // namespace
}  // namespace switchyard
