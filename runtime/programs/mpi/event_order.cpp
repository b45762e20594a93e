#include "runtime/programs/mpi/event_order.hpp"

#include <algorithm>

namespace switchyard::mpi {

void merge_vector_clocks(EventClock& into, const EventClock& other) {
  if (into.size() < other.size()) into.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

EventClock EventOrder::vector_clock_of(NodeId node) const {
  if (!keeps_clocks_) return {};
  const std::lock_guard lock(mutex_);
  return clocks_[index(node)];
}

void EventOrder::merge_events_into_clock_of_node(NodeId node, const EventClock& known) {
  if (known.empty()) return;
  const std::lock_guard lock(mutex_);
  merge_vector_clocks(clocks_[index(node)], known);
}

std::uint32_t EventOrder::assign_event_number(NodeId node) {
  const std::lock_guard lock(mutex_);
  return ++clocks_[index(node)][index(node)];
}

bool EventOrder::knows_event(NodeId node, NodeId other, std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  return clocks_[index(node)][index(other)] >= number;
}

bool EventOrder::do_all_nodes_know_event(NodeId node, std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  return std::ranges::all_of(clocks_, [&](const EventClock& clock) { return clock[index(node)] >= number; });
}

}  // namespace switchyard::mpi
