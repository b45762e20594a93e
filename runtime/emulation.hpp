#pragma once
/// \file emulation.hpp
/// The running emulation as its fabric sees it: what time it is, and all that a fabric may do to nodes and messages.
///
/// A fabric is made with one, and is called by one thread at a time. Whatever it does that no fabric may do - complete
/// a request twice, deliver to it twice, schedule into the past - ends the run with a MachineError that names the
/// machine, the node and the call.

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

  // --- time and events ----------------------------------------------------------------------------------------------
  VirtualTime now() const noexcept { return agenda_.now(); }
  std::uint64_t seed() const noexcept { return agenda_.options().seed; }
  std::uint32_t node_count() const noexcept { return agenda_.node_count(); }
  /// Kinds of events below this are the engine's own.
  static constexpr std::uint32_t kFirstFabricKind = 16;
  /// Fabric::on_event is called with this event `after` from now. Needs: kind >= kFirstFabricKind, after >= 0. Events
  /// of one instant happen in the order of their nodes, and those of one node in the order in which they were
  /// scheduled; `node` may be node_count() for what belongs to the network as a whole.
  void schedule(Duration after, NodeId node, std::uint32_t kind, std::uint32_t item = 0) {
    if (kind < kFirstFabricKind || index(node) > node_count()) [[unlikely]]
      return refuse_event(node, kind);
    agenda_.schedule(after, node, kind, item);
  }
  /// True if, at this instant, the events of `node` that were scheduled before it have happened: its turn is over.
  bool has_had_turn(NodeId node) const noexcept { return agenda_.has_had_turn(node); }
  /// Ends the run after the current event.
  void fail(std::exception_ptr error) { agenda_.fail(std::move(error)); }

  // --- messages -----------------------------------------------------------------------------------------------------
  /// `request` is done; a node blocked in a wait for it goes on `after` later. Once for each request. A synchronous
  /// send is complete only when it has been matched(), too.
  void complete(Request& request, Duration after = Duration::zero()) {
    if (request.mode == SendMode::synchronous) [[unlikely]]
      return synchronous_sends_.has_left(request);
    nodes_.complete(request, after);
  }
  /// A receive has taken the message of `send`, which is not complete yet.
  void matched(Request& send) {
    send.matched = true;
    if (send.mode == SendMode::synchronous) [[unlikely]]
      synchronous_sends_.settle(send);
  }
  /// Whether any node has looked for messages so far; if none has, offer() need not be called.
  bool messages_are_probed() const noexcept { return nodes_.have_probed(); }
  /// Fabric::find_message may find a message on `node` that it would not have found before.
  void offer(NodeId node) {
    if (nodes_.have_probed()) [[unlikely]]
      look_for_probe(node);
  }
  /// True while the owner is blocked in a wait for just this request.
  bool is_blocked_on(const Request& request) const noexcept { return nodes_.is_blocked_on(request); }
  /// Copies a message into `receive` and fills in source, tag and size. False, and the run fails, if it does not fit.
  bool deliver(Request& receive, const MessageLabel& message, const std::byte* data, std::uint64_t bytes) {
    return deliveries_.deliver(receive, message, data, bytes);
  }
  /// The same for the message of `send`, which stays in its program's buffer until the program goes on: so may the
  /// copy.
  bool deliver(Request& receive, Request& send) {
    send.matched = true;
    return deliveries_.deliver(receive, send);
  }
  /// Delivers, and completes the receive: its owner goes on `software` later if it is blocked in a wait for just this
  /// receive; otherwise its next operation pays for it, as charge_receipt() says.
  bool hand_over(Request& receive, Request& send, Duration software) {
    send.matched = true;
    return deliveries_.hand_over(receive, send, software);
  }

  // --- nodes --------------------------------------------------------------------------------------------------------
  /// The next operation of `node` starts this much later.
  void charge(NodeId node, Duration cost) noexcept { nodes_.charge(node, cost); }
  /// The same for software that something which has come makes the node run; ProcessorRates::one_receipt.
  void charge_receipt(NodeId node, Duration cost) noexcept { nodes_.charge_receipt(node, cost); }
  /// A node that is in the collective which has begun goes on `after` later.
  void leave_collective(NodeId node, Duration after) { nodes_.leave_collective(node, after); }

  // --- active messages ----------------------------------------------------------------------------------------------
  /// A packet has reached its destination, and waits there until the node polls.
  void arrive(const Packet& packet) { messages_.arrive(packet); }
  /// The packet that `node` could not send before has entered the network.
  void packet_sent(NodeId node) { messages_.packet_sent(node); }
  /// What active messages find on `node`.
  Reception& reception(NodeId node) noexcept {
    touch(node);
    return messages_.port(node).reception;
  }

  // --- who watches, and who chooses orders --------------------------------------------------------------------------
  /// Null if nobody watches.
  Observer* observer() const noexcept { return agenda_.options().observer; }
  /// Whether any of the pending events may come first, as if those before it had been held up; see runtime/arbiter.hpp.
  bool orders_are_chosen() const noexcept { return agenda_.options().arbiter != nullptr; }
  /// What the fabric looks at or changes; see Fabric::reports_touches.
  void touch(NodeId node) noexcept { agenda_.touch(node); }
  void touch(LinkId link) noexcept { agenda_.touch(link); }
  /// Something is about to happen to `node`.
  void prefetch(NodeId node) const noexcept { prefetch_lines(&nodes_[node]); }

 private:
  friend class Engine;
  friend class Interpreter;
  Emulation(const MachineModel& machine, const EngineOptions& options);
  void refuse_event(NodeId node, std::uint32_t kind);
  void look_for_probe(NodeId node);
  void note_cancelled(Request& send) {
    if (send.mode == SendMode::synchronous) synchronous_sends_.settle(send);
  }

  Agenda agenda_;
  Nodes nodes_;
  Deliveries deliveries_;
  GuardedFabric fabric_;
  ActiveMessages messages_;
  SynchronousSends synchronous_sends_;
};

}  // namespace switchyard
