/// \file sweep_bench.cpp
/// The host cost of the bookkeeping of a sweep: 10 000 small runs are made as a sweep with its result table and, for
/// comparison, in simple loops on one and on two threads. The difference is a few percent, which is less than the drift
/// of the host's speed between two benchmarks. So compare the means of many runs, with the options
/// --benchmark_repetitions=60 --benchmark_enable_random_interleaving=true.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "bench/experiment/files_in_use.hpp"
#include "bench/sweep/results_file.hpp"
#include "bench/sweep/sweep_run.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/quick_executor.hpp"

namespace switchyard::sweep {
namespace {

SweepPlan plan_of_small_runs() {
  SweepDeclaration declaration;
  declaration.name = "small";
  declaration.machines = {{"ipsc860", machines::ipsc860({.nodes = 16})}};
  for (const char* name : {"ac", "rs_n"}) declaration.algorithms.push_back(shipped_algorithms().find("", name));
  declaration.patterns = {dense_pattern(2), dense_pattern(4)};
  declaration.message_sizes = {16};
  declaration.samples_per_seed = 2500;
  declaration.exchange_options.run.executor = kQuickExecutor;
  return SweepPlan(std::move(declaration));
}

void set_run_rate_counter(benchmark::State& state, double runs) {
  state.counters["runs/s"] = benchmark::Counter(runs, benchmark::Counter::kIsRate);
}

void measure_loop_of_runs(benchmark::State& state) {
  const SweepPlan plan = plan_of_small_runs();
  const EvenlySpreadPermutation order(plan.run_count());  // The loop makes the runs in the same order as a sweep does.
  const auto threads = static_cast<std::uint64_t>(state.threads());
  double runs = 0;
  for (auto iteration : state) {
    for (auto place = static_cast<std::uint64_t>(state.thread_index()); place < plan.run_count(); place += threads) {
      benchmark::DoNotOptimize(
          carry_out_planned_run(plan.planned_run_with_number(order(place)), plan.declaration().exchange_options));
      ++runs;
    }
  }
  set_run_rate_counter(state, runs);
}

void measure_whole_sweep(benchmark::State& state) {
  const SweepPlan plan = plan_of_small_runs();
  const std::string csv = std::filesystem::temp_directory_path() / ("switchyard-bench-" + std::to_string(::getpid()));
  for (auto iteration : state) {
    {
      ResultsFile file("csv", csv, plan, {}, false);
      SweepRun run(plan, {}, file, static_cast<std::uint64_t>(state.range(0)), {});
      run.carry_out_sweep_runs({});
      file.flush_rows_to_disk();
    }
    state.PauseTiming();
    std::filesystem::remove(csv);
    std::filesystem::remove(path_of_sweep_identity_file(csv));
    state.ResumeTiming();
  }
  set_run_rate_counter(state, static_cast<double>(plan.run_count() * state.iterations()));
}

BENCHMARK(measure_loop_of_runs)
    ->Name("sweep/bare_loop")
    ->ThreadRange(1, 2)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK(measure_whole_sweep)
    ->Name("sweep/jobs")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
}  // namespace switchyard::sweep
