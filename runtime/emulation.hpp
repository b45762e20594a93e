#pragma once
/// \file emulation.hpp
/// The running emulation as its fabric sees it: the time, and everything that a fabric may do to nodes and messages.
///
/// A fabric is made with one Emulation, and is called by one thread at a time. A fabric must not
/// complete a request twice, deliver a message to it twice, or schedule an event into the past. If
/// it does, the run ends with a MachineError that names the machine, the node and the call.

#include <cstdint>
#include <exception>

#include "runtime/engine/active_messages.hpp"
#include "runtime/engine/agenda.hpp"
#include "runtime/engine/deliveries.hpp"
#include "runtime/engine/guarded_fabric.hpp"
#include "runtime/engine/nodes.hpp"
#include "runtime/engine/synchronous_sends.hpp"

namespace switchyard {

class Emulation {
 public:
  Emulation(const Emulation&) = delete;
  Emulation& operator=(const Emulation&) = delete;

  // --- functions for time and events ---------------------------------------------------------------------------------
  VirtualTime now() const noexcept { return agenda_.now(); }
  std::uint64_t seed() const noexcept { return agenda_.options().seed; }
  std::uint32_t node_count() const noexcept { return agenda_.node_count(); }
  /// The first number that fabrics may use as the kind of an event; smaller numbers are kinds of
  /// the engine itself.
  static constexpr std::uint32_t kFirstFabricEventKind = 16;
  /// Schedules an event: Fabric::on_event is called with it `after` from now. Needs: kind >= kFirstFabricEventKind and
  /// after >= 0. Events of one instant happen in the order of their nodes, and those of one node in the order in which
  /// they were scheduled. `node` may be node_count() for an event of the network as a whole.
  void schedule(Duration after, NodeId node, std::uint32_t kind, std::uint32_t item = 0) {
    if (kind < kFirstFabricEventKind || index(node) > node_count()) [[unlikely]]
      return refuse_event(node, kind);
    agenda_.schedule(after, node, kind, item);
  }
  /// Returns whether `node` has had all its events of the present instant of virtual time that were scheduled at
  /// earlier instants.
  bool have_due_events_of_node_happened(NodeId node) const noexcept {
    return agenda_.have_due_events_of_node_happened(node);
  }
  /// Ends the run with the given error after the current event.
  void end_run_with_error(std::exception_ptr error) { agenda_.end_run_with_error(std::move(error)); }

  // --- functions for the delivery of messages ------------------------------------------------------------------------

  /// Notes that `request` is done: a node that is blocked in a wait for it continues `after` later. Call this once for
  /// each request. A synchronous send is complete only when note_send_matched() has been called for it, too.
  void complete_request(Request& request, Duration after = Duration::zero()) {
    if (lasts_until_received(request.mode)) [[unlikely]]
      return synchronous_sends_.note_buffer_is_free(request);
    nodes_.complete_request(request, after);
  }
  /// Notes that a receive has taken the message of `send`. Call this before the send is complete.
  void note_send_matched(Request& send) {
    send.matched = true;
    synchronous_sends_.complete_send_if_buffer_is_free(send);
  }
  /// Returns whether any node has called a probe so far. If none has, the fabric need not call note_message_to_probe().
  bool messages_are_probed() const noexcept { return nodes_.has_any_node_probed(); }
  /// Notes that a probe on `node` may now find a message that it would not have found before.
  void note_message_to_probe(NodeId node) {
    if (nodes_.has_any_node_probed()) [[unlikely]]
      wake_probing_node(node);
  }
  /// Returns whether the node that has posted `request` is blocked in a wait for this request and no other.
  bool is_blocked_on(const Request& request) const noexcept { return nodes_.is_blocked_on(request); }
  /// Copies a message into the buffer of `receive`, and writes its source, tag and size into the request. If the
  /// message does not fit, the run fails and the result is false.
  bool deliver_message(Request& receive, const MessageLabel& message, const std::byte* data, std::uint64_t bytes) {
    return message_delivery_.deliver_message(receive, message, data, bytes);
  }
  /// Delivers the message of `send` to `receive`. The data stays in the sender's buffer until the sender's program
  /// continues, so the copy into the receiver's buffer may be put off until then.
  bool deliver_message(Request& receive, Request& send) {
    send.matched = true;
    return message_delivery_.deliver_message(receive, send);
  }
  /// Delivers the message of `send` and completes `receive`, which costs the receiving node the processor time
  /// `software`. A node that is blocked in a wait for just this receive continues `software` later; any other node is
  /// charged by charge_for_received_message().
  bool deliver_and_complete(Request& receive, Request& send, Duration software) {
    send.matched = true;
    return message_delivery_.deliver_and_complete(receive, send, software);
  }

