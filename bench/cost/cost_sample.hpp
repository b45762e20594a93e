#pragma once
/// \file cost_sample.hpp
/// What was measured: the host time of one piece of work in one round, with what it did.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace switchyard::cost {

/// What is measured. All but the last four are yardsticks.
enum class Aspect : std::uint8_t {
  heap,       ///< pop and push of a heap
  copy,       ///< copy of one payload
  queues,     ///< the messages through bare queues
  engine,     ///< the messages through an engine that only books links
  schedule,   ///< making the schedule
  exchange,   ///< carrying the matrix out with the clock off
  emulation,  ///< carrying it out under the virtual clock
  memory,     ///< the memory of schedule and emulation; its time is that of one emulation
};
inline constexpr std::string_view kAspectNames[] = {"heap",     "copy",     "bare_queues", "bare_engine",
                                                    "schedule", "exchange", "virtual",     "memory"};
constexpr std::string_view name_of(Aspect aspect) noexcept { return kAspectNames[static_cast<std::size_t>(aspect)]; }
constexpr bool is_yardstick(Aspect aspect) noexcept { return aspect < Aspect::schedule; }

/// Returns what a time is divided by, as counters name it: "operations" of a yardstick, or "messages".
std::string unit_of(Aspect aspect);

/// The size of a matrix.
struct CostSize {
  std::uint32_t nodes = 0;
  std::uint32_t degree = 0;  ///< messages that a node sends, rounded mean
  std::uint64_t bytes = 0;   ///< of the largest message
  friend auto operator<=>(const CostSize&, const CostSize&) = default;
};

/// Names what is measured, such as "schedule/rs_n/n:64/d:16/bytes:1024".
struct CostName {
  CostSize size = {};
  Aspect aspect = Aspect::schedule;
  std::string algorithm = {};  ///< empty for a yardstick
  friend auto operator<=>(const CostName&, const CostName&) = default;

  std::string text() const;
  /// Reads what text() has written, with or without what Google Benchmark has added at its end; nothing if it is
  /// another name.
  static std::optional<CostName> parsed(std::string_view text);
};

/// Numbers of what was done in one iteration, by name, such as "messages".
using Counters = std::map<std::string, double>;

/// Which of the two times of a sample counts.
enum class CostTime : std::uint8_t {
  processor,  ///< of the processors, which other programs of the host hardly disturb: for work on one thread
  passed,     ///< that has passed: for work on many threads
};

/// One measurement.
struct CostSample {
  CostName name;
  CostTime time = CostTime::processor;
  std::uint64_t round = 0;
  std::uint64_t iterations = 1;
  double passed_ns = 0;     ///< of one iteration
  double processor_ns = 0;  ///< of one iteration
  Counters counters = {};

  double ns() const noexcept { return time == CostTime::processor ? processor_ns : passed_ns; }
  /// Returns the counter, or 0 if there is none of that name.
  double counter(const std::string& counter_name) const {
    const auto found = counters.find(counter_name);
    return found == counters.end() ? 0 : found->second;
  }
};

}  // namespace switchyard::cost
