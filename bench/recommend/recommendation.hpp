#pragma once
/// \file recommendation.hpp
/// Recommends an algorithm for a user's communication matrix. The recommendation contains the costs of the algorithms,
/// and says for which other numbers of uses of the schedule, message sizes or densities another algorithm is the best.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/recommend/comparison.hpp"

namespace switchyard::recommend {

/// The best algorithm for a matrix that differs from the user's matrix in the size or the number of its messages. Which
/// algorithm is the best is estimated from two samples.
struct MatrixVariant {
  /// The property in which the matrix differs from the user's: "size" or "density".
  std::string changed_matrix_property;
  double matrix_change_factor = 1;
  std::string best_algorithm;
};

struct Recommendation {
  AlgorithmComparison comparison;
  std::vector<ReuseRange> best_algorithms_by_schedule_use_count;
  /// The results for changed matrices; empty if the matrix has no messages, or too many to try variants.
  std::vector<MatrixVariant> variants;
};

/// Compares all algorithms on the user's matrix, and then the best few on matrices with longer, shorter, more and fewer
/// messages. Throws as compare_algorithms() does.
Recommendation recommend(const Machine& machine, const Catalogue& catalogue, const CommunicationMatrix& matrix,
                         const ComparisonOptions& options);

/// Returns a matrix with the same messages, whose sizes are multiplied by `factor`; each message has at least one byte.
CommunicationMatrix with_scaled_sizes(const CommunicationMatrix& matrix, double factor);
/// Returns a matrix with about half of the messages of `matrix`, chosen at random.
CommunicationMatrix with_random_half_of_messages(const CommunicationMatrix& matrix, std::uint64_t seed);
/// Returns a matrix with about twice as many messages: for each message from i to j, node i also sends a message to
/// node j + n/2 (modulo n).
CommunicationMatrix with_twice_the_messages(const CommunicationMatrix& matrix);

}  // namespace switchyard::recommend
