#pragma once
/// \file cost_sample.hpp
/// A sample of measured costs: the host time of one piece of work (such as making a schedule) in one round of
/// measurements, and counters of what the work did.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace switchyard::cost {

/// The aspects of an algorithm's host cost that are measured. All but the last four are yardsticks: simple reference
/// work whose time is compared with the times of the other aspects.
enum class CostAspect : std::uint8_t {
  binary_heap,                           ///< yardstick (reference work): one pop and push of a binary heap
  payload_copy,                          ///< yardstick: copying the payload of one message
  message_passing_through_plain_queues,  ///< yardstick: passing the messages of a matrix through queues without an
                                         ///< emulator
  message_passing_with_link_booking,     ///< yardstick: an engine that only books the links of the messages and copies
                                         ///< payloads
  schedule,                              ///< making the schedule of a matrix
  exchange,                              ///< carrying out a matrix without emulated time (ClockKind::off)
  emulation,                             ///< carrying out a matrix under the virtual clock
  memory,  ///< the memory of a schedule and of its emulation; the time in the sample is that of the emulation
};
inline constexpr std::string_view kCostAspectNames[] = {"heap",     "copy",     "bare_queues", "bare_engine",
                                                        "schedule", "exchange", "virtual",     "memory"};
constexpr std::string_view name_of(CostAspect aspect) noexcept {
  return kCostAspectNames[static_cast<std::size_t>(aspect)];
}
constexpr bool is_reference_work(CostAspect aspect) noexcept { return aspect < CostAspect::schedule; }

/// Returns the name of the counter by which the measured time of an aspect is divided to get the time of one unit:
/// "operations" for the reference work on a heap and on copies, and "messages" for all other aspects.
std::string unit_counter_name_of_cost_aspect(CostAspect aspect);

/// The size of a communication matrix: the number of nodes, the number of messages of a node, and the number of bytes
/// of a message.
struct MatrixSize {
  std::uint32_t nodes = 0;
  std::uint32_t degree = 0;  ///< number of messages that a node sends, as a mean over the nodes, rounded
  std::uint64_t bytes = 0;   ///< size of the largest message in bytes
  friend auto operator<=>(const MatrixSize&, const MatrixSize&) = default;
};

/// The name of a measured cost. Its text form is, for example, "schedule/rs_n/n:64/d:16/bytes:1024".
struct CostName {
  MatrixSize size = {};
  CostAspect cost_aspect = CostAspect::schedule;
  /// Name of the measured algorithm; empty for a yardstick (reference work without an algorithm).
  std::string algorithm = {};
  friend auto operator<=>(const CostName&, const CostName&) = default;

  std::string text() const;
  /// Reads the name of a measured cost from the text that text() returns, with or without the suffix that Google
  /// Benchmark appends. Returns nothing for other text.
  static std::optional<CostName> parse_cost_name(std::string_view text);
};

/// Counters of what one iteration of a measurement has done, by their names, such as "messages".
using Counters = std::map<std::string, double>;

/// Which of the two host times in a sample is the cost: the processor time or the elapsed time.
enum class CostTimeKind : std::uint8_t {
  processor,  ///< processor time, which other programs on the host hardly disturb; used for work on one thread
  wall_time,  ///< elapsed time; used for work on many threads
};

/// One measurement of one cost of an algorithm, such as the time of making a schedule. Each cost is measured once in
/// each round of measurements.
struct CostSample {
  CostName name;
  CostTimeKind time_kind = CostTimeKind::processor;
  std::uint64_t round = 0;
  std::uint64_t iterations = 1;
  double wall_ns = 0;       ///< elapsed time of one iteration in nanoseconds
  double processor_ns = 0;  ///< processor time of one iteration in nanoseconds
  Counters counters = {};

  double nanoseconds() const noexcept { return time_kind == CostTimeKind::processor ? processor_ns : wall_ns; }
  /// Returns the counter of this name, or 0 if the sample does not have it.
  double counter(const std::string& counter_name) const {
    const auto found = counters.find(counter_name);
    return found == counters.end() ? 0 : found->second;
  }
};

}  // namespace switchyard::cost
