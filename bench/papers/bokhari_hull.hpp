#pragma once
/// \file bokhari_hull.hpp
/// Measured times of the paper's implementations of the complete exchange for each cube dimension and block size, and a
/// map as text that shows which implementation is best for each dimension and size.
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

#include "bench/experiment/exchange_timing.hpp"

namespace switchyard::papers {

/// the largest dimension of the measured hypercubes; the smallest is 1
inline constexpr std::uint32_t kLargestCubeDimension = 7;
/// the largest measured block size in bytes; the block sizes are the powers of two from 1 to this one
inline constexpr std::uint64_t kLargestBlockBytes = 4096;
/// The largest measured block size, in bytes, of the implementations standard_F, standard_U and pairwise_U of the
/// complete exchange, which the paper measured only up to 2^7 bytes.
inline constexpr std::uint64_t kSmallBlockMeasurementLimitBytes = 128;

/// The names, in the catalogue of algorithms, of Bokhari's implementations of the complete exchange, in the order of
/// the paper's table.
inline constexpr std::array<std::string_view, 6> kCompleteExchangeImplementations{
    "linear", "stable", "pairwise_f", "standard_f", "pairwise_u", "standard_u"};

/// Returns the block sizes 1, 2, 4, ... up to the largest with which the paper measured this implementation.
std::vector<std::uint64_t> measured_block_sizes(std::string_view implementation);

/// The measured times of the complete exchange for each implementation, cube dimension and block size.
class ImplementationTimes {
 public:
  void record_exchange_times(std::string_view implementation, std::uint32_t dimension, std::uint64_t bytes,
                             const ExchangeTimes& timing);
  /// Returns the measured times of an implementation for this cube dimension and block size. Needs:
  /// record_exchange_times() has been called for this implementation, dimension and size.
  const ExchangeTimes& exchange_times_at(std::string_view implementation, std::uint32_t dimension,
                                         std::uint64_t bytes) const;
  bool has_times(std::string_view implementation, std::uint32_t dimension, std::uint64_t bytes) const;
  /// Returns the implementation of the complete exchange whose maximum time over the repeated runs is least, for this
  /// cube dimension and block size.
  std::string_view best_implementation(std::uint32_t dimension, std::uint64_t bytes) const;
  std::string_view worst_implementation(std::uint32_t dimension, std::uint64_t bytes) const;
  /// Returns, in ascending order, the block sizes for which this implementation of the complete exchange is the best
  /// one on a cube of this dimension, that is, has the least maximum time.
  std::vector<std::uint64_t> block_sizes_where_best(std::string_view implementation, std::uint32_t dimension) const;
  /// Returns the maximum time of the implementation `first` divided by that of the implementation `second`.
  double time_ratio(std::string_view first, std::string_view second, std::uint32_t dimension,
                    std::uint64_t bytes) const;

 private:
  std::map<std::tuple<std::uint32_t, std::uint64_t, std::string_view>, ExchangeTimes> timings_;
};

/// Returns a map as text that shows which implementation of the complete exchange is best. It has one line for each
/// cube dimension, one character for each block size, and a legend.
std::string best_implementations_map(const ImplementationTimes& hull);

}  // namespace switchyard::papers
