#pragma once
/// \file experiment.hpp
/// Machine x matrices x sizes x algorithms x samples, as plain data, and what carries it out.

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

/// How the clock wall is to go.
struct WallPlan {
  std::optional<double> dilation = std::nullopt;  ///< else measured, for each size, before the first run
  bool against_virtual = false;                   ///< runs each sample under the virtual clock, too
};

struct Experiment {
  Machine machine;
  std::vector<Algorithm> algorithms;
  Traffic traffic;
  std::uint64_t samples = 10;
  std::uint64_t seed = 1;
  ExchangeOptions options = {};  ///< but for the seed
  std::uint64_t jobs = 1;        ///< samples that are run at once
  std::uint64_t repeats = 1;     ///< runs of each; from 2 on they are compared
  WallPlan wall = {};            ///< of the clock wall

  std::size_t cell_count() const { return traffic.patterns.size() * traffic.bytes.size(); }
  std::size_t run_count() const { return cell_count() * algorithms.size() * samples; }
};

struct ExperimentResult {
  /// What is done, by its number: pattern, size, algorithm, sample, whatever the order in which they were run.
  std::map<std::size_t, ResultRow> rows;
  std::optional<Failure> failure;
  std::map<std::size_t, PaceCalibration> paces;  ///< of the clock wall, by size
};

/// An experiment under way.
class ExperimentRun {
 public:
  explicit ExperimentRun(Experiment experiment) : experiment_(std::move(experiment)) {}

  /// Runs until all is done, a run fails, or a stop is asked for; then the current runs are still finished. At most
  /// once. Nothing is thrown: see Failure.
  void carry_out(const std::stop_token& stop);

  const Experiment& experiment() const noexcept { return experiment_; }
  /// What is done so far. Any thread. After a failure: what comes before it in order, however many jobs there were.
  ExperimentResult result() const;

 private:
  /// One run by its place in each list.
  struct Place {
    std::size_t pattern, bytes, algorithm;
    std::uint64_t sample;
  };
  std::uint64_t unit_count() const { return experiment_.traffic.patterns.size() * experiment_.samples; }
  void run_unit(std::uint64_t unit, const std::stop_token& stop);
  void run_one(const Place& place, Workload& workload);
  PaceOptions pace_for(std::size_t bytes, const CommunicationMatrix& matrix);
  PlannedRun planned(const Place& place) const;
  std::size_t row_number(const Place& place) const;
  std::uint64_t order(const Place& place) const;

  Experiment experiment_;
  Runner runner_{OnFailure::finish_earlier};
  mutable std::mutex mutex_;  // guards all below
  std::map<std::size_t, ResultRow> rows_;
  std::map<std::uint64_t, std::size_t> numbers_;  ///< of the rows, by the order in which one job makes them
  std::map<std::size_t, PaceCalibration> paces_;
};

}  // namespace switchyard
