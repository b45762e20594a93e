/// \file active_message_bench.cpp
/// The host time of active messages under the virtual clock: of a round trip between two nodes, and of the packets and
/// data transfers in distributed random scheduling, in which the nodes make a schedule at run time.

#include <benchmark/benchmark.h>

#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/generators.hpp"
#include "machines/cm5.hpp"
#include "runtime/run.hpp"

namespace switchyard {
namespace {

void measure_active_round_trip(benchmark::State& state) {
  constexpr int kTrips = 10'000;
  const Machine machine = machines::cm5({.nodes = 2});
  RunOptions options;
  options.executor = state.range(0) == 0 ? ExecutorKind::fibers : ExecutorKind::threads;
  double seconds = 0;
  for (auto iteration : state) {
    const RunReport report = run(
        machine,
        [](Node& self) {
          int done = 0;
          self.expose(done);
          if (self.id() == NodeId{0}) {
            for (int i = 1; i <= kTrips; ++i) {
              self.request(NodeId{1}, [](ActiveMessage& at) {
                ++at.state<int>();
                at.reply([](ActiveMessage& back) { ++back.state<int>(); });
              });
              self.poll_until([&done, i] { return done == i; });
            }
          } else {
            self.poll_until([&done] { return done == kTrips; });
          }
        },
        options);
    state.SetIterationTime(report.host_seconds);
    seconds += report.host_seconds;
  }
  state.counters["s/round trip"] = benchmark::Counter(seconds / (static_cast<double>(state.iterations()) * kTrips));
}
BENCHMARK(measure_active_round_trip)
    ->Name("active_messages/round_trip")
    ->ArgName("threads")
    ->Arg(0)
    ->Arg(1)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

/// Measures distributed random scheduling among 32 nodes, each of which sends 1 MiB. The rate counts all packets and
/// transfers of active messages: inquiries, replies, announcements and data.
void measure_distributed_random_scheduling(benchmark::State& state, const char* name) {
  const Machine machine = machines::cm5({.nodes = 32});
  const Algorithm algorithm = shipped_algorithms().find("benchmark", name);
  Rng rng(1);
  Workload workload(random_bounded_matrix(32, 32, 1.0 / 32, 1024 * 1024, rng));
  ExchangeOptions options;
  options.run.executor = ExecutorKind::fibers;
  double seconds = 0;
  double packets = 0;
  for (auto iteration : state) {
    ++options.run.seed;
    const ExchangeResult result = run_exchange(machine, algorithm, workload, options);
    state.SetIterationTime(result.report.host_seconds);
    seconds += result.report.host_seconds;
    packets += static_cast<double>(result.report.network.packets + result.report.network.messages);
  }
  state.counters["packets/s"] = packets / seconds;
}
BENCHMARK_CAPTURE(measure_distributed_random_scheduling, drs, "drs")
    ->Name("active_messages/drs")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(measure_distributed_random_scheduling, drs_improved, "drs_improved")
    ->Name("active_messages/drs_improved")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace switchyard
