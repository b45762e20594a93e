#pragma once
/// \file cost_session.hpp
/// Measures algorithms over sizes: one size after another, all that belongs to a size interleaved.

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
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/pattern.hpp"

namespace switchyard::cost {

/// What to measure.
struct CostPlan {
  MachineOptions machine;  ///< with any number of nodes
  std::vector<Algorithm> algorithms;
  std::vector<std::uint32_t> nodes;
  std::vector<Pattern> patterns;  ///< one, or several of kind dense
  std::optional<std::uint64_t> bytes;
  std::set<Aspect> aspects;  ///< without yardsticks
  CostOptions options;
  RoundOptions rounds;
};

/// Matrices of the plan: each number of nodes with each pattern that it allows.
struct CostMatrix {
  std::uint32_t nodes;
  Pattern pattern;
};

/// Returns the matrices, in ascending order of nodes. Throws UsageError if a number of nodes allows no pattern, if an
/// algorithm cannot carry one out, or if the host's memory does not hold what measuring takes.
std::vector<CostMatrix> matrices_of(const CostPlan& plan);

/// Measures a plan. It owns all that it uses, as a run may go on after a request to stop.
class CostSession {
 public:
  /// `show` is called now and then with the share that is done.
  CostSession(CostPlan plan, std::function<void(double)> show);
  /// Measures. Throws as AlgorithmCost::try_out() does.
  void carry_out(const std::stop_token& stop);
  /// What has been measured so far. Any thread.
  std::vector<CostSample> samples() const;
  const CostPlan& plan() const noexcept { return plan_; }

 private:
  void measure(const CostMatrix& matrix, const std::stop_token& stop);
  void take(CostSample sample, std::size_t cases);

  const CostPlan plan_;
  const std::vector<CostMatrix> matrices_;
  const std::function<void(double)> show_;
  std::size_t matrices_done_ = 0;
  std::size_t samples_of_matrix_ = 0;
  mutable std::mutex mutex_;  // guards samples_
  std::vector<CostSample> samples_;
};

}  // namespace switchyard::cost
