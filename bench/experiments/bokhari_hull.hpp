#pragma once
/// \file bokhari_hull.hpp
/// Maximum times of the implementations of the complete exchange, over cube dimensions and block sizes, and which of
/// them is best where.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 6, figs. 10 and 11.

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "bench/experiments/exchange_timing.hpp"

namespace switchyard::experiments {

inline constexpr std::uint32_t kLargestCube = 7;        ///< dimensions 1 to 7
inline constexpr std::uint64_t kLargestBlock = 4096;    ///< 2^0 to 2^12 bytes
inline constexpr std::uint64_t kLargestUnforced = 128;  ///< standard_F, standard_U and pairwise_U: up to 2^7 bytes

/// Names of the catalogue, in the order of the paper's table.
inline constexpr std::array<std::string_view, 6> kImplementations{"linear",     "stable",     "pairwise_f",
                                                                  "standard_f", "pairwise_u", "standard_u"};

/// 1, 2, 4, ... up to the largest block that the paper has for it.
std::vector<std::uint64_t> block_sizes(std::string_view implementation);

/// What was measured.
class Hull {
 public:
  void add(std::string_view implementation, std::uint32_t dimension, std::uint64_t bytes, const Timing& timing);
  /// Needs: it was added.
  const Timing& at(std::string_view implementation, std::uint32_t dimension, std::uint64_t bytes) const;
  bool has(std::string_view implementation, std::uint32_t dimension, std::uint64_t bytes) const;
  /// The implementation with the least maximum time.
  std::string_view best(std::uint32_t dimension, std::uint64_t bytes) const;
  std::string_view worst(std::uint32_t dimension, std::uint64_t bytes) const;
  /// Block sizes for which it is best, ascending.
  std::vector<std::uint64_t> best_sizes(std::string_view implementation, std::uint32_t dimension) const;
  /// Maximum of the first over maximum of the second.
  double ratio(std::string_view first, std::string_view second, std::uint32_t dimension, std::uint64_t bytes) const;

 private:
  std::map<std::tuple<std::uint32_t, std::uint64_t, std::string_view>, Timing> timings_;
};

/// A line for each dimension, a sign for each block size: which implementation is best, with a legend.
std::string regions_text(const Hull& hull);

}  // namespace switchyard::experiments
