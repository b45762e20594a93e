#include "bench/experiment/native_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>
#include <vector>

#include "bench/experiment/exchange_row.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/row_origin.hpp"
#include "machines/endpoint/simple_machine.hpp"
#include "runtime/ranks/native_run.hpp"

namespace switchyard {
namespace {

// The tag of the messages in which ranks send their measurements to the first rank.
constexpr int kMeasurementTag = 30;

using Clock = std::chrono::steady_clock;

class NativeMachine final : public SimpleMachine<NativeMachine> {
 public:
  NativeMachine(std::uint32_t nodes, std::optional<Machine> like)
      : SimpleMachine(name_of_this_host(), nodes), similar_machine_(std::move(like)) {}
  Duration message_time(std::uint64_t bytes) const override {
    return std::chrono::microseconds{1} + TimePerByte{std::chrono::nanoseconds{1}} * bytes;
  }
  const Routes& routes() const override { return similar_machine_ ? similar_machine_->routes() : *this; }

 private:
  std::optional<Machine> similar_machine_;
};

/// The measurement of one rank: the time of each repetition in seconds, then two means over the repetitions, which are
/// the number of messages and the number of bytes that the rank received.
using RankMeasurement = std::vector<double>;

std::string rank_measurement_as_byte_string(const RankMeasurement& measurement) {
  std::string text(measurement.size() * sizeof(double), '\0');
  std::memcpy(text.data(), measurement.data(), text.size());
  return text;
}

/// Combines the measurements of all ranks on the first rank: for each repetition the time of the slowest rank, and the
/// sums over the ranks of the received messages and bytes. The other ranks only send their measurement `mine`.
void combine_measurements(RankJob& job, RankMeasurement& mine) {
  if (!job.is_first_rank()) return job.send(0, kMeasurementTag, rank_measurement_as_byte_string(mine));
  const std::size_t times = mine.size() - 2;
  for (std::uint32_t count = 1; count < job.rank_count(); ++count) {
    const std::string text = job.receive(kMeasurementTag).message_text;
    RankMeasurement other(mine.size());
    std::memcpy(other.data(), text.data(), std::min(text.size(), other.size() * sizeof(double)));
    for (std::size_t i = 0; i < times; ++i) mine[i] = std::max(mine[i], other[i]);
    for (std::size_t i = times; i < mine.size(); ++i) mine[i] += other[i];
  }
}

Duration duration_of_seconds(double seconds) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
}

/// What this MPI rank does in a native run, in which the ranks really carry out one algorithm on one communication
/// matrix.
class NativeExchange {
 public:
  NativeExchange(RankJob& job, const PlannedRun& run, Workload& workload, const ExchangeOptions& options)
      : job_(job),
        planned_run_(run),
        workload_(workload),
        options_(options),
        seed_(seed_of_runs(*run.pattern, run.seed, run.sample)),
        algorithm_(algorithm_to_run()) {
    check_machine_meets_requirements(*run.machine, algorithm_, options.protocol);
    check_matrix(*run.machine, algorithm_, workload.matrix());
    algorithm_ = tuned_algorithm(*run.machine, algorithm_, workload.matrix(), Protocol::automatic);
    make_schedule_and_plans();
  }

  std::pair<ResultRow, NativeTimes> measure_and_make_row(std::uint64_t repetitions) {
    const auto begin = Clock::now();
    RankMeasurement measured;
    workload_.clear_received_data(NodeId{job_.rank()});
    run_native(
        job_, *planned_run_.machine,
        [&](Node& self, NativeSession& session) { measured = measure_repetitions(self, session, repetitions); }, seed_);
    const auto host = std::chrono::duration_cast<Duration>(Clock::now() - begin);
    combine_measurements(job_, measured);
    std::sort(measured.begin(), measured.end() - 2);
    const NativeTimes times{.least_time = duration_of_seconds(measured.front()),
                            .median_time = duration_of_seconds(measured[repetitions / 2]),
                            .greatest_time = duration_of_seconds(measured[repetitions - 1]),
                            .repetitions = repetitions};
    return {row_of_measurement(measured, times, host), times};
  }

 private:
  Algorithm algorithm_to_run() const {
    const Algorithm& asked = *planned_run_.algorithm;
    return asked.choice ? *asked.choice(*planned_run_.machine, workload_.matrix(), options_.reuse).algorithm : asked;
  }

  void make_schedule_and_plans() {
    if (!algorithm_.scheduler) return;
    const auto begin = Clock::now();
    const Schedule schedule = make_schedule(*planned_run_.machine, algorithm_, workload_.matrix(), seed_);
    schedule_time_ = std::chrono::duration_cast<Duration>(Clock::now() - begin);
    phase_count_ = schedule.phase_count();
    node_plans_.emplace(schedule);
  }

