#pragma once
/// \file reproduction.hpp
/// Published experiments being carried out one after another.

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

namespace switchyard {

/// An experiment and what has come of it.
struct Reproduced {
  PublishedExperiment experiment;
  ExperimentOutcome outcome;
};

class Reproduction {
 public:
  Reproduction(std::vector<PublishedExperiment> experiments, const SessionOptions& options, std::ostream& progress,
               ProgressStyle style);

  /// Runs until all are done, one fails, or a stop is asked for; then the current runs are still finished. At most
  /// once. Nothing is thrown: see failure().
  void carry_out(const std::stop_token& stop);

  const SessionOptions& options() const noexcept { return options_; }
  std::size_t experiment_count() const noexcept { return experiments_.size(); }
  /// Those that have been started, the last of them perhaps incomplete. Any thread.
  std::vector<Reproduced> results() const;
  /// That of the experiment, by its id, that ended them all.
  std::optional<Failure> failure() const { return runner_.failure(); }
  /// Shows no progress from here on. Any thread.
  void stop_showing() { display_.close(); }

 private:
  ExperimentContext& start(std::size_t number);
  void carry_out_one(std::size_t number);

  const std::vector<PublishedExperiment> experiments_;
  const SessionOptions options_;
  ProgressDisplay display_;
  Runner runner_{OnFailure::end};
  std::optional<ExperimentSession> session_;
  mutable std::mutex mutex_;  // guards all below
  std::vector<std::unique_ptr<ExperimentContext>> started_;
};

}  // namespace switchyard
