#include "bench/recommend/recommendation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "algorithms/catalogue.hpp"
#include "runtime/random.hpp"

namespace switchyard::recommend {
namespace {

constexpr std::size_t kLikelyBestAlgorithmLimit = 10;
/// An algorithm is also tried on variants of the matrix if it costs at most this many times as much as the best one.
constexpr double kCostRatioOfLikelyBest = 5;
constexpr std::uint64_t kMostMessagesOfVariants = 10'000;
constexpr double kTriedMessageSizeFactors[] = {1.0 / 16, 1.0 / 4, 4, 16};

template <class Change>
CommunicationMatrix with_each_message_changed(const CommunicationMatrix& matrix, Change change) {
  std::vector<Triplet> messages;
  for (std::uint32_t node = 0; node < matrix.node_count(); ++node) {
    for (const auto& entry : matrix.row(NodeId{node}))
      change(messages, Triplet{NodeId{node}, entry.destination, entry.bytes});
  }
  return CommunicationMatrix::from_triplets(matrix.node_count(), messages);
}

/// Returns the algorithms of a comparison that are so close to the best one that they may be the best for a similar
/// matrix.
Catalogue likely_best_algorithms(const AlgorithmComparison& comparison) {
  Catalogue catalogue;
  for (const CandidateAlgorithmCosts& candidate : comparison.candidates) {
    if (catalogue.algorithms().size() < kLikelyBestAlgorithmLimit &&
        candidate.mean_cost_over_samples() <=
            kCostRatioOfLikelyBest * comparison.best_candidate().mean_cost_over_samples()) {
      catalogue.add(*candidate.algorithm);
    }
  }
  return catalogue;
}

}  // namespace

CommunicationMatrix with_scaled_sizes(const CommunicationMatrix& matrix, double factor) {
  return with_each_message_changed(matrix, [factor](std::vector<Triplet>& messages, Triplet message) {
    message.bytes = static_cast<std::uint64_t>(std::max(1.0, std::round(static_cast<double>(message.bytes) * factor)));
    messages.push_back(message);
  });
}

CommunicationMatrix with_random_half_of_messages(const CommunicationMatrix& matrix, std::uint64_t seed) {
  Rng rng(seed);
  return with_each_message_changed(matrix, [&rng](std::vector<Triplet>& messages, const Triplet& message) {
    if (rng.random_number_below(2) == 0) messages.push_back(message);
  });
}

CommunicationMatrix with_twice_the_messages(const CommunicationMatrix& matrix) {
  const std::uint32_t nodes = matrix.node_count();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> bytes;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (const auto& entry : matrix.row(NodeId{node})) {
      const std::uint32_t further = (index(entry.destination) + nodes / 2) % nodes;
      bytes[{node, index(entry.destination)}] = entry.bytes;
      if (further != node) bytes.try_emplace({node, further}, entry.bytes);
    }
  }
  std::vector<Triplet> messages;
  for (const auto& [place, size] : bytes) messages.push_back({NodeId{place.first}, NodeId{place.second}, size});
  return CommunicationMatrix::from_triplets(nodes, messages);
}

Recommendation recommend(const Machine& machine, const Catalogue& catalogue, const CommunicationMatrix& matrix,
                         const ComparisonOptions& options) {
  Recommendation result{compare_algorithms(machine, catalogue, matrix, options), {}, {}};
  result.best_algorithms_by_schedule_use_count = best_algorithms_by_reuse(result.comparison);
  if (matrix.message_count() == 0 || matrix.message_count() > kMostMessagesOfVariants) return result;
  const Catalogue tried = likely_best_algorithms(result.comparison);
  ComparisonOptions quick = options;
  quick.sample_count_limit = 2;
  quick.max_messages_of_all_runs = options.max_messages_of_all_runs / 10;
  const auto try_one = [&](const char* kind, double factor, const CommunicationMatrix& other) {
    if (other.message_count() == 0) return;
    result.variants.push_back(
        {kind, factor, compare_algorithms(machine, tried, other, quick).best_candidate().algorithm->name});
  };
  for (const double factor : kTriedMessageSizeFactors) try_one("size", factor, with_scaled_sizes(matrix, factor));
  try_one("density", 0.5, with_random_half_of_messages(matrix, options.seed));
  try_one("density", 2, with_twice_the_messages(matrix));
  return result;
}

}  // namespace switchyard::recommend
