#pragma once
/// \file experiment.hpp
/// Machine x matrices x sizes x algorithms x samples, as plain data, and what carries it out.

#include <cstdint>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/cli/pattern_options.hpp"
#include "bench/cli/result_rows.hpp"
#include "runtime/clock/wall/calibrate_pace.hpp"

namespace switchyard::cli {

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

/// The run that ended an experiment.
struct Failure {
  std::string where;  ///< "ac, dense 4, 1024 bytes, sample 0 of seed 1"
  std::exception_ptr error;
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
  void run_unit_parts(std::size_t pattern, std::uint64_t sample, const std::stop_token& stop);
  void run_one(const Place& place, Workload& workload);
  PaceOptions pace_for(std::size_t bytes, const CommunicationMatrix& matrix);
  ResultRow row_of(const Place& place, const ExchangeResult& result, const CommunicationMatrix& matrix) const;
  std::string text_of(const Place& place) const;
  std::size_t row_number(const Place& place) const;
  std::uint64_t order(const Place& place) const;
  std::uint64_t first_order(std::uint64_t unit) const;
  bool is_over(std::uint64_t order, const std::stop_token& stop) const;
  void fail(std::uint64_t order, std::string where);

  Experiment experiment_;
  mutable std::mutex mutex_;  // guards all below
  std::map<std::size_t, ResultRow> rows_;
  std::map<std::uint64_t, std::size_t> numbers_;  ///< of the rows, by the order in which one job makes them
  std::optional<Failure> failure_;
  std::map<std::size_t, PaceCalibration> paces_;
  std::uint64_t failed_order_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace switchyard::cli
