#pragma once
/// \file atomic_clocks.hpp
/// Vector clocks for values in memory that atomic accesses have written. A node that reads such a value learns of all
/// events that the writing node knew of before its access.
///
/// Source: ISO C11, sec. 5.1.2.4, for release sequences: an atomic access that reads and changes a value in one step
/// keeps the events that the old value told of, and an access that only stores a new value drops these events.

#include <cstdint>
#include <map>
#include <utility>

#include "runtime/programs/mpi/event_order.hpp"

namespace switchyard::mpi {

/// The vector clocks of the values in the memory of one member of a window. An object of this class must not be used by
/// several threads at once.
class VectorClocksOfAtomicValues {
 public:
  /// A range of memory: the address of its first byte, and the address of the byte behind its last one.
  using Range = std::pair<std::uintptr_t, std::uintptr_t>;

  /// Returns the events that a node learns of when it reads the values in `range`: those known to the nodes that have
  /// written these values by atomic accesses.
  EventClock events_known_to_readers_of(const Range& range) const;
  /// Notes that an atomic access of a node with the vector clock `known` has changed the values in `range`, and that
  /// the new values depend on the old ones. A node that reads the new values then also learns of the events that the
  /// old values told of.
  void merge_clock_of_update(const Range& range, const EventClock& known);
  /// Notes that an atomic access of a node with the vector clock `known` has replaced the values in `range`. A node
  /// that reads the new values no longer learns of the events that the old values told of.
  void replace_vector_clock_of_memory_range(const Range& range, const EventClock& known);

 private:
  std::map<Range, EventClock> clock_of_range_;
  std::uintptr_t longest_range_bytes_ = 0;  ///< size in bytes of the longest memory range that has a vector clock
};

}  // namespace switchyard::mpi
