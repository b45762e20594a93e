#pragma once
/// \file recommendation.hpp
/// Recommends an algorithm for a user's communication matrix. The recommendation has the measured
/// costs, and the changes of reuse, message size or density with which another algorithm would be
/// the best.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/recommend/comparison.hpp"

namespace switchyard::recommend {

/// The best algorithm for a matrix that differs from the user's matrix. The best is estimated from two samples.
struct MatrixVariant {
  std::string changed_matrix_property;  ///< what differs in the matrix: "size" or "density"
  double matrix_change_factor = 1;
  std::string best_algorithm;
};

struct Recommendation {
  AlgorithmComparison comparison;
  std::vector<ReuseRange> best_by_reuse;
  std::vector<MatrixVariant> variants;  ///< empty if the matrix has no messages, or too many to try variants
};

/// Compares all algorithms on the user's matrix, and then the best few on matrices with longer,
/// shorter, more and fewer messages. Throws as compare() does.
Recommendation recommend(const Machine& machine, const Catalogue& catalogue, const CommunicationMatrix& matrix,
                         const ComparisonOptions& options);

/// Returns a matrix with the same messages, each `matrix_change_factor` times as long but at least one byte.
CommunicationMatrix with_scaled_sizes(const CommunicationMatrix& matrix, double factor);
/// Returns a matrix with about half of the messages, chosen at random.
CommunicationMatrix with_random_half_of_messages(const CommunicationMatrix& matrix, std::uint64_t seed);
/// Returns a matrix with about twice as many messages: for each message from i to j, node i also sends a message to
/// node j + n/2 (modulo n).
CommunicationMatrix with_twice_the_messages(const CommunicationMatrix& matrix);

}  // namespace switchyard::recommend