  RankMeasurement measure_repetitions(Node& self, NativeSession& session, std::uint64_t repetitions) {
    RankMeasurement measured;
    for (std::uint64_t i = 0; i <= repetitions; ++i) {
      const double seconds = time_one_repetition(self, session);
      if (i > 0) measured.push_back(seconds);
    }
    const auto times = static_cast<double>(repetitions + 1);
    measured.push_back(static_cast<double>(session.received_message_count()) / times);
    measured.push_back(static_cast<double>(session.payload_bytes()) / times);
    return measured;
  }

  double time_one_repetition(Node& self, NativeSession& session) {
    const auto plan = node_plans_ ? node_plans_->steps_of_node(self.id()) : std::span<const PlanStep>{};
    session.wait_for_all_ranks();
    const auto begin = Clock::now();
    for (std::uint64_t use = 0; use < options_.reuse; ++use) {
      algorithm_.execution(self, workload_.traffic(self.id()), plan, Protocol::automatic);
    }
    const std::chrono::duration<double> took = Clock::now() - begin;
    if (options_.verify) {
      workload_.verify(self.id());
      workload_.clear_received_data(self.id());
    }
    return took.count();
  }

  ResultRow row_of_measurement(const RankMeasurement& measured, const NativeTimes& times, Duration host) const {
    ResultRow row;
    row.machine = planned_run_.machine->name();
    row.nodes = job_.rank_count();
    row.algorithm = planned_run_.algorithm->name;
    row.pattern = planned_run_.pattern->name();
    row.pattern_parameter = pattern_parameter_text(*planned_run_.pattern, job_.rank_count());
    row.bytes = largest_message_bytes(workload_.matrix());
    row.sample_number = planned_run_.sample;
    row.seed = planned_run_.seed;
    row.clock = "native";
    row.executor = "ranks";
    row.message_count = static_cast<std::uint64_t>(measured[measured.size() - 2]);
    row.payload_bytes = static_cast<std::uint64_t>(measured.back());
    row.phases = phase_count_;
    row.makespan = times.median_time;
    row.schedule_time = schedule_time_;
    row.host_time = host;
    row.exchanges_per_schedule = options_.reuse;
    return row;
  }

  RankJob& job_;
  const PlannedRun& planned_run_;
  Workload& workload_;
  const ExchangeOptions& options_;
  const std::uint64_t seed_;
  Algorithm algorithm_;
  std::optional<ScheduleStepsByNode> node_plans_;
  Duration schedule_time_{};
  std::uint32_t phase_count_ = 0;
};

}  // namespace

Machine native_machine(std::uint32_t nodes, const std::optional<Machine>& like) {
  return Machine(std::make_shared<const NativeMachine>(nodes, like));
}

std::string native_settings_text(const Experiment& experiment, std::uint64_t repetitions) {
  std::string text = fmt::format("{}\nseed: {}\nsamples: {}\nrepetitions: {}\nreuse: {}\nverified: {}\n",
                                 version_and_build_text(), experiment.seed, experiment.sample_count, repetitions,
                                 experiment.exchange_options.reuse, experiment.exchange_options.verify);
  for (const Algorithm& algorithm : experiment.algorithms) text += fmt::format("algorithm: {}\n", algorithm.name);
  for (const Pattern& pattern : experiment.patterns_and_sizes.patterns) {
    text += fmt::format("pattern: {} {}\n", pattern.name(), pattern.parameter_text);
  }
  for (const auto& bytes : experiment.patterns_and_sizes.message_sizes)
    text += fmt::format("bytes: {}\n", bytes.value_or(0));
  return text;
}

NativeResult run_experiment_natively(RankJob& job, const Experiment& experiment, std::uint64_t repetitions) {
  NativeResult result;
  std::size_t number = 0;
  for (const Pattern& pattern : experiment.patterns_and_sizes.patterns) {
    for (const auto& bytes : experiment.patterns_and_sizes.message_sizes) {
      for (const Algorithm& algorithm : experiment.algorithms) {
        for (std::uint64_t sample = 0; sample < experiment.sample_count; ++sample, ++number) {
          const PlannedRun run{&experiment.machine, &pattern, &algorithm, bytes, experiment.seed, sample};
          Workload workload(matrix_of_planned_run(run));
          auto [row, times] =
              NativeExchange(job, run, workload, experiment.exchange_options).measure_and_make_row(repetitions);
          result.rows.emplace(number, std::move(row));
          result.times_by_run_number.emplace(number, times);
        }
      }
    }
  }
  return result;
}

}  // namespace switchyard
