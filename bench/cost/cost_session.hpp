#pragma once
/// \file cost_session.hpp
/// Measures the host costs of algorithms on communication matrices of several sizes, one size after another. All
/// measurements of a size take turns in rounds.

#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/cost/algorithm_cost.hpp"
#include "bench/cost/cost_sample.hpp"
#include "bench/cost/rounds.hpp"
#include "bench/cost/sampling.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/pattern.hpp"

namespace switchyard::cost {

/// A plan of measurements: which algorithms are measured, on which matrices, which aspects of their cost, and how.
struct CostMeasurementPlan {
  /// The options that choose the emulated machine; its number of nodes is replaced by each number in `node_counts`.
  MachineOptions machine;
  std::vector<Algorithm> algorithms;
  std::vector<std::uint32_t> node_counts;
  /// The communication patterns: one pattern of any kind, or several dense patterns with different densities.
  std::vector<Pattern> patterns;
  std::optional<std::uint64_t> message_bytes;
  /// The aspects of cost to be measured. The yardsticks (reference work) with which they are compared are added.
  std::set<CostAspect> cost_aspects;
  CostOptions options;
  MeasurementRoundOptions rounds;
  /// Whether the functions that take most of the processor time are found out by sampling.
  bool makes_profiles = false;
};

/// A communication matrix of a plan of measurements: a number of nodes, and a pattern that is possible with that
/// number.
struct MatrixToMeasure {
  std::uint32_t nodes;
  Pattern pattern;
};

/// Returns the communication matrices on which the plan's costs are measured, in ascending order of their numbers of
/// nodes. Throws UsageError if no pattern is possible with a number of nodes, if an algorithm cannot carry out a
/// matrix, or if the host's memory is too small for the measurements.
std::vector<MatrixToMeasure> matrices_of(const CostMeasurementPlan& plan);

/// Measures the costs that a CostMeasurementPlan asks for. The object owns all data that it uses, as a measurement may
/// go on for a moment after a request to stop.
class CostSession {
 public:
  /// A function that is called from time to time to show progress, with the fraction of the measurements that is done
  /// and the number of samples so far.
  using ShowProgressCallback = std::function<void(double fraction, std::uint64_t samples)>;

  CostSession(CostMeasurementPlan plan, ShowProgressCallback show);
  /// Measures all costs of the plan. Throws as AlgorithmCost::run_once_and_check() does.
  void measure_all_costs(const std::stop_token& stop);
  /// Returns the samples that have been measured so far. Any thread may call this.
  std::vector<CostSample> samples() const;
  /// Returns the profiles made so far, each of which lists the functions in which a measured piece of work spends the
  /// processor time. Any thread may call this.
  std::vector<CostProfile> profiles() const;
  const CostMeasurementPlan& cost_plan() const noexcept { return plan_; }

 private:
  void measure_matrix(const MatrixToMeasure& matrix, const std::stop_token& stop);
  void add_sample(CostSample sample, std::size_t cases);
  void add_sampling_profile(const WorkToMeasure& measured);

  const CostMeasurementPlan plan_;
  const std::vector<MatrixToMeasure> matrices_;
  const ShowProgressCallback show_progress_;
  std::size_t measured_matrix_count_ = 0;
  std::size_t sample_count_of_matrix_ = 0;
  mutable std::mutex mutex_;  // The mutex guards samples_ and profiles_.
  std::vector<CostSample> samples_;
  std::vector<CostProfile> profiles_;
};

}  // namespace switchyard::cost
