#pragma once
/// \file application_run.hpp
/// An experiment that runs one application with several communication algorithms on several random inputs (samples):
/// its description as plain data, and the class that carries it out.

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/applications/application.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/result_rows.hpp"
#include "bench/experiment/runner.hpp"

namespace switchyard {

struct ApplicationExperiment {
  Machine machine;
  std::vector<Algorithm> algorithms;
  std::shared_ptr<const Application> application;
  std::uint64_t sample_count = 1;
  std::uint64_t seed = 1;
  /// The options of each run, except the seed in them, which is ignored: each run gets a seed of its own.
  RunOptions run_options = {};
  std::optional<Protocol> protocol = std::nullopt;

  std::size_t run_count() const { return algorithms.size() * sample_count; }
};

/// The result of one run of an application with one algorithm on one random sample.
struct ApplicationRow {
  /// the columns that the result row has in common with rows of runs that only carry out a communication matrix; the
  /// makespan is that of the whole application
  ResultRow common_columns;
  ApplicationMeasurement measurement;
};

struct ApplicationResult {
  /// the result rows of the finished runs, in the order of the runs: all algorithms on one random sample come before
  /// all algorithms on the next sample
  std::vector<ApplicationRow> rows;
  std::optional<WorkPieceFailure> failure;
};

/// Carries out an experiment that runs an application, and collects its results.
class ApplicationRun {
 public:
  explicit ApplicationRun(ApplicationExperiment experiment)
      : experiment_(std::move(experiment)),
        row_origin_(make_result_row_origin(experiment_.machine, experiment_.protocol)) {}

  /// Runs the experiment until all runs are done, a run fails, or a stop is asked for; a run that has begun is still
  /// finished. Call it at most once. It throws nothing; result() returns the error of a failed run.
  void carry_out_experiment(const std::stop_token& stop);

  /// Returns how much of the experiment is done, for a display of progress. Any thread may call this.
  FinishedRunsAndDoneFraction progress() const;

  const ApplicationExperiment& experiment() const noexcept { return experiment_; }
  /// Returns the rows of the runs that are finished so far, and the failure if a run has failed. Any thread may call
  /// this.
  ApplicationResult result() const;

 private:
  void run_algorithms_on_sample_input(std::uint64_t sample, const std::stop_token& stop);
  ApplicationRow run_algorithm_on_trial(const ApplicationInput& trial, const Algorithm& algorithm,
                                        std::uint64_t sample) const;
  void add_row(ApplicationRow row);
  std::string trial_description(const std::string& what, std::uint64_t sample) const;

  ApplicationExperiment experiment_;
  ResultRowOrigin row_origin_;
  WorkRunner work_runner_{FailurePolicy::no_further_work_pieces_begin};
  mutable std::mutex mutex_;  // This mutex guards the list of result rows.
  std::vector<ApplicationRow> rows_;
};

}  // namespace switchyard
