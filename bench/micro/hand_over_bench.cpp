/// \file hand_over_bench.cpp
/// The host time of a hand-over, which suspends the fiber or thread of one node and resumes that of another node, and
/// the host time of a barrier.

#include <benchmark/benchmark.h>

#include "machines/ipsc860.hpp"
#include "runtime/executor.hpp"
#include "runtime/run.hpp"

namespace switchyard {
namespace {

std::unique_ptr<Executor> make_executor_of_kind(std::int64_t which) {
  if (which == 0) return make_fiber_executor(256 * 1024);
  return make_thread_executor(which == 1 ? Placement::together : Placement::spread);
}

/// Measures sending a token round a ring of nodes: each step suspends one node and resumes the next. The benchmark's
/// first argument is the executor: 0 fibers, 1 threads on one core, 2 threads wherever the host puts them.
void ring(benchmark::State& state) {
  constexpr std::uint32_t kRounds = 200;
  const auto nodes = static_cast<std::uint32_t>(state.range(1));
  for (auto iteration : state) {
    const auto executor = make_executor_of_kind(state.range(0));
    executor->make_threads_or_fibers(nodes);
    executor->run([&](NodeId self) {
      const NodeId next{(index(self) + 1) % nodes};
      for (std::uint32_t round = 0; round < kRounds; ++round) {
        if (self != NodeId{0} || round > 0) executor->park(self);
        executor->unpark(next);
      }
      if (self == NodeId{0}) executor->park(self);
    });
  }
  state.counters["s/hand-over"] = benchmark::Counter(static_cast<double>(state.iterations()) * kRounds * nodes,
                                                     benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(ring)
    ->ArgNames({"executor", "nodes"})
    ->ArgsProduct({{0, 1, 2}, {2, 64}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// Measures barriers of 64 nodes. The benchmark's first argument is the clock: 0 virtual, 1 off (no emulated time). Its
/// second argument is the executor: 0 fibers, 1 threads.
void barrier(benchmark::State& state) {
  constexpr int kBarriers = 100;
  const Machine cube = machines::ipsc860({.nodes = 64});
  RunOptions options;
  options.clock = state.range(0) == 0 ? ClockKind::virtual_time : ClockKind::off;
  options.executor = state.range(1) == 0 ? ExecutorKind::fibers : ExecutorKind::threads;
  for (auto iteration : state) {
    const RunReport report = run(
        cube,
        [](Node& self) {
          for (int i = 0; i < kBarriers; ++i) self.barrier();
        },
        options);
    state.SetIterationTime(report.host_seconds);
  }
  state.counters["s/barrier"] = benchmark::Counter(static_cast<double>(state.iterations()) * kBarriers,
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(barrier)
    ->ArgNames({"clock", "executor"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime();

}  // namespace
}  // namespace switchyard
