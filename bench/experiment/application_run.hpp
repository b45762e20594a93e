#pragma once
/// \file application_run.hpp
/// Application x algorithms x samples, as plain data, and what carries it out.

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
  std::uint64_t samples = 1;
  std::uint64_t seed = 1;
  RunOptions run = {};  ///< but for the seed
  std::optional<Protocol> protocol = std::nullopt;

  std::size_t run_count() const { return algorithms.size() * samples; }
};

/// One sample.
struct ApplicationRow {
  ResultRow common;  ///< its makespan is that of the whole program
  ApplicationMeasurement measured;
};

struct ApplicationResult {
  std::vector<ApplicationRow> rows;  ///< what is done: all algorithms of a sample before the next sample
  std::optional<Failure> failure;
};

/// An experiment under way.
class ApplicationRun {
 public:
  explicit ApplicationRun(ApplicationExperiment experiment) : experiment_(std::move(experiment)) {}

  /// Runs until all is done, a run fails, or a stop is asked for; then the current run is still finished. At most once.
  /// Nothing is thrown: see Failure.
  void carry_out(const std::stop_token& stop);

  const ApplicationExperiment& experiment() const noexcept { return experiment_; }
  /// What is done so far. Any thread.
  ApplicationResult result() const;

 private:
  void run_sample(std::uint64_t sample, const std::stop_token& stop);
  ApplicationRow run_one(const ApplicationTrial& trial, const Algorithm& algorithm, std::uint64_t sample) const;
  std::string text_of(const std::string& what, std::uint64_t sample) const;

  ApplicationExperiment experiment_;
  Runner runner_{OnFailure::end};
  mutable std::mutex mutex_;  // guards the rows
  std::vector<ApplicationRow> rows_;
};

}  // namespace switchyard
