#pragma once
/// \file guarded_fabric.hpp
/// Wraps the engine's calls to a fabric (the emulated network of a machine): an exception that the machine's code
/// throws becomes an error that names the machine, the call and the node. Every part of the engine calls the fabric
/// through this class.

#include <memory>
#include <string_view>
#include <type_traits>

#include "runtime/engine/agenda.hpp"
#include "runtime/fabric.hpp"

namespace switchyard {

class FabricWithErrorContext {
 public:
  explicit FabricWithErrorContext(SimulationEventAgenda& agenda) : agenda_(agenda) {}
  void set_fabric(std::unique_ptr<Fabric> fabric) { fabric_ = std::move(fabric); }
  const Fabric& fabric_without_error_context() const noexcept { return *fabric_; }

  Duration send_overhead(const Request& send) {
    return call_with_error_context("send_overhead", send.owner, [&] { return fabric_->send_overhead(send); });
  }
  void post_send(Request& send) {
    note_all_state_touched_unless_reported();
    if (send.peer == send.owner) [[unlikely]]
      return call_with_error_context("post_to_self", send.owner, [&] { fabric_->post_to_self(send); });
    call_with_error_context("post_send", send.owner, [&] { fabric_->post_send(send); });
  }
  void post_receive(Request& receive) {
    note_all_state_touched_unless_reported();
    call_with_error_context("post_receive", receive.owner, [&] { fabric_->post_receive(receive); });
  }
  bool find_message(Request& probe) {
    note_all_state_touched_unless_reported();
    return call_with_error_context("find_message", probe.owner, [&] { return fabric_->find_message(probe); });
  }
  bool cancel(Request& request) {
    note_all_state_touched_unless_reported();
    return call_with_error_context("cancel", request.owner, [&] { return fabric_->cancel(request); });
  }
  void on_event(const Event& event) {
    if (agenda_.options().arbiter != nullptr) [[unlikely]]
      note_touched_by_event(event.node());
    call_with_error_context("on_event", event.node(), [&] { fabric_->on_event(event); });
  }
  void begin_collective(const CollectiveCall& call) {
    call_with_error_context("begin_collective", NodeId{0},
                            [&] { fabric_->begin_collective(machine_operation_of(call.kind), call.data.size()); });
  }
  bool inject(const Packet& packet) {
    return call_with_error_context("inject", packet.source, [&] { return fabric_->inject(packet); });
  }
  void inject_reply(const Packet& packet, Duration after) {
    call_with_error_context("inject_reply", packet.source, [&] { fabric_->inject_reply(packet, after); });
  }
  void on_packet_taken(const Packet& packet) {
    call_with_error_context("on_packet_taken", packet.destination, [&] { fabric_->on_packet_taken(packet); });
  }
  void on_own_packet_handled(const Packet& packet) {
    call_with_error_context("on_own_packet_handled", packet.destination,
                            [&] { fabric_->on_own_packet_handled(packet); });
  }
  bool interrupt(NodeId node, Duration time) {
    return call_with_error_context("interrupt", node, [&] { return fabric_->interrupt(node, time); });
  }
  void prefetch_for_next_events(const Event& next, const Event& after) const {
    fabric_->prefetch_for_next_events(next, after);
  }
  /// Called before the fabric executes an event. The event counts as touching (reading or changing) all nodes and
  /// links, unless the fabric reports which nodes and links it touches.
  void note_all_state_touched_unless_reported() noexcept {
    if (agenda_.options().arbiter != nullptr && !fabric_->reports_touched_state())
      agenda_.note_event_touches_all_nodes_and_links();
  }

 private:
  template <class Call>
  std::invoke_result_t<Call> call_with_error_context(const char* name, NodeId node, Call call) {
    try {
      return call();
    } catch (...) {
      rethrow_as_machine_error(name, node);
    }
  }
  [[gnu::cold]] void note_touched_by_event(NodeId node) noexcept;
  /// Throws the current exception as a MachineError. Exceptions of type std::bad_alloc and errors of the runtime itself
  /// pass unchanged.
  [[noreturn]] void rethrow_as_machine_error(const char* call, NodeId node) const;

  SimulationEventAgenda& agenda_;
  std::unique_ptr<Fabric> fabric_;
};

}  // namespace switchyard
