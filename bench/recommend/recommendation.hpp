#pragma once
/// \file recommendation.hpp
/// An answer to which algorithm a user should take, with what it rests on and what would change it.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/recommend/comparison.hpp"

namespace switchyard::recommend {

/// The best algorithm for a matrix that differs from the user's. It is estimated from two samples.
struct Variant {
  std::string kind;  ///< "size" or "density"
  double factor = 1;
  std::string best;
};

struct Recommendation {
  Comparison comparison;
  std::vector<ReuseRange> by_reuse;
  std::vector<Variant> variants;  ///< empty for a matrix with too many messages to try others like it
};

/// Compares the algorithms, and then the likely ones on matrices with longer, shorter, more and fewer messages. Throws
/// as compare() does.
Recommendation recommend(const Machine& machine, const Catalogue& catalogue, const CommunicationMatrix& matrix,
                         const ComparisonOptions& options);

/// The same messages, but `factor` times as long; none shorter than a byte.
CommunicationMatrix with_sizes_times(const CommunicationMatrix& matrix, double factor);
/// Half of the messages, chosen at random.
CommunicationMatrix half_of(const CommunicationMatrix& matrix, std::uint64_t seed);
/// About twice as many messages: each node also sends to the nodes that are half of all nodes further.
CommunicationMatrix twice(const CommunicationMatrix& matrix);

}  // namespace switchyard::recommend
