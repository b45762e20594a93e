/// \file stress_bench.cpp
/// How quickly the strategies of stress testing find planted bugs, and how many stress runs of a correct program they
/// make in a given time.

#include <benchmark/benchmark.h>

#include "algorithms/matrix/generators.hpp"
#include "bench/micro/corpus.hpp"
#include "bench/stress/algorithm_case.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/random.hpp"
#include "runtime/stress/stress.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kMostRunsUntilFailure = 10'000;

/// Runs the program under stress until a run fails. Returns the number of runs, or 0 if none of kMostRunsUntilFailure
/// runs has failed.
std::uint64_t count_runs_until_failure(const Machine& machine, const NodeProgram& program, StressStrategy strategy) {
  RunLimits limits;
  limits.time_limit = std::chrono::milliseconds{100};
  ProgramTrial trial(machine, program);
  std::uint64_t steps = 500;
  for (std::uint64_t number = 0; number < kMostRunsUntilFailure; ++number) {
    const StressedRun run = carry_out_disturbed_run(trial, strategy, split_seed(1, number), steps, limits);
    if (run.outcome != RunOutcome::completed) return number + 1;
    if (run.steps > 0) steps = run.steps;
  }
  return 0;
}

/// Registers a benchmark for one program of the corpus and one strategy of stress testing. The benchmark measures the
/// time until the strategy finds the program's bug. The counter `runs` is the number of runs until then, or 0 if 10 000
/// runs have not found it.
void add_corpus_benchmark(const std::string& name, const Machine& machine, const NodeProgram& program,
                          StressStrategy strategy) {
  const auto row = [=](benchmark::State& state) {
    for (auto iteration : state)
      state.counters["runs"] = static_cast<double>(count_runs_until_failure(machine, program, strategy));
  };
  benchmark::RegisterBenchmark((name + "/" + name_of(strategy)).c_str(), row)
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

/// A variable that is always true. Its initialisation registers the benchmarks for the corpus: those for the wrong
/// programs, each of which has a bug to be found, and those for the corrected programs.
const bool benchmarks_registered = [] {
  for (const BuggyAndFixedProgram& pair : all_buggy_and_fixed_programs()) {
    for (const StressStrategy strategy : kStrategies) {
      add_corpus_benchmark("corpus/" + pair.name, pair.machine, pair.buggy_program, strategy);
      add_corpus_benchmark("corpus_put_right/" + pair.name, pair.machine, pair.corrected_program, strategy);
    }
  }
  return true;
}();

/// Measures stress runs on 16 nodes with 64 messages under the virtual clock. The benchmark's first argument is the
/// algorithm (0 ac, 1 lp, 2 rs_nl); its second argument is the number of jobs.
void stress_runs(benchmark::State& state) {
  constexpr std::uint64_t kRuns = 2000;
  constexpr const char* kNames[] = {"ac", "lp", "rs_nl"};
  const Algorithm algorithm = shipped_algorithms().find("benchmark", kNames[state.range(0)]);
  const Machine cube = machines::ipsc860({.nodes = 16});
  const StressOptions options{.runs = kRuns,
                              .strategies = {StressStrategy::random, StressStrategy::pct, StressStrategy::starve,
                                             StressStrategy::halved_buffer_sizes},
                              .jobs = static_cast<std::uint64_t>(state.range(1))};
  const auto factory = [&](std::uint64_t block) {
    Rng rng(block);
    return std::make_unique<AlgorithmTrial>(
        AlgorithmRunSetup{cube, algorithm, random_matrix_with_degree(16, 4, 64, rng)});
  };
  for (auto iteration : state) benchmark::DoNotOptimize(stress(factory, options));
  state.counters["runs/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * kRuns, benchmark::Counter::kIsRate);
}
BENCHMARK(stress_runs)
    ->ArgNames({"algorithm", "jobs"})
    ->ArgsProduct({{0, 1, 2}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
}  // namespace switchyard
