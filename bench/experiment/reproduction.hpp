#pragma once
/// \file reproduction.hpp
/// Carries out published experiments (which reproduce tables and figures of papers) one after another.

#include <iosfwd>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/experiment/experiment_context.hpp"
#include "bench/experiment/progress_display.hpp"
#include "bench/experiment/published_experiment.hpp"
#include "bench/experiment/runner.hpp"
#include "runtime/ranks/shared_rounds.hpp"

namespace switchyard {

/// A published experiment together with the results that carrying it out has given.
struct ReproducedExperiment {
  PublishedExperiment experiment;
  ExperimentOutcome outcome;
};

/// Returns a text that describes the experiments and their options. MPI ranks that share the runs compare it, as it
/// must be the same on all of them.
std::string reproduction_settings_text(const std::vector<PublishedExperiment>& experiments,
                                       const SessionOptions& options);

class Reproduction {
 public:
  Reproduction(std::vector<PublishedExperiment> experiments, const SessionOptions& options, std::ostream& progress,
               ProgressStyle style);

  /// Shares the runs of the experiments with the other MPI ranks, which must carry out the same
  /// experiments. Call it before carry_out_all_experiments().
  void share_runs_with_ranks(RankJob& job) { shared_rounds_.emplace(job); }
  /// Carries out the experiments until all are done, one fails, or a stop is asked for; runs that have begun are still
  /// finished. Call it at most once. It throws nothing; failure() returns the error of a failed experiment.
  void carry_out_all_experiments(const std::stop_token& stop);

  const SessionOptions& options() const noexcept { return options_; }
  const std::vector<PublishedExperiment>& experiments() const noexcept { return experiments_; }
  /// Returns the experiments that have been started, with their results so far; the results of the last experiment may
  /// be incomplete. Any thread may call this.
  std::vector<ReproducedExperiment> results() const;
  /// Returns the failure that ended the work, with the id of the experiment that failed; nothing if no experiment
  /// failed.
  std::optional<WorkPieceFailure> failure() const { return work_runner_.failure(); }
  /// Updates the progress display of the experiments with the time that has passed until now. Any thread may call this.
  void refresh_progress_display() { progress_display_.refresh_display(); }
  /// Removes the progress display and shows none from now on. Any thread may call this.
  void close_progress_display() { progress_display_.close(); }

 private:
  ExperimentContext& start_experiment(std::size_t number);
  void carry_out_experiment(std::size_t number);

  const std::vector<PublishedExperiment> experiments_;
  const SessionOptions options_;
  ProgressDisplay progress_display_;
  WorkRunner work_runner_{FailurePolicy::no_further_work_pieces_begin};
  std::optional<WorkRoundsSharedByRanks> shared_rounds_;  ///< set only if several MPI ranks share the runs
  std::optional<ExperimentSession> session_;
  mutable std::mutex mutex_;  // This mutex guards all members that are declared after it.
  std::vector<std::unique_ptr<ExperimentContext>> started_contexts_;
};

}  // namespace switchyard
