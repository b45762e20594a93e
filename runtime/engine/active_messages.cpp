/// \file engine_packets.cpp
/// What the engine does about active messages.

#include <fmt/format.h>

#include "runtime/call_text.hpp"
#include "runtime/engine/engine.hpp"

namespace switchyard {

bool Engine::request(NodeId node, Processor& p) {
  PacketPort& port = packet_port(node);
  const Packet packet = port.outgoing.front();
  port.outgoing.pop();
  if (fabric_->inject(packet)) return true;
  block(node, p);
  return false;
}

void Engine::packet_sent(NodeId node) { go_on(node, processor(node)); }

void Engine::arrive(const Packet& packet) {
  const NodeId node = packet.destination;
  PacketPort& port = packet_port(node);
  port.inbox.push_back(packet);
  if (packet.interrupts) ++port.interrupting;
  idle_rounds_ = 0;
  Processor& p = processor(node);
  const bool polls = p.stage == Processor::Stage::polling && p.current.kind == Instruction::Kind::poll;
  if (polls) return wake_poller(node, p);
  receive_packet(node);
}

/// Starts to receive the first packet of the inbox, if the node polls now or is interrupted. What is ahead of a packet
/// that interrupts is received first: a node takes them out of the network in order.
void Engine::receive_packet(NodeId node) {
  PacketPort& port = packet_port(node);
  const Processor& p = processor(node);
  if (port.handling || port.inbox.empty() || p.stage == Processor::Stage::finished) return;
  if (port.interrupting == 0 && p.stage != Processor::Stage::blocked) return;
  VirtualTime start = std::max(now_, port.busy_until);
  Duration cost = rates_.packet_receive;
  if (port.inbox.front().interrupts) {
    start = std::max(start, port.next_interrupt);
    port.next_interrupt = start + rates_.interrupt_period;
    cost += rates_.interrupt;
  }
  if (p.stage == Processor::Stage::blocked) show(node, {NodeActivity::handles});
  port.handling = true;
  port.busy_until = start + cost;
  push(port.busy_until - now_, node, kHandle, 0);
}

void Engine::handle_packet(NodeId node) {
  PacketPort& port = packet_port(node);
  Processor& p = processor(node);
  Packet packet = port.inbox.front();
  port.inbox.pop_front();
  if (packet.interrupts) --port.interrupting;
  port.handling = false;
  copies_.finish();  // handlers may look at what has arrived
  fabric_->packet_taken(packet);
  if (packet.run == nullptr) {
    fabric_->on_packet(packet);
  } else {
    try {
      Arrival arrival(packet, port.reception, now_);
      run_handler(packet, arrival);
      if (const auto& reply = arrival.reply_packet()) {
        fabric_->inject_reply(*reply, rates_.packet_send);
        port.busy_until = now_ + rates_.packet_send;
      }
    } catch (...) {
      return fail(std::current_exception());
    }
  }
  if (packet.interrupts && !fabric_->interrupt(node, rates_.interrupt)) p.debt += rates_.interrupt;
  after_handler(node, p);
}

/// A handler may have changed what the node polls for.
void Engine::after_handler(NodeId node, Processor& p) {
  if (p.stage == Processor::Stage::blocked) {
    show_wait(node, p);
    if (p.current.kind == Instruction::Kind::poll && packet_port(node).inbox.empty()) return go_on(node, p);
    if (p.current.kind == Instruction::Kind::poll_until && holds(node, p)) {
      p.answer = 1;
      go_on(node, p);
    }
  }
  receive_packet(node);
}

/// False if the condition throws, too: the run has failed then.
bool Engine::holds(NodeId node, const Processor& p) {
  copies_.finish();
  try {
    return condition_holds(*p.current.condition, p.current.site);
  } catch (const std::exception& error) {
    fail(std::make_exception_ptr(NodeError(
        node, fmt::format("node {}, polling ({}): {}", index(node), call_site_text(p.current.site), error.what()))));
  } catch (...) {
    fail(std::current_exception());
  }
  return false;
}

bool Engine::handle_arrived(NodeId node, Processor& p) {
  if (packet_port(node).inbox.empty()) return found_nothing(p);
  p.failed_polls = 0;
  block(node, p);
  return false;
}

bool Engine::poll_until(NodeId node, Processor& p) {
  const std::optional<VirtualTime> deadline = p.current.condition->deadline;
  p.answer = holds(node, p) ? 1 : 0;
  if (p.answer == 1 || (deadline && *deadline <= now_)) return true;
  const std::uint32_t number = ++packet_port(node).polls;  // what is left of an earlier deadline is not for this one
  if (deadline) push(*deadline - now_, node, kDeadline, number);
  block(node, p);
  return false;
}

/// Whether the poll that a deadline is of is over.
bool Engine::is_past(const Event& deadline) const {
  const Processor& p = processor(deadline.node());
  const bool waits = p.stage == Processor::Stage::blocked && p.current.kind == Instruction::Kind::poll_until;
  return !waits || deadline.item != packet_ports_[index(deadline.node())]->polls;
}

void Engine::check_receptions() const {
  for (const auto& port : packet_ports_) port->reception.check_settled();
  for (const auto& port : packet_ports_) {
    if (port->inbox.empty()) continue;
    const Packet& packet = port->inbox.front();
    throw DataError(fmt::format("{} active message{} to node {} {} never handled; the first: from node {} ({})",
                                port->inbox.size(), port->inbox.size() == 1 ? "" : "s", index(packet.destination),
                                port->inbox.size() == 1 ? "was" : "were", index(packet.source),
                                call_site_text(packet.site)));
  }
}

}  // namespace switchyard
