#include "runtime/programs/mpi/event_order.hpp"

#include <algorithm>

namespace switchyard::mpi {

void join(EventClock& into, const EventClock& other) {
  if (into.size() < other.size()) into.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

EventClock EventOrder::known_to(NodeId node) const {
  if (!is_used_) return {};
  const std::lock_guard lock(mutex_);
  return clocks_[index(node)];
}

void EventOrder::tell(NodeId node, const EventClock& known) {
  if (known.empty()) return;
  const std::lock_guard lock(mutex_);
  join(clocks_[index(node)], known);
}

std::uint32_t EventOrder::count(NodeId node) {
  const std::lock_guard lock(mutex_);
  return ++clocks_[index(node)][index(node)];
}

bool EventOrder::knows(NodeId node, NodeId other, std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  return clocks_[index(node)][index(other)] >= number;
}

}  // namespace switchyard::mpi
