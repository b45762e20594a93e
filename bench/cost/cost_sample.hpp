#pragma once
/// \file cost_sample.hpp
/// A sample of measured costs: the host time of one piece of work in one round of measurements,
/// and counters of what the work did.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace switchyard::cost {

/// The aspects of cost that are measured. All but the last four are yardsticks: simple work whose time is compared with
/// the times of the other aspects.
enum class CostAspect : std::uint8_t {
  binary_heap,   ///< one pop and push of a binary heap
  payload_copy,  ///< copy of one payload
  bare_queues,   ///< passing the messages through bare queues
  bare_engine,   ///< passing the messages through an engine that only books links
  schedule,      ///< making the schedule
  exchange,      ///< carrying the matrix out with the clock off
  emulation,     ///< carrying the matrix out under the virtual clock
  memory,        ///< the memory of a schedule and of its emulation; the time in the sample is that of the emulation
};
inline constexpr std::string_view kCostAspectNames[] = {"heap",     "copy",     "bare_queues", "bare_engine",
                                                        "schedule", "exchange", "virtual",     "memory"};
constexpr std::string_view name_of(CostAspect aspect) noexcept {
  return kCostAspectNames[static_cast<std::size_t>(aspect)];
}
constexpr bool is_yardstick(CostAspect aspect) noexcept { return aspect < CostAspect::schedule; }

/// Returns the name of the counter by which the time of an aspect is divided: "operations" for the
/// yardsticks heap and copy, else "messages".
std::string divisor_counter_of(CostAspect aspect);

/// The size of a communication matrix: its nodes, messages of a node, and bytes of a message.
struct CostSize {
  std::uint32_t nodes = 0;
  std::uint32_t degree = 0;  ///< mean number of messages that a node sends, rounded
  std::uint64_t bytes = 0;   ///< size of the largest message
  friend auto operator<=>(const CostSize&, const CostSize&) = default;
};

/// The name of a measured cost, with the text form "schedule/rs_n/n:64/d:16/bytes:1024".
struct CostName {
  CostSize size = {};
  CostAspect cost_aspect = CostAspect::schedule;
  std::string algorithm = {};  ///< name of the measured algorithm; empty for a yardstick
  friend auto operator<=>(const CostName&, const CostName&) = default;

  std::string text() const;
  /// Reads the name of a measured cost from the text that text() returns, with or without the suffix that Google
  /// Benchmark appends. Returns nothing for other text.
  static std::optional<CostName> parsed(std::string_view text);
};

/// Counters of what one iteration has done, by their names, such as "messages".
using Counters = std::map<std::string, double>;

/// Which of the two times of a sample, the processor's or the passed time, is its cost.
enum class CostTimeKind : std::uint8_t {
  processor,  ///< processor time, which other programs on the host hardly disturb; used for work on one thread
  wall_time,  ///< time that has passed by the clock; used for work on many threads
};

/// One measured time of one cost of an algorithm, such as that of making a schedule. Each cost is
/// measured once in each round.
struct CostSample {
  CostName name;
  CostTimeKind time_kind = CostTimeKind::processor;
  std::uint64_t round = 0;
  std::uint64_t iterations = 1;
  double wall_ns = 0;       ///< passed time of one iteration
  double processor_ns = 0;  ///< processor time of one iteration
  Counters counters = {};

  double nanoseconds() const noexcept { return time_kind == CostTimeKind::processor ? processor_ns : wall_ns; }
  /// Returns the counter of this name, or 0 if the sample does not have it.
  double counter(const std::string& counter_name) const {
    const auto found = counters.find(counter_name);
    return found == counters.end() ? 0 : found->second;
  }
};

}  // namespace switchyard::cost
