#include "runtime/programs/mpi/atomic_clocks.hpp"

#include <algorithm>
#include <iterator>

namespace switchyard::mpi {

EventClock VectorClocksOfAtomicValues::events_known_to_readers_of(const Range& range) const {
  EventClock told;
  const std::uintptr_t earliest = range.first - std::min(range.first, longest_range_bytes_);
  for (auto at = clock_of_range_.lower_bound({earliest, 0});
       at != clock_of_range_.end() && at->first.first < range.second; ++at) {
    if (at->first.second > range.first) merge_vector_clocks(told, at->second);
  }
  return told;
}

void VectorClocksOfAtomicValues::merge_clock_of_update(const Range& range, const EventClock& known) {
  merge_vector_clocks(clock_of_range_[range], known);
  longest_range_bytes_ = std::max(longest_range_bytes_, range.second - range.first);
}

void VectorClocksOfAtomicValues::replace_vector_clock_of_memory_range(const Range& range, const EventClock& known) {
  auto at = clock_of_range_.lower_bound({range.first, 0});
  while (at != clock_of_range_.end() && at->first.first < range.second) {
    at = at->first.second <= range.second ? clock_of_range_.erase(at) : std::next(at);
  }
  merge_clock_of_update(range, known);
}

}  // namespace switchyard::mpi
