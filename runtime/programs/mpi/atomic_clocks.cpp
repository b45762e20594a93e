#include "runtime/programs/mpi/atomic_clocks.hpp"

#include <algorithm>
#include <iterator>

namespace switchyard::mpi {

EventClock AtomicClocks::events_told_by(const Range& range) const {
  EventClock told;
  const std::uintptr_t earliest = range.first - std::min(range.first, longest_);
  for (auto at = clocks_.lower_bound({earliest, 0}); at != clocks_.end() && at->first.first < range.second; ++at) {
    if (at->first.second > range.first) merge_vector_clocks(told, at->second);
  }
  return told;
}

void AtomicClocks::add_update(const Range& range, const EventClock& known) {
  merge_vector_clocks(clocks_[range], known);
  longest_ = std::max(longest_, range.second - range.first);
}

void AtomicClocks::set_values(const Range& range, const EventClock& known) {
  auto at = clocks_.lower_bound({range.first, 0});
  while (at != clocks_.end() && at->first.first < range.second) {
    at = at->first.second <= range.second ? clocks_.erase(at) : std::next(at);
  }
  add_update(range, known);
}

}  // namespace switchyard::mpi