  // --- functions for the processor time of nodes ---------------------------------------------------------------------

  /// Delays the start of the next operation of `node` by `cost`.
  void charge_node(NodeId node, Duration cost) noexcept { nodes_.charge_node(node, cost); }
  /// Charges `node` with `cost`, the processor time of the software that handles an arrived message. It is charged at
  /// once or with the node's next operation, as ProcessorRates::received_messages_interrupt says.
  void charge_for_received_message(NodeId node, Duration cost) noexcept {
    nodes_.charge_for_received_message(node, cost);
  }
  /// Lets `node` leave, `after` from now, the collective that the machine is carrying out by itself.
  void leave_collective(NodeId node, Duration after) { nodes_.leave_collective(node, after); }

  // --- functions for active messages ---------------------------------------------------------------------------------

  /// Notes that an active message has reached its destination, where it waits until the node polls, unless it is a
  /// message that interrupts the node.
  void add_arrived_packet(const Packet& packet) { active_messages_.add_arrived_packet(packet); }
  /// Notes that the active message which `node` could not send before has entered the network.
  void resume_after_packet_sent(NodeId node) { active_messages_.resume_after_packet_sent(node); }
  /// Returns what handlers of active messages can use on `node`: its busy lock, its bulk ports, and the state that its
  /// program has exposed.
  ActiveMessageState& active_message_state_of(NodeId node) noexcept {
    note_touched_by_event(node);
    return active_messages_.endpoint(node).active_message_state;
  }

  // --- functions for observers, and for the order of events ----------------------------------------------------------

  /// Returns the observer of the run, or null if there is none.
  Observer* observer() const noexcept { return agenda_.options().observer; }
  /// Returns whether an arbiter chooses the order of events. If so, any pending event may happen next, as if all
  /// earlier events had been held up; see runtime/arbiter.hpp.
  bool arbiter_chooses_order() const noexcept { return agenda_.options().arbiter != nullptr; }
  /// Records that the fabric reads or changes the state of a node or a link; see
  /// Fabric::reports_touched_state.
  void note_touched_by_event(NodeId node) noexcept { agenda_.note_touched_by_event(node); }
  void note_touched_by_event(LinkId link) noexcept { agenda_.note_touched_by_event(link); }
  /// Prefetches the emulated state of `node` into the host's cache, because an event of this node is about to happen.
  void prefetch(NodeId node) const noexcept { prefetch_lines(&nodes_[node]); }

 private:
  friend class Engine;
  friend class Interpreter;
  Emulation(const MachineModel& machine, const EngineOptions& options);
  void refuse_event(NodeId node, std::uint32_t kind);
  void wake_probing_node(NodeId node);
  void note_send_cancelled(Request& send) { synchronous_sends_.complete_send_if_buffer_is_free(send); }

  SimulationEventAgenda agenda_;
  Nodes nodes_;
  MessageDelivery message_delivery_;
  FabricWithErrorContext fabric_with_error_context_;
  ActiveMessages active_messages_;
  SynchronousSends synchronous_sends_;
};

}  // namespace switchyard
