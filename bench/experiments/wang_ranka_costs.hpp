#pragma once
/// \file wang_ranka_costs.hpp
/// Communication costs, phases and schedule costs of AC, LP, RS_N and RS_NL on random matrices, 64 nodes.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860", sec. 6.
/// Departs from it: the paper carries each schedule out several times and averages; here each sample is run once, as
/// the delays differ from sample to sample anyway. Its matrices have "approximately" d messages a node, ours exactly.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/experiments/experiment_context.hpp"

namespace switchyard::experiments {

inline constexpr std::uint32_t kUnstructuredNodes = 64;
inline constexpr std::uint64_t kUnstructuredSamples = 50;
inline constexpr std::array<std::string_view, 4> kUnstructuredAlgorithms{"ac", "lp", "rs_n", "rs_nl"};
/// Those of Figures 6 to 9, and the highest on the axis of Figure 5.
inline constexpr std::array<std::uint32_t, 5> kUnstructuredDensities{4, 8, 16, 32, 48};
/// 16 B to 128 KiB, in powers of two.
inline constexpr std::uint64_t kLeastMessage = 16;
inline constexpr std::uint64_t kLargestMessage = 128 * 1024;
std::vector<std::uint64_t> unstructured_sizes();

/// One number for each sample, in its order.
using SampleValues = std::vector<double>;
/// By algorithm.
using ByAlgorithm = std::map<std::string_view, SampleValues>;

/// Communication costs of one density and message size in milliseconds. Schedules do not depend on the size.
///
/// Bytes are verified in all samples of messages up to 1 KiB, and in the first sample of longer ones.
const ByAlgorithm& unstructured_costs(ExperimentContext& context, std::uint32_t density, std::uint64_t bytes);
double unstructured_cost_work(const ExperimentContext& context, std::uint32_t density, std::uint64_t bytes);

/// Phases of RS_N and RS_NL.
const ByAlgorithm& unstructured_phases(ExperimentContext& context, std::uint32_t density);
double unstructured_phases_work(const ExperimentContext& context, std::uint32_t density);

/// Costs of schedules that are made at run time, with the concatenation of the send vectors, in milliseconds: RS_N and
/// RS_NL. They do not depend on the size of the messages.
const ByAlgorithm& unstructured_schedule_costs(ExperimentContext& context, std::uint32_t density);
double unstructured_schedule_work(const ExperimentContext& context, std::uint32_t density);

/// Means by density, message size and algorithm: what the claims are judged on.
class MeanTable {
 public:
  void add(std::uint32_t density, std::uint64_t bytes, std::string_view algorithm, double mean);
  /// Needs: it was added.
  double at(std::uint32_t density, std::uint64_t bytes, std::string_view algorithm) const;
  /// The algorithm with the least mean.
  std::string_view best(std::uint32_t density, std::uint64_t bytes) const;
  std::string_view worst(std::uint32_t density, std::uint64_t bytes) const;
  /// Mean over that of the best; 1 for the best.
  double ratio(std::uint32_t density, std::uint64_t bytes, std::string_view algorithm) const;

 private:
  using ByName = std::map<std::string_view, double>;
  const ByName& cell(std::uint32_t density, std::uint64_t bytes) const { return cells_.at({density, bytes}); }
  std::map<std::pair<std::uint32_t, std::uint64_t>, ByName> cells_;
};

}  // namespace switchyard::experiments
