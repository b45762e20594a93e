#pragma once
/// \file event.hpp
/// An event of a run, which fabrics schedule, arbiters choose, and a run records.

#include <cstdint>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

/// Something that is due at an instant of virtual time. Whoever schedules the event decides what `kind` and
/// `subject_number` mean.
struct Event {
  std::int64_t time;                  ///< when the event is due, in ns since the start of the run
  std::uint64_t order_at_equal_time;  ///< order among events of one instant: the node in the upper 24 bits, a sequence
                                      ///< number below
  std::uint32_t kind;
  std::uint32_t subject_number;

  static constexpr unsigned kSequenceBits = 40;
  NodeId node() const noexcept { return NodeId{static_cast<std::uint32_t>(order_at_equal_time >> kSequenceBits)}; }
  /// Compares events by time, and then by `order_at_equal_time`. It does so without branches, which a processor could
  /// not predict.
  friend bool operator<(const Event& a, const Event& b) noexcept {
    return (static_cast<int>(a.time < b.time) | (static_cast<int>(a.time == b.time) &
                                                 static_cast<int>(a.order_at_equal_time < b.order_at_equal_time))) != 0;
  }
};

/// The events of a run in the order in which they happened. Two runs are alike if their logs are equal.
using EventLog = std::vector<Event>;

}  // namespace switchyard
