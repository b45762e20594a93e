#pragma once
/// \file event_order.hpp
/// Vector clocks, which tell which events on other nodes each node of a run knows to have
/// happened.
///
/// Source: C. J. Fidge, "Timestamps in message-passing systems that preserve the partial ordering", 1988; F. Mattern,
/// "Virtual time and global states of distributed systems", 1989: vector clocks. Most events that these clocks count
/// are moments at which a node's one-sided accesses become complete.

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard::mpi {

/// A vector clock: for each node, how many of its events are known to have happened. An empty
/// vector knows of no event.
using EventClock = std::vector<std::uint32_t>;

/// Adds to a vector clock the events that another one knows: the maximum of both for each node.
void merge_vector_clocks(EventClock& into, const EventClock& other);
/// Returns whether a vector clock knows that event `number` of `node` has happened.
inline bool does_clock_know_event(const EventClock& clock, NodeId node, std::uint32_t number) noexcept {
  return index(node) < clock.size() && clock[index(node)] >= number;
}

/// The vector clocks of all nodes of a run. Any thread may use it.
class EventOrder {
 public:
  explicit EventOrder(std::uint32_t nodes) : clocks_(nodes, EventClock(nodes)) {}

  /// Begins to keep vector clocks. Before this call, the vector clocks of all nodes are empty.
  void enable_vector_clocks() noexcept { keeps_clocks_ = true; }
  bool keeps_clocks() const noexcept { return keeps_clocks_; }
  /// Returns the present vector clock of `node`.
  EventClock vector_clock_of(NodeId node) const;
  void merge_events_into_clock_of_node(NodeId node, const EventClock& known);
  /// Counts an event of the node, and returns its number, from 1 on.
  std::uint32_t assign_event_number(NodeId node);
  /// Returns whether `node` knows, by its vector clock, that event `number` of node `other` has happened.
  bool knows_event(NodeId node, NodeId other, std::uint32_t number) const;
  /// Returns whether all nodes know that event `number` of `node` has happened.
  bool do_all_nodes_know_event(NodeId node, std::uint32_t number) const;

 private:
  std::atomic<bool> keeps_clocks_{false};
  mutable std::mutex mutex_;  // guards the vector clocks
  std::vector<EventClock> clocks_;
};

}  // namespace switchyard::mpi
