#pragma once
/// \file event_order.hpp
/// What each node of a run knows to have happened on the others.
///
/// Source: C. J. Fidge, "Timestamps in message-passing systems that preserve the partial ordering", 1988; F. Mattern,
/// "Virtual time and global states of distributed systems", 1989: vector clocks. Here they count the moments at which a
/// node's one-sided accesses become complete.

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard::mpi {

/// By node: up to which of its moments everything is known. Empty: nothing.
using EventClock = std::vector<std::uint32_t>;

/// What both know.
void join(EventClock& into, const EventClock& other);

/// Any thread.
class EventOrder {
 public:
  explicit EventOrder(std::uint32_t nodes) : clocks_(nodes, EventClock(nodes)) {}

  /// Until this is called, nothing is kept: clocks are empty.
  void begin() noexcept { is_used_ = true; }
  /// What `node` knows now.
  EventClock known_to(NodeId node) const;
  void tell(NodeId node, const EventClock& known);
  /// The number of this moment of the node's, from 1 on.
  std::uint32_t count(NodeId node);
  /// Whether `node` knows moment `number` of `other`.
  bool knows(NodeId node, NodeId other, std::uint32_t number) const;

 private:
  std::atomic<bool> is_used_{false};
  mutable std::mutex mutex_;  // guards the clocks
  std::vector<EventClock> clocks_;
};

}  // namespace switchyard::mpi
