#pragma once
/// \file experiment.hpp
/// An experiment of several matrices, sizes, algorithms and samples on one machine, as plain data, and the class that
/// carries it out.

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

/// Settings of runs under the clock `wall_clock_plan`, which paces a run by real time.
struct WallClockPlan {
  /// The dilation: host time for each unit of virtual time. If it is empty, the dilation is measured for each message
  /// size before the first run of that size.
  std::optional<double> dilation = std::nullopt;
  /// The largest dilation that may be used, even if the host would need a larger one to keep the
  /// pace.
  std::optional<double> largest_dilation = std::nullopt;
  bool compares_with_virtual_clock = false;  ///< whether each sample also runs under the virtual clock
};

struct Experiment {
  Machine machine;
  std::vector<Algorithm> algorithms;
  PatternsAndSizes patterns_and_sizes;
  std::uint64_t sample_count = 10;
  std::uint64_t seed = 1;
  ExchangeOptions exchange_options =
      {};  ///< options of each run; the seed in them is not used, as each run gets its own
  std::uint64_t parallel_job_count = 1;  ///< the largest number of samples that run at the same time
  std::uint64_t runs_per_sample =
      1;  ///< how often each sample is run; if more than once, the runs must have equal events
  WallClockPlan wall_clock_plan = {};  ///< settings for runs under the clock `wall_clock_plan`

  std::size_t pattern_size_pair_count() const {
    return patterns_and_sizes.patterns.size() * patterns_and_sizes.message_sizes.size();
  }
  std::size_t run_count() const { return pattern_size_pair_count() * algorithms.size() * sample_count; }
};

struct ExperimentResult {
  /// Rows of the finished runs; the key is the run's number. A run's number depends on its pattern, message size,
  /// algorithm and sample, and not on the order in which the runs were made.
  std::map<std::size_t, ResultRow> rows;
  std::optional<WorkFailure> failure;
  /// the pace of the clock `wall_clock_plan` for each message size; the key is the position of the size in the
  /// experiment's list of sizes
  std::map<std::size_t, PaceCalibration> paces_by_size_index;
};

/// Carries out an experiment with communication matrices, and collects its results.
class ExperimentRun {
 public:
  explicit ExperimentRun(Experiment experiment)
      : experiment_(std::move(experiment)),
        row_origin_(make_row_origin(experiment_.machine, experiment_.exchange_options.protocol)) {}

  /// Returns how much of the experiment is done. Runs under way count by the share of their messages that is delivered,
  /// if it is known how many messages they have. Any thread may call this.
  ProgressOfRuns progress() const;

  /// Runs the experiment until all runs are done, a run fails, or a stop is asked for; runs that have begun are still
  /// finished. Call it at most once. It throws nothing; result() returns the error of a failed run.
  void carry_out(const std::stop_token& stop);

  const Experiment& experiment() const noexcept { return experiment_; }
  /// Returns the rows of the finished runs. After a failure these are only the runs that come before the failed one, so
  /// that the result does not depend on the number of jobs. Any thread may call this.
  ExperimentResult result() const;

 private:
  /// Identifies a run by its pattern, message size and algorithm, each as an index in the experiment's list of them,
  /// and by the number of its sample.
  struct RunIndices {
    std::size_t pattern_index, size_index, algorithm_index;
    std::uint64_t sample_number;
  };
  /// A run that has begun and is not finished. The run itself counts the messages that it has delivered.
  class RunUnderWay {
   public:
    /// `messages` is the number of messages of the communication matrix, in all exchanges of the run.
    RunUnderWay(ExperimentRun& experiment, std::uint64_t messages);
    ~RunUnderWay();
    RunUnderWay(const RunUnderWay&) = delete;
    RunUnderWay& operator=(const RunUnderWay&) = delete;

    const std::uint64_t all_messages;
    std::atomic<std::uint64_t> delivered_messages{0};

   private:
    ExperimentRun& experiment_;
  };
  std::uint64_t pattern_sample_count() const {
    return experiment_.patterns_and_sizes.patterns.size() * experiment_.sample_count;
  }
  void run_pattern_sample(std::uint64_t unit, const std::stop_token& stop);
  void make_run_and_add_row(const RunIndices& place, Workload& workload);
  PaceOptions pace_for_message_size(std::size_t bytes, const CommunicationMatrix& matrix);
  PlannedRun planned_run_at(const RunIndices& place) const;
  std::size_t row_number(const RunIndices& place) const;
  std::uint64_t position_in_run_order(const RunIndices& place) const;

  Experiment experiment_;
  RowOrigin row_origin_;
  WorkRunner work_runner_{FailurePolicy::finish_earlier_pieces};
  mutable std::mutex mutex_;  // This mutex guards all members that are declared after it.
  std::map<std::size_t, ResultRow> rows_;
  /// The row number of each finished run. The key is the run's position in the order in which a single job would make
  /// the runs.
  std::map<std::uint64_t, std::size_t> row_numbers_by_run_order_;
  std::map<std::size_t, PaceCalibration> paces_by_size_index_;
  std::vector<const RunUnderWay*> runs_under_way_;
};

/// Carries out the experiment on another machine, which must have as many nodes as the experiment's own. Returns the
/// makespan of each run; the key is the run's number, as in ExperimentResult. Throws the error of a run that fails.
std::map<std::size_t, Duration> makespans_on_machine(const Machine& machine, Experiment experiment);

}  // namespace switchyard
