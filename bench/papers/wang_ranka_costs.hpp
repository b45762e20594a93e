#pragma once
/// \file wang_ranka_costs.hpp
/// Communication costs, numbers of phases and schedule costs of the algorithms AC, LP, RS_N and RS_NL on random
/// matrices for 64 nodes.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860", sec. 6. Departs from
/// the paper in two points. The paper carries out each schedule several times and takes the mean; here each sample is
/// run once, because the random delays differ from sample to sample anyway. The matrices of the paper have
/// "approximately" d messages for each node; here they have exactly d.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/experiment/experiment_context.hpp"

namespace switchyard::papers {

inline constexpr std::uint32_t kWangRankaNodeCount = 64;
inline constexpr std::uint64_t kWangRankaSampleCount = 50;
inline constexpr std::array<std::string_view, 4> kWangRankaAlgorithms{"ac", "lp", "rs_n", "rs_nl"};
/// The densities (messages that each node sends) of the paper's figures 6 to 9, and the highest density on the axis of
/// its figure 5.
inline constexpr std::array<std::uint32_t, 5> kWangRankaDensities{4, 8, 16, 32, 48};
/// The least and the largest measured message size in bytes. The measured sizes are all powers of two from the least to
/// the largest.
inline constexpr std::uint64_t kLeastMessageBytes = 16;
inline constexpr std::uint64_t kLargestMessageBytes = 128 * 1024;
std::vector<std::uint64_t> unstructured_message_sizes();

/// The values of one measured quantity, one for each random sample, in the order of the samples.
using SampleValues = std::vector<double>;
/// For the name of each algorithm, the values of one measured quantity, one for each random sample.
using SamplesByAlgorithm = std::map<std::string_view, SampleValues>;

/// Returns the communication costs of all algorithms on all random samples with one density and message size, in
/// milliseconds. The schedule of a sample is the same for all message sizes.
///
/// The bytes that arrive are verified: for messages up to 1 KiB in all samples, and for longer messages in the first
/// sample.
const SamplesByAlgorithm& unstructured_costs(ExperimentContext& context, std::uint32_t density, std::uint64_t bytes);
double estimated_host_work_to_measure_costs(const ExperimentContext& context, std::uint32_t density,
                                            std::uint64_t bytes);

/// Returns the numbers of phases of the schedules that the algorithms RS_N and RS_NL make for all random samples of one
/// density.
const SamplesByAlgorithm& unstructured_phase_counts(ExperimentContext& context, std::uint32_t density);
double estimated_host_work_to_count_phases(const ExperimentContext& context, std::uint32_t density);

/// Returns the costs, in milliseconds, of making the schedules of RS_N and RS_NL on the nodes at run time, for all
/// random samples of one density. The costs include the collective that gives every node the send vectors of all nodes
/// (concatenation). They do not depend on the size of the messages.
const SamplesByAlgorithm& unstructured_schedule_costs(ExperimentContext& context, std::uint32_t density);
double estimated_work_of_schedules(const ExperimentContext& context, std::uint32_t density);

/// Mean costs for each density, message size and algorithm, from which the paper's claims are judged.
class MeanTable {
 public:
  /// Stores in this table the costs of one algorithm at one density and message size: one cost for each random sample.
  /// Needs: there is at least one sample, and the samples of all algorithms are in the same order.
  void add_samples(std::uint32_t density, std::uint64_t bytes, std::string_view algorithm, SampleValues samples);
  /// Returns the mean cost of an algorithm at this density and message size. Needs: add_samples() has been called for
  /// this algorithm, density and size.
  double mean_cost_at(std::uint32_t density, std::uint64_t bytes, std::string_view algorithm) const;
  /// Returns the algorithm with the least mean cost at this density and message size.
  std::string_view best_algorithm(std::uint32_t density, std::uint64_t bytes) const;
  std::string_view worst_algorithm(std::uint32_t density, std::uint64_t bytes) const;
  /// Returns the mean cost of the algorithm divided by the least mean cost of all algorithms, which is 1 for the best
  /// algorithm.
  double ratio_to_least_mean(std::uint32_t density, std::uint64_t bytes, std::string_view algorithm) const;
  /// Returns the standard error of the difference between the mean cost of the algorithm and the least mean cost; 0 if
  /// there is only one sample. It is computed from the differences for each matrix, as both means are over the same
  /// matrices.
  double standard_error_of_difference(std::uint32_t density, std::uint64_t bytes, std::string_view algorithm) const;

 private:
  struct SamplesAndMean {
    double mean = 0;
    SampleValues sample_values;
  };
  using SamplesAndMeanByAlgorithm = std::map<std::string_view, SamplesAndMean>;
  const SamplesAndMeanByAlgorithm& cells_at(std::uint32_t density, std::uint64_t bytes) const {
    return cells_.at({density, bytes});
  }
  std::map<std::pair<std::uint32_t, std::uint64_t>, SamplesAndMeanByAlgorithm> cells_;
};

}  // namespace switchyard::papers
