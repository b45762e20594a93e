#pragma once
/// \file atomic_clocks.hpp
/// The events that the values in a memory tell of: whoever reads a value that an atomic access has written learns what
/// the node of that access knew before it.
///
/// Source: ISO C11, sec. 5.1.2.4, for release sequences: an access that reads and changes a value in one step keeps
/// what the value has told before, and one that only stores a value does not.

#include <cstdint>
#include <map>
#include <utility>

#include "runtime/programs/mpi/event_order.hpp"

namespace switchyard::mpi {

/// The vector clocks of the values in the memory of one member of a window. Not safe for use by several threads at
/// once.
class AtomicClocks {
 public:
  /// The addresses of the first byte of the values, and of the byte behind the last one.
  using Range = std::pair<std::uintptr_t, std::uintptr_t>;

  /// Returns the events that are known to whoever reads the values in `range`.
  EventClock events_told_by(const Range& range) const;
  /// Notes that an atomic access of a node with the vector clock `known` has changed the values in `range`, and that
  /// the new values depend on the old ones.
  void add_update(const Range& range, const EventClock& known);
  /// Notes that an atomic access of a node with the vector clock `known` has replaced the values in `range`.
  void set_values(const Range& range, const EventClock& known);

 private:
  std::map<Range, EventClock> clocks_;
  std::uintptr_t longest_ = 0;  ///< size in bytes of the longest range in `clocks_`
};

}  // namespace switchyard::mpi
