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

/// A reporter for Google Benchmark that prints nothing. It keeps the measured runs, but not the statistics that Google
/// Benchmark computes from them.
class RunCollectingReporter : public benchmark::BenchmarkReporter {
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

/// A piece of work that is measured with Google Benchmark.
class TimedCase {
 public:
  TimedCase(const WorkToMeasure& piece, std::stop_token stop) : work_to_measure_(piece), stop_(std::move(stop)) {}

  /// Lets Google Benchmark find out how many iterations of the work take the time `time`, and returns the sample of
  /// that many iterations. Returns nothing if a stop was requested.
  std::optional<CostSample> measure_for_duration(std::chrono::duration<double> time) {
    return fastest_sample([&](benchmark::internal::Benchmark& registered) { registered.MinTime(time.count()); });
  }

  /// Times `iterations` iterations of the work together, repeats this measurement `times` times, and returns the
  /// fastest of these samples. Returns nothing if a stop was requested.
  std::optional<CostSample> measure_fastest_repetition(std::uint64_t iterations, std::uint64_t times) {
    return fastest_sample([&](benchmark::internal::Benchmark& registered) {
      registered.Iterations(static_cast<benchmark::IterationCount>(iterations));
      registered.Repetitions(static_cast<int>(times));
    });
  }

 private:
  void run_iterations(benchmark::State& state) {
    try {
      const HardwareCounters hardware;
      for (auto iteration : state) {
        last_run_ = work_to_measure_.do_one_iteration();
        if (work_to_measure_.time_kind == CostTimeKind::wall_time) state.SetIterationTime(last_run_.host_seconds);
        if (!stop_.stop_requested()) continue;
        state.SkipWithError("stopped");
        break;
      }
      add_hardware_counts(hardware.counts_by_name(), static_cast<double>(state.iterations()));
    } catch (...) {
      error_ = std::current_exception();
      state.SkipWithError("failed");
    }
  }

  /// Adds the counts of the hardware counters, divided by `iterations`, to the counters of the sample. Does nothing for
  /// work on several threads, as hardware counters count only one thread.
  void add_hardware_counts(const std::map<std::string, double>& counts, double iterations) {
    if (work_to_measure_.time_kind == CostTimeKind::wall_time || iterations == 0) return;
    for (const auto& [name, count] : counts) last_run_.counters[name] = count / iterations;
  }

  template <class Prepare>
  std::optional<CostSample> fastest_sample(Prepare prepare) {
    const std::string name = work_to_measure_.name.text();
    benchmark::internal::Benchmark* registered =
        benchmark::RegisterBenchmark(name.c_str(), [this](benchmark::State& state) { run_iterations(state); });
    registered->MeasureProcessCPUTime();
    if (work_to_measure_.time_kind == CostTimeKind::wall_time) registered->UseManualTime();
    prepare(*registered);
    RunCollectingReporter kept;
    benchmark::RunSpecifiedBenchmarks(&kept, ".");
    benchmark::ClearRegisteredBenchmarks();
    if (error_) std::rethrow_exception(error_);
    if (stop_.stop_requested() || kept.runs().empty()) return std::nullopt;
    std::vector<CostSample> samples;
    for (const auto& run : kept.runs()) samples.push_back(sample_from_run(run));
    return *std::ranges::min_element(samples, {}, &CostSample::nanoseconds);
  }

  CostSample sample_from_run(const benchmark::BenchmarkReporter::Run& run) const {
    const double to_ns = 1e9 / static_cast<double>(run.iterations);
    return {.name = work_to_measure_.name,
            .time_kind = work_to_measure_.time_kind,
            .iterations = static_cast<std::uint64_t>(run.iterations),
            .wall_ns = run.real_accumulated_time * to_ns,
            .processor_ns = run.cpu_accumulated_time * to_ns,
            .counters = last_run_.counters};
  }

  const WorkToMeasure& work_to_measure_;
  const std::stop_token stop_;
  CostIteration last_run_;
  std::exception_ptr error_;
};

/// How often a piece of work is repeated in each round of measurements: in `slice_count` slices (short measurements) of
/// `iterations_of_slice` iterations each.
struct RepetitionPlan {
  /// Number of iterations in one slice (a short measurement); 0 if not known yet.
  std::uint64_t iterations_of_slice = 0;
  std::uint64_t slice_count = 1;

  /// Chooses the numbers of iterations and slices so that a slice (a short measurement) takes about
  /// MeasurementRoundOptions::kSliceSeconds, and all slices together about `time`. An iteration is assumed to take as
  /// long as in `sample`.
  void choose_repetitions(const CostSample& sample, std::chrono::duration<double> time) {
    const std::chrono::duration<double> one(std::max(sample.nanoseconds() * 1e-9, 1e-9));
    iterations_of_slice =
        std::max<std::uint64_t>(1, static_cast<std::uint64_t>(MeasurementRoundOptions::kSliceSeconds / one));
    const double fitting = time / (one * static_cast<double>(iterations_of_slice));
    slice_count =
        std::clamp<std::uint64_t>(static_cast<std::uint64_t>(fitting), 1, MeasurementRoundOptions::kMostSlices);
  }
};

/// Measures a piece of work in one round. In the first round, this function first determines the number of iterations
/// in a slice (a short measurement). It does so twice, as the host may have been disturbed the first time; but if one
/// slice already takes all time of the round, the work is not measured a second time.
std::optional<CostSample> measure_in_round(const WorkToMeasure& piece, RepetitionPlan& plan,
                                           const MeasurementRoundOptions& options, const std::stop_token& stop) {
  TimedCase timed(piece, stop);
  if (!piece.is_work_measured_in_every_round) return timed.measure_fastest_repetition(1, 1);
  if (plan.iterations_of_slice > 0) return timed.measure_fastest_repetition(plan.iterations_of_slice, plan.slice_count);
  auto sample = timed.measure_for_duration(MeasurementRoundOptions::kSliceSeconds);
  if (!sample) return sample;
  plan.choose_repetitions(*sample, options.time_of_work_in_round);
  if (plan.slice_count == 1) return sample;
  sample = timed.measure_fastest_repetition(plan.iterations_of_slice, plan.slice_count);
  if (sample) plan.choose_repetitions(*sample, options.time_of_work_in_round);
  return sample;
}

std::vector<std::size_t> random_order_of_round(std::size_t count, std::uint64_t seed, std::uint64_t round) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(split_seed(seed, round));
  shuffle(std::span(order), rng);
  return order;
}

}  // namespace

void measure_rounds(std::span<const WorkToMeasure> cases, const MeasurementRoundOptions& options,
                    const std::stop_token& stop, const std::function<void(CostSample)>& take) {
  std::vector<RepetitionPlan> plans(cases.size());
  for (std::uint64_t round = 0; round < options.round_count; ++round) {
    for (const std::size_t i : random_order_of_round(cases.size(), options.seed, round)) {
      if (stop.stop_requested()) return;
      if (round > 0 && !cases[i].is_work_measured_in_every_round) continue;
      auto sample = measure_in_round(cases[i], plans[i], options, stop);
      if (!sample) return;
      sample->round = round;
      take(std::move(*sample));
    }
  }
}

}  // namespace switchyard::cost
