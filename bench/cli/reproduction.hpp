#pragma once
/// \file reproduction.hpp
/// Published experiments being carried out one after another.

#include <exception>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/cli/progress_display.hpp"
#include "bench/experiments/experiment_context.hpp"
#include "bench/experiments/published_experiment.hpp"

namespace switchyard::cli {

/// An experiment and what has come of it.
struct Reproduced {
  experiments::PublishedExperiment experiment;
  experiments::Outcome outcome;
};

/// The experiment that ended them all.
struct FailedExperiment {
  std::string id;
  std::exception_ptr error;
};

class Reproduction {
 public:
  Reproduction(std::vector<experiments::PublishedExperiment> experiments, const experiments::SessionOptions& options,
               std::ostream& progress, ProgressStyle style);

  /// Runs until all are done, one fails, or a stop is asked for; then the current runs are still finished. At most
  /// once. Nothing is thrown: see failure().
  void carry_out(const std::stop_token& stop);

  const experiments::SessionOptions& options() const noexcept { return options_; }
  std::size_t experiment_count() const noexcept { return experiments_.size(); }
  /// Those that have been started, the last of them perhaps incomplete. Any thread.
  std::vector<Reproduced> results() const;
  std::optional<FailedExperiment> failure() const;
  /// Shows no progress from here on. Any thread.
  void stop_showing() { display_.close(); }

 private:
  experiments::ExperimentContext& start(std::size_t number);
  void carry_out_one(std::size_t number);

  const std::vector<experiments::PublishedExperiment> experiments_;
  const experiments::SessionOptions options_;
  ProgressDisplay display_;
  std::optional<experiments::ExperimentSession> session_;
  mutable std::mutex mutex_;  // guards all below
  std::vector<std::unique_ptr<experiments::ExperimentContext>> started_;
  std::optional<FailedExperiment> failure_;
};

}  // namespace switchyard::cli
