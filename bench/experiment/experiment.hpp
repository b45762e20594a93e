#pragma once
/// \file experiment.hpp
/// An experiment that runs several algorithms on communication matrices of several patterns, message sizes and random
/// samples on one machine: its description as plain data, and the class that carries it out.

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/pattern_options.hpp"
#include "bench/experiment/planned_run.hpp"
#include "bench/experiment/result_rows.hpp"
#include "bench/experiment/runner.hpp"
#include "runtime/calibrate_pace.hpp"

namespace switchyard {

/// The settings of runs under the wall clock (ClockKind::wall), which paces a run by real time.
struct WallClockSettings {
  /// The dilation: host time for each unit of virtual time. If it is empty, the dilation is measured for each message
  /// size before the first run of that size.
  std::optional<double> dilation = std::nullopt;
  /// The largest dilation (host time for each unit of virtual time) that may be used, even if the host needs a larger
  /// one to keep the pace.
  std::optional<double> largest_dilation = std::nullopt;
  /// Whether each run under the wall clock is also made under the virtual clock, for comparison.
  bool is_run_repeated_under_virtual_clock = false;
};

struct Experiment {
  Machine machine;
  std::vector<Algorithm> algorithms;
  PatternsAndSizes patterns_and_sizes;
  std::uint64_t sample_count = 10;
  std::uint64_t seed = 1;
  /// The options of each run, except the seed in them, which is ignored: each run gets a seed of its own.
  ExchangeOptions exchange_options = {};
  /// The largest number of samples (random matrices) that are run at the same time.
  std::uint64_t parallel_job_count = 1;
  /// How often each run is made. If it is made more than once, all its repetitions must have equal events.
  std::uint64_t runs_per_sample = 1;
  WallClockSettings wall_clock_settings = {};  ///< settings that are used only under the wall clock (ClockKind::wall)

  std::size_t pattern_size_pair_count() const {
    return patterns_and_sizes.patterns.size() * patterns_and_sizes.message_sizes.size();
  }
  std::size_t run_count() const { return pattern_size_pair_count() * algorithms.size() * sample_count; }
};

struct ExperimentResult {
  /// The result rows of the finished runs by the number of the run. This number is determined by the run's pattern,
  /// message size, algorithm and sample, and does not depend on the order in which the runs were made.
  std::map<std::size_t, ResultRow> rows;
  std::optional<WorkPieceFailure> failure;
  /// the measured pace of the wall clock (ClockKind::wall) for each message size; the key is the index of the size in
  /// the experiment's list of sizes
  std::map<std::size_t, PaceCalibration> wall_clock_paces_by_message_size_index;
};

/// Carries out an experiment that runs algorithms on communication matrices, and collects its results.
class ExperimentRun {
 public:
  explicit ExperimentRun(Experiment experiment)
      : experiment_(std::move(experiment)),
        row_origin_(make_result_row_origin(experiment_.machine, experiment_.exchange_options.protocol)) {}

  /// Returns how much of the experiment is done. A run that has not finished counts as the fraction of its messages
  /// that is delivered, if its number of messages is known. Any thread may call this.
  FinishedRunsAndDoneFraction progress() const;

  /// Runs the experiment until all runs are done, a run fails, or a stop is asked for; runs that have begun are still
  /// finished. Call it at most once. It throws nothing; result() returns the error of a failed run.
  void carry_out_experiment(const std::stop_token& stop);

  const Experiment& experiment() const noexcept { return experiment_; }
  /// Returns the rows of the finished runs. After a failure these are only the runs that come before the failed one, so
  /// that the result does not depend on the number of runs that go on at the same time. Any thread may call this.
  ExperimentResult result() const;

 private:
  /// Identifies a run by its pattern, message size and algorithm, each given by its index in the corresponding list of
  /// the experiment, and by the number of its sample.
  struct RunIndices {
    std::size_t pattern_index, size_index, algorithm_index;
    std::uint64_t sample_number;
  };
  /// A run that has begun and is not finished. The run increments `delivered_message_counter` by itself.
  class RunUnderWay {
   public:
    /// `messages` is the number of messages that the run has to deliver: those of the communication matrix, times the
    /// number of exchanges.
    RunUnderWay(ExperimentRun& experiment, std::uint64_t messages);
    ~RunUnderWay();
    RunUnderWay(const RunUnderWay&) = delete;
    RunUnderWay& operator=(const RunUnderWay&) = delete;

    const std::uint64_t message_count_to_deliver;
    std::atomic<std::uint64_t> delivered_message_counter{0};

   private:
    ExperimentRun& experiment_;
  };
  std::uint64_t pattern_sample_count() const {
    return experiment_.patterns_and_sizes.patterns.size() * experiment_.sample_count;
  }
  void run_pattern_sample(std::uint64_t unit, const std::stop_token& stop);
  void make_run_and_add_row(const RunIndices& place, Workload& workload);
  PaceOptions wall_clock_pace_for_message_size(std::size_t bytes, const CommunicationMatrix& matrix);
  PlannedRun planned_run_at(const RunIndices& place) const;
  std::size_t row_number(const RunIndices& place) const;
  std::uint64_t position_in_run_order(const RunIndices& place) const;

  Experiment experiment_;
  ResultRowOrigin row_origin_;
  WorkRunner work_runner_{FailurePolicy::lower_numbered_work_pieces_continue};
  mutable std::mutex mutex_;  // This mutex guards all members that are declared after it.
  std::map<std::size_t, ResultRow> rows_;
  /// For each finished run, the number of its result row. The key is the position that the run has in the order in
  /// which a single job (one run at a time) would make all runs.
  std::map<std::uint64_t, std::size_t> row_numbers_by_run_order_;
  std::map<std::size_t, PaceCalibration> wall_clock_paces_by_message_size_index_;
  std::vector<const RunUnderWay*> runs_under_way_;
};

/// Carries out the experiment on `machine` instead of the experiment's own machine; both must have the same number of
/// nodes. Returns the makespan of each run; the key is the run's number, as in ExperimentResult. Throws the error of a
/// run that fails.
std::map<std::size_t, Duration> makespans_on_machine(const Machine& machine, Experiment experiment);

}  // namespace switchyard
