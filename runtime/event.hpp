#pragma once
/// \file event.hpp
/// An event of a run, as fabrics schedule it, as arbiters choose it and as a run records it.

#include <cstdint>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

/// Something that comes due in virtual time. `kind` and `item` belong to whoever scheduled it.
struct Event {
  std::int64_t time;    ///< ns since the start of the run
  std::uint64_t order;  ///< node in the upper 24 bits, sequence below: the tie-break
  std::uint32_t kind;
  std::uint32_t item;

  static constexpr unsigned kSequenceBits = 40;
  NodeId node() const noexcept { return NodeId{static_cast<std::uint32_t>(order >> kSequenceBits)}; }
  /// Without branches, as nothing predicts them.
  friend bool operator<(const Event& a, const Event& b) noexcept {
    return (static_cast<int>(a.time < b.time) |
            (static_cast<int>(a.time == b.time) & static_cast<int>(a.order < b.order))) != 0;
  }
};

/// The events of a run as recorded, for comparing runs.
using EventLog = std::vector<Event>;

}  // namespace switchyard
