#include "runtime/engine/active_messages.hpp"

#include <algorithm>
#include <utility>

#include "runtime/call_text.hpp"

namespace switchyard {

ActiveMessages::ActiveMessages(const MachineModel& machine, Nodes& nodes, MessageDelivery& deliveries,
                               FabricWithErrorContext& fabric)
    : nodes_(nodes), message_delivery_(deliveries), fabric_(fabric) {
  if (!machine.has_active_messages()) return;
  endpoints_.reserve(nodes.count());
  for (std::uint32_t i = 0; i < nodes.count(); ++i) {
    endpoints_.push_back(std::make_unique<PacketEndpoint>(NodeId{i}, nodes.count()));
  }
  nodes.set_object_handling_active_messages(*this);
}

bool ActiveMessages::send_first_outgoing_packet(NodeId node) {
  PacketEndpoint& sender = endpoint(node);
  const Packet packet = sender.outgoing_packets.front();
  sender.outgoing_packets.pop();
  if (fabric_.inject(packet)) return true;
  nodes_.block(node);
  return false;
}

bool ActiveMessages::handle_arrived_packets(NodeId node) {
  Processor& p = nodes_[node];
  p.call_result = any_is_complete({p.current_instruction.requests, p.current_instruction.count}) ? 1 : 0;
  if (endpoint(node).arrived_packets.empty() && p.call_result == 0)
    return nodes_.record_failed_poll_and_maybe_sleep(node);
  p.consecutive_failed_polls = 0;
  if (endpoint(node).arrived_packets.empty()) return true;
  nodes_.block(node);
  return false;
}

bool ActiveMessages::poll_until(NodeId node) {
  Processor& p = nodes_[node];
  const VirtualTime now = nodes_.agenda().now();
  const std::optional<VirtualTime> deadline = p.current_instruction.condition->deadline;
  p.call_result = poll_condition_holds(node) ? 1 : 0;
  if (p.call_result == 1 || (deadline && *deadline <= now) ||
      any_is_complete(p.current_instruction.condition->interrupting_requests))
    return true;
  const std::uint32_t number =
      ++endpoint(node).blocking_poll_instruction_count;  // the number of the poll keeps the deadline event of
                                                         // an earlier poll from ending this one
  if (deadline) nodes_.agenda().schedule(*deadline - now, node, kDeadline, number);
  nodes_.block(node);
  return false;
}

bool ActiveMessages::note_refused_lock(NodeId node) {
  if (!lock_holder(nodes_[node].current_instruction.lock_owner) || nodes_.record_failed_lock_try_and_maybe_sleep(node))
    return true;
  std::erase(nodes_waiting_for_locks_, node);
  nodes_waiting_for_locks_.push_back(node);
  return false;
}

void ActiveMessages::wake_nodes_whose_lock_is_free() {
  const std::vector<NodeId> asleep = std::exchange(nodes_waiting_for_locks_, {});
  for (const NodeId node : asleep) {
    const Processor& p = nodes_[node];
    if (!p.sleeps_until_lock_is_free()) continue;
    if (lock_holder(p.current_instruction.lock_owner)) {
      nodes_waiting_for_locks_.push_back(node);
    } else {
      nodes_.agenda().note_touched_by_event(node);
      nodes_.start_next_instruction(node);
    }
  }
}

void ActiveMessages::add_arrived_packet(const Packet& packet) {
  const NodeId node = packet.destination;
  nodes_.agenda().note_touched_by_event(node);
  PacketEndpoint& receiver = endpoint(node);
  receiver.arrived_packets.push_back(packet);
  if (packet.must_interrupt_destination_node) ++receiver.interrupting_packet_count;
  if (!packet.tries_lock) nodes_.note_message_arrival();
  if (nodes_[node].is_polling_for_packets()) return nodes_.wake_polling_node(node);
  receive_next_packet(node);
}

/// Starts to receive the first of the packets (active messages) that have arrived at a node. A node receives packets in
/// the order of arrival, so packets that arrived before one that interrupts the node are received before it.
void ActiveMessages::receive_next_packet(NodeId node) {
  PacketEndpoint& receiver = endpoint(node);
  const Processor& p = nodes_[node];
  if (receiver.is_receiving_packet || receiver.arrived_packets.empty() ||
      p.execution_stage == Processor::InstructionExecutionStage::finished)
    return;
  if (receiver.interrupting_packet_count == 0 && p.execution_stage != Processor::InstructionExecutionStage::blocked)
    return;
  const ProcessorRates& rates = nodes_.rates();
  const VirtualTime now = nodes_.agenda().now();
  VirtualTime start = std::max(now, receiver.handlers_busy_until);
  Duration cost = rates.packet_receive;
  if (receiver.arrived_packets.front().must_interrupt_destination_node) {
    start = std::max(start, receiver.earliest_next_interrupt);
    receiver.earliest_next_interrupt = start + rates.interrupt_period;
    cost += rates.interrupt;
  }
  if (p.execution_stage == Processor::InstructionExecutionStage::blocked)
    nodes_.show_node_state_to_observer(node, {NodeActivity::handles});
  receiver.is_receiving_packet = true;
  receiver.handlers_busy_until = start + cost;
  nodes_.agenda().schedule(receiver.handlers_busy_until - now, node, kHandlePacket, 0);
}

void ActiveMessages::handle_first_packet(NodeId node) {
  PacketEndpoint& receiver = endpoint(node);
  const Packet packet = receiver.arrived_packets.front();
  receiver.arrived_packets.pop_front();
  if (packet.must_interrupt_destination_node) --receiver.interrupting_packet_count;
  receiver.is_receiving_packet = false;
  message_delivery_.finish_copies();  // the copies are made first, because handlers may read received data
  fabric_.on_packet_taken(packet);
  if (packet.run == nullptr) {
    fabric_.on_own_packet_handled(packet);
  } else {
    try {
      run_handler_of(packet, receiver);
    } catch (...) {
      return nodes_.agenda().end_run_with_error(std::current_exception());
    }
  }
  const Duration interrupt = nodes_.rates().interrupt;
  if (packet.must_interrupt_destination_node && !fabric_.interrupt(node, interrupt))
    nodes_[node].unpaid_processor_time += interrupt;
  if (!packet.tries_lock) note_packet_handled(node);
  recheck_poll_after_handler(node);
  wake_nodes_waiting_for_locks();
}

/// Called when a node has handled a packet that was no try to take a lock. If the node sleeps until a lock is free, it
/// is woken, because its program may now have something else to do.
void ActiveMessages::note_packet_handled(NodeId node) {
  Processor& p = nodes_[node];
  p.consecutive_lock_tries = 0;
  if (p.sleeps_until_lock_is_free()) nodes_.start_next_instruction(node);
}

void ActiveMessages::run_handler_of(Packet packet, PacketEndpoint& endpoint) {
  const Duration send = nodes_.rates().packet_send;
  ActiveMessage message(packet, endpoint.active_message_state, nodes_.agenda().now());
  run_handler(packet, message);
  const auto& reply = message.reply_packet();
  if (!reply) return;
  fabric_.inject_reply(*reply, send);
  endpoint.handlers_busy_until = nodes_.agenda().now() + send;
}

/// Called when a handler of an active message has run on a node: evaluates once more the condition for which the node
/// polls, because the handler may have made it true.
void ActiveMessages::recheck_poll_after_handler(NodeId node) {
  Processor& p = nodes_[node];
  if (p.execution_stage == Processor::InstructionExecutionStage::blocked) {
    nodes_.show_wait_to_observer(node);
    if (p.current_instruction.kind == Instruction::Kind::poll && endpoint(node).arrived_packets.empty())
      return nodes_.start_next_instruction(node);
    if (p.current_instruction.kind == Instruction::Kind::poll_until && poll_condition_holds(node)) {
      p.call_result = 1;
      nodes_.start_next_instruction(node);
    }
  }
  receive_next_packet(node);
}

/// Returns whether the condition for which the node polls is true. If evaluating the condition throws an exception, the
/// run fails and the result is false.
bool ActiveMessages::poll_condition_holds(NodeId node) {
  const Instruction& poll = nodes_[node].current_instruction;
  message_delivery_.finish_copies();
  try {
    return condition_holds(*poll.condition, poll.site);
  } catch (const std::exception& error) {
    nodes_.agenda().end_run_with_error(std::make_exception_ptr(polling_error(node, poll.site, error.what())));
  } catch (...) {
    nodes_.agenda().end_run_with_error(std::current_exception());
  }
  return false;
}

bool ActiveMessages::poll_has_ended(const Event& deadline) const {
  const NodeId node = deadline.node();
  const bool waits = nodes_[node].is_blocked_in_instruction_of_kind(Instruction::Kind::poll_until);
  return !waits || deadline.subject_number != endpoints_[index(node)]->blocking_poll_instruction_count;
}

void ActiveMessages::check_nothing_left_open() const {
  for (const auto& endpoint : endpoints_) endpoint->active_message_state.check_nothing_left_open();
  for (const auto& endpoint : endpoints_) {
    if (endpoint->arrived_packets.empty()) continue;
    throw never_handled_error(endpoint->arrived_packets.front(), endpoint->arrived_packets.size());
  }
}

}  // namespace switchyard
