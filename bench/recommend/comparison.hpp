#pragma once
/// \file comparison.hpp
/// Compares all algorithms that can carry out a given communication matrix. Takes samples of their
/// costs until the best algorithm can be told from the others.
///
/// Source: O. Maron, A. W. Moore, "The racing algorithm", Artificial Intelligence Review 11 (1997): candidates that are
/// certainly not the best get no further samples. Here the certainty is that of a paired t test.

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "algorithms/matrix/communication_matrix.hpp"
#include "runtime/machine.hpp"

namespace switchyard::recommend {

struct ComparisonOptions {
  /// The number of exchanges for which the user will use one schedule.
  std::uint64_t uses_of_schedule = 1;
  std::uint64_t seed = 1;
  /// The number of samples after which the comparison stops even if it is not certain which algorithm is best.
  std::uint64_t sample_count_limit = 256;
  /// The number of messages in all runs together after which the comparison stops even if it is not certain which
  /// algorithm is best. This many messages take about ten seconds of host time.
  std::uint64_t max_messages_of_all_runs = 2'000'000;
  /// An algorithm does not count as better than another one if it is faster by at most this fraction.
  double tolerance = 0.01;
  /// The probability that the best algorithm is really the best, at which the comparison stops.
  double confidence = 0.99;
};

/// The costs of one algorithm: means over its samples, in microseconds for one use of its schedule.
struct CandidateAlgorithmCosts {
  const Algorithm* algorithm = nullptr;
  /// For each sample, the cost of one use of the schedule in microseconds: that of the communication, and the use's
  /// share of the cost of making the schedule.
  std::vector<double> total_costs = {};
  double mean_communication_cost = 0;
  /// The mean cost of making the schedule, in microseconds, not divided by the number of its uses.
  double mean_schedule_cost = 0;
  /// The probability that this algorithm costs less than the best one by more than the tolerance.
  double probability_better_than_best = 0;

  double mean_cost_over_samples() const;
  /// Returns the cost of one use of a schedule that is used `uses` times: that of the communication, and the use's
  /// share of the cost of making the schedule.
  double cost_per_use(double uses) const { return mean_communication_cost + mean_schedule_cost / uses; }
};

struct LeftOutAlgorithm {
  std::string algorithm;
  std::string reason;
};

struct AlgorithmComparison {
  std::vector<CandidateAlgorithmCosts> candidates = {};  ///< the compared algorithms, the best first
  std::vector<LeftOutAlgorithm> left_out_algorithms = {};
  std::uint64_t sample_count = 0;  ///< number of samples taken of the best algorithm
  /// The largest number of exchanges that were made in one run; the cost of a larger number of exchanges is only
  /// estimated.
  std::uint64_t largest_schedule_use_count_of_run = 1;

  const CandidateAlgorithmCosts& best_candidate() const { return candidates.front(); }
  /// Returns the probability that no other algorithm costs less than the best one by more than the tolerance.
  double probability_of_best() const;
};

/// Compares all algorithms of the catalogue that can carry out the matrix on the machine. The result depends on nothing
/// but the arguments. Uses all cores.
/// Needs: the matrix has as many nodes as the machine.
/// Throws: UsageError if no algorithm can carry out the matrix.
AlgorithmComparison compare_algorithms(const Machine& machine, const Catalogue& catalogue,
                                       const CommunicationMatrix& matrix, const ComparisonOptions& options);

/// A range of numbers of uses of one schedule, and the algorithm that has the least cost per use with such a number.
/// The range begins with `least_use_count` and ends before the next range of a list begins.
struct ReuseRange {
  std::uint64_t least_use_count = 1;
  const Algorithm* algorithm = nullptr;
};
/// Returns which algorithm has the least cost for which number of uses of its schedule, by the mean costs of a
/// comparison.
std::vector<ReuseRange> best_algorithms_by_reuse(const AlgorithmComparison& comparison);

}  // namespace switchyard::recommend
