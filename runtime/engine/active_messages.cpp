#include "runtime/engine/active_messages.hpp"

#include <algorithm>
#include <utility>

#include "runtime/call_text.hpp"

namespace switchyard {

ActiveMessages::ActiveMessages(const MachineModel& machine, Nodes& nodes, Deliveries& deliveries, GuardedFabric& fabric)
    : nodes_(nodes), deliveries_(deliveries), fabric_(fabric) {
  if (!machine.has_active_messages()) return;
  endpoints_.reserve(nodes.count());
  for (std::uint32_t i = 0; i < nodes.count(); ++i) {
    endpoints_.push_back(std::make_unique<PacketEndpoint>(NodeId{i}, nodes.count()));
  }
  nodes.attach(*this);
}

bool ActiveMessages::send(NodeId node) {
  PacketEndpoint& sender = endpoint(node);
  const Packet packet = sender.outgoing.front();
  sender.outgoing.pop();
  if (fabric_.inject(packet)) return true;
  nodes_.block(node);
  return false;
}

bool ActiveMessages::poll(NodeId node) {
  Processor& p = nodes_[node];
  p.answer = any_is_complete({p.current.requests, p.current.count}) ? 1 : 0;
  if (endpoint(node).inbox.empty() && p.answer == 0) return nodes_.count_failed_poll_or_sleep(node);
  p.failed_polls = 0;
  if (endpoint(node).inbox.empty()) return true;
  nodes_.block(node);
  return false;
}

bool ActiveMessages::poll_until(NodeId node) {
  Processor& p = nodes_[node];
  const VirtualTime now = nodes_.agenda().now();
  const std::optional<VirtualTime> deadline = p.current.condition->deadline;
  p.answer = poll_condition_holds(node) ? 1 : 0;
  if (p.answer == 1 || (deadline && *deadline <= now) || any_is_complete(p.current.condition->watched)) return true;
  const std::uint32_t number =
      ++endpoint(node).polls;  // the number of the poll keeps the deadlines of earlier polls from ending this one
  if (deadline) nodes_.agenda().schedule(*deadline - now, node, kDeadline, number);
  nodes_.block(node);
  return false;
}

bool ActiveMessages::note_refused_lock(NodeId node) {
  if (!lock_holder(nodes_[node].current.owner) || nodes_.count_failed_lock_try_or_sleep(node)) return true;
  std::erase(lock_waiters_, node);
  lock_waiters_.push_back(node);
  return false;
}

void ActiveMessages::wake_nodes_whose_lock_is_free() {
  const std::vector<NodeId> asleep = std::exchange(lock_waiters_, {});
  for (const NodeId node : asleep) {
    const Processor& p = nodes_[node];
    if (!p.sleeps_until_lock_is_free()) continue;
    if (lock_holder(p.current.owner)) {
      lock_waiters_.push_back(node);
    } else {
      nodes_.agenda().note_event_touches(node);
      nodes_.resume(node);
    }
  }
}

void ActiveMessages::add_arrived_packet(const Packet& packet) {
  const NodeId node = packet.destination;
  nodes_.agenda().note_event_touches(node);
  PacketEndpoint& receiver = endpoint(node);
  receiver.inbox.push_back(packet);
  if (packet.interrupts) ++receiver.interrupting;
  if (!packet.tries_lock) nodes_.note_arrival();
  if (nodes_[node].is_polling_for_packets()) return nodes_.wake_poller(node);
  receive_next_packet(node);
}

/// Starts to receive the first packet of a node's inbox. A node receives packets in the order of
/// arrival, so the packets ahead of one that interrupts are received before that one.
void ActiveMessages::receive_next_packet(NodeId node) {
  PacketEndpoint& receiver = endpoint(node);
  const Processor& p = nodes_[node];
  if (receiver.handling || receiver.inbox.empty() || p.stage == Processor::Stage::finished) return;
  if (receiver.interrupting == 0 && p.stage != Processor::Stage::blocked) return;
  const ProcessorRates& rates = nodes_.rates();
  const VirtualTime now = nodes_.agenda().now();
  VirtualTime start = std::max(now, receiver.busy_until);
  Duration cost = rates.packet_receive;
  if (receiver.inbox.front().interrupts) {
    start = std::max(start, receiver.next_interrupt);
    receiver.next_interrupt = start + rates.interrupt_period;
    cost += rates.interrupt;
  }
  if (p.stage == Processor::Stage::blocked) nodes_.show_to_observer(node, {NodeActivity::handles});
  receiver.handling = true;
  receiver.busy_until = start + cost;
  nodes_.agenda().schedule(receiver.busy_until - now, node, kHandle, 0);
}

void ActiveMessages::handle_first_packet(NodeId node) {
  PacketEndpoint& receiver = endpoint(node);
  const Packet packet = receiver.inbox.front();
  receiver.inbox.pop_front();
  if (packet.interrupts) --receiver.interrupting;
  receiver.handling = false;
  deliveries_.finish_copies();  // handlers may look at what has arrived
  fabric_.on_packet_taken(packet);
  if (packet.run == nullptr) {
    fabric_.on_own_packet_handled(packet);
  } else {
    try {
      run_handler_of(packet, receiver);
    } catch (...) {
      return nodes_.agenda().fail(std::current_exception());
    }
  }
  const Duration interrupt = nodes_.rates().interrupt;
  if (packet.interrupts && !fabric_.interrupt(node, interrupt)) nodes_[node].owed_time += interrupt;
  if (!packet.tries_lock) note_packet_handled(node);
  check_poll_after_handler(node);
  wake_nodes_waiting_for_locks();
}

/// Wakes a node that sleeps until a lock is free, because something has arrived for it.
void ActiveMessages::note_packet_handled(NodeId node) {
  Processor& p = nodes_[node];
  p.failed_lock_tries = 0;
  if (p.sleeps_until_lock_is_free()) nodes_.resume(node);
}

void ActiveMessages::run_handler_of(Packet packet, PacketEndpoint& endpoint) {
  const Duration send = nodes_.rates().packet_send;
  ActiveMessage message(packet, endpoint.reception, nodes_.agenda().now());
  run_handler(packet, message);
  const auto& reply = message.reply_packet();
  if (!reply) return;
  fabric_.inject_reply(*reply, send);
  endpoint.busy_until = nodes_.agenda().now() + send;
}

/// Called when a handler of an active message has run on a node: checks again the condition that
/// the node polls for, because the handler may have made it true.
void ActiveMessages::check_poll_after_handler(NodeId node) {
  Processor& p = nodes_[node];
  if (p.stage == Processor::Stage::blocked) {
    nodes_.show_wait_to_observer(node);
    if (p.current.kind == Instruction::Kind::poll && endpoint(node).inbox.empty()) return nodes_.resume(node);
    if (p.current.kind == Instruction::Kind::poll_until && poll_condition_holds(node)) {
      p.answer = 1;
      nodes_.resume(node);
    }
  }
  receive_next_packet(node);
}

/// Returns whether the condition that the node polls for is true. If the condition throws an
/// exception, the run fails and the result is false.
bool ActiveMessages::poll_condition_holds(NodeId node) {
  const Instruction& poll = nodes_[node].current;
  deliveries_.finish_copies();
  try {
    return condition_holds(*poll.condition, poll.site);
  } catch (const std::exception& error) {
    nodes_.agenda().fail(std::make_exception_ptr(polling_error(node, poll.site, error.what())));
  } catch (...) {
    nodes_.agenda().fail(std::current_exception());
  }
  return false;
}

bool ActiveMessages::poll_has_ended(const Event& deadline) const {
  const NodeId node = deadline.node();
  const bool waits = nodes_[node].is_blocked_in(Instruction::Kind::poll_until);
  return !waits || deadline.item != endpoints_[index(node)]->polls;
}

void ActiveMessages::check_nothing_left_open() const {
  for (const auto& endpoint : endpoints_) endpoint->reception.check_nothing_left_open();
  for (const auto& endpoint : endpoints_) {
    if (endpoint->inbox.empty()) continue;
    throw never_handled_error(endpoint->inbox.front(), endpoint->inbox.size());
  }
}

}  // namespace switchyard
