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
  std::uint64_t uses_of_schedule = 1;  ///< number of exchanges for which the user will use one schedule
  std::uint64_t seed = 1;
  std::uint64_t most_samples = 256;  ///< number of samples at which the comparison stops even if it is not certain
  /// Limit on the messages in all runs together, after which the comparison stops even if it is
  /// not certain. This many messages take about ten seconds of host time.
  std::uint64_t most_messages = 2'000'000;
  double tolerance = 0.01;   ///< an algorithm that is quicker by at most this fraction does not count as better
  double confidence = 0.99;  ///< probability that the best algorithm is right, at which the comparison stops
};

/// What one algorithm costs: means over its samples, in microseconds for one use of its schedule.
struct Candidate {
  const Algorithm* algorithm = nullptr;
  std::vector<double> total_costs =
      {};  ///< total cost of a use in each sample: communication, and the use's schedule share
  double mean_communication_cost = 0;
  double mean_schedule_cost = 0;  ///< cost of making the whole schedule, not divided by the number of its uses
  double probability_better_than_best =
      0;  ///< probability that this algorithm beats the best one by more than the tolerance

  double mean_cost_over_samples() const;
  /// Returns the cost of one use if the schedule is used `uses` times: communication, and the
  /// use's share of making the schedule.
  double cost_per_use(double uses) const { return mean_communication_cost + mean_schedule_cost / uses; }
};

struct LeftOutAlgorithm {
  std::string algorithm;
  std::string reason;
};

struct AlgorithmComparison {
  std::vector<Candidate> candidates = {};  ///< the compared algorithms, the best first
  std::vector<LeftOutAlgorithm> left_out_algorithms = {};
  std::uint64_t sample_count = 0;       ///< number of samples of the best algorithm
  std::uint64_t most_uses_per_run = 1;  ///< largest number of exchanges in a run; costs of more exchanges are estimated

  const Candidate& best_candidate() const { return candidates.front(); }
  /// Returns the probability that no other algorithm is better than the best one by more than the
  /// tolerance.
  double probability_of_best() const;
};

/// Compares the algorithms of the catalogue. The result depends on nothing but the arguments. Runs on all cores.
/// Needs:  the matrix has as many nodes as the machine.
/// Throws: UsageError if no algorithm fits.
AlgorithmComparison compare_algorithms(const Machine& machine, const Catalogue& catalogue,
                                       const CommunicationMatrix& matrix, const ComparisonOptions& options);

/// A range of numbers of uses of one schedule: `least_use_count` uses or more, up to where the next range in a list
/// begins. With such a number of uses, `algorithm` has the least cost of each use.
struct ReuseRange {
  std::uint64_t least_use_count = 1;
  const Algorithm* algorithm = nullptr;
};
/// Returns which algorithm costs least for which number of uses of its schedule, by the mean costs
/// of a comparison.
std::vector<ReuseRange> best_algorithms_by_reuse(const AlgorithmComparison& comparison);

}  // namespace switchyard::recommend
