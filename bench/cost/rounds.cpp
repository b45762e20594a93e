#include "bench/cost/rounds.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <exception>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "bench/cost/hardware_counters.hpp"
#include "runtime/random.hpp"

namespace switchyard::cost {
namespace {

/// A reporter for Google Benchmark that prints nothing and keeps the runs, without the statistics that Google Benchmark
/// derives from them.
class KeptRuns : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Iteration && !run.error_occurred) runs_.push_back(run);
    }
  }
  const std::vector<Run>& runs() const noexcept { return runs_; }

 private:
  std::vector<Run> runs_;
};

/// The piece of work that is being measured with Google Benchmark.
class TimedCase {
 public:
  TimedCase(const CostCase& piece, std::stop_token stop) : piece_(piece), stop_(std::move(stop)) {}

  /// Finds out how many iterations take `time`, and returns the sample of that many iterations; nothing if a stop was
  /// requested.
  std::optional<CostSample> tried(std::chrono::duration<double> time) {
    return least([&](benchmark::internal::Benchmark& registered) { registered.MinTime(time.count()); });
  }

  /// Measures `iterations` iterations, `times` times over, and returns the sample with the least time; nothing if a
  /// stop was requested.
  std::optional<CostSample> measured(std::uint64_t iterations, std::uint64_t times) {
    return least([&](benchmark::internal::Benchmark& registered) {
      registered.Iterations(static_cast<benchmark::IterationCount>(iterations));
      registered.Repetitions(static_cast<int>(times));
    });
  }

 private:
  void repeat(benchmark::State& state) {
    try {
      const HardwareCounters hardware;
      for (auto iteration : state) {
        last_ = piece_.once();
        if (piece_.time == CostTime::passed) state.SetIterationTime(last_.host_seconds);
        if (!stop_.stop_requested()) continue;
        state.SkipWithError("stopped");
        break;
      }
      add_counts(hardware.counts(), static_cast<double>(state.iterations()));
    } catch (...) {
      error_ = std::current_exception();
      state.SkipWithError("failed");
    }
  }

  /// Adds the counts of hardware counters to the sample. They are left out for work on several threads.
  void add_counts(const std::map<std::string, double>& counts, double iterations) {
    if (piece_.time == CostTime::passed || iterations == 0) return;
    for (const auto& [name, count] : counts) last_.counters[name] = count / iterations;
  }

  template <class Prepare>
  std::optional<CostSample> least(Prepare prepare) {
    const std::string name = piece_.name.text();
    benchmark::internal::Benchmark* registered =
        benchmark::RegisterBenchmark(name.c_str(), [this](benchmark::State& state) { repeat(state); });
    registered->MeasureProcessCPUTime();
    if (piece_.time == CostTime::passed) registered->UseManualTime();
    prepare(*registered);
    KeptRuns kept;
    benchmark::RunSpecifiedBenchmarks(&kept, ".");
    benchmark::ClearRegisteredBenchmarks();
    if (error_) std::rethrow_exception(error_);
    if (stop_.stop_requested() || kept.runs().empty()) return std::nullopt;
    std::vector<CostSample> samples;
    for (const auto& run : kept.runs()) samples.push_back(sample_of(run));
    return *std::ranges::min_element(samples, {}, &CostSample::ns);
  }

  CostSample sample_of(const benchmark::BenchmarkReporter::Run& run) const {
    const double to_ns = 1e9 / static_cast<double>(run.iterations);
    return {.name = piece_.name,
            .time = piece_.time,
            .iterations = static_cast<std::uint64_t>(run.iterations),
            .passed_ns = run.real_accumulated_time * to_ns,
            .processor_ns = run.cpu_accumulated_time * to_ns,
            .counters = last_.counters};
  }

  const CostCase& piece_;
  const std::stop_token stop_;
  CostRun last_;
  std::exception_ptr error_;
};

/// How a piece of work is measured in each round: `slices` times, with `iterations` iterations each.
struct Plan {
  std::uint64_t iterations = 0;  ///< 0 if it is not known yet
  std::uint64_t slices = 1;

  /// Chooses iterations and slices for a piece of work of which `sample` shows how long it takes.
  void follow(const CostSample& sample, std::chrono::duration<double> time) {
    const std::chrono::duration<double> one(std::max(sample.ns() * 1e-9, 1e-9));
    iterations = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(RoundOptions::kSlice / one));
    const double fitting = time / (one * static_cast<double>(iterations));
    slices = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(fitting), 1, RoundOptions::kMostSlices);
  }
};

/// Measures a piece of work in one round. The first time it also finds out the number of iterations, twice, as the host
/// may have been disturbed; but work that takes as long as a whole round is not measured again.
std::optional<CostSample> measured_once(const CostCase& piece, Plan& plan, const RoundOptions& options,
                                        const std::stop_token& stop) {
  TimedCase timed(piece, stop);
  if (!piece.every_time) return timed.measured(1, 1);
  if (plan.iterations > 0) return timed.measured(plan.iterations, plan.slices);
  auto sample = timed.tried(RoundOptions::kSlice);
  if (!sample) return sample;
  plan.follow(*sample, options.time);
  if (plan.slices == 1) return sample;
  sample = timed.measured(plan.iterations, plan.slices);
  if (sample) plan.follow(*sample, options.time);
  return sample;
}

std::vector<std::size_t> order_of_round(std::size_t count, std::uint64_t seed, std::uint64_t round) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(split_seed(seed, round));
  shuffle(std::span(order), rng);
  return order;
}

}  // namespace

void measure_rounds(std::span<const CostCase> cases, const RoundOptions& options, const std::stop_token& stop,
                    const std::function<void(CostSample)>& take) {
  std::vector<Plan> plans(cases.size());
  for (std::uint64_t round = 0; round < options.rounds; ++round) {
    for (const std::size_t i : order_of_round(cases.size(), options.seed, round)) {
      if (stop.stop_requested()) return;
      if (round > 0 && !cases[i].every_time) continue;
      auto sample = measured_once(cases[i], plans[i], options, stop);
      if (!sample) return;
      sample->round = round;
      take(std::move(*sample));
    }
  }
}

}  // namespace switchyard::cost
