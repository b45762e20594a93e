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

class GuardedFabric {
 public:
  explicit GuardedFabric(Agenda& agenda) : agenda_(agenda) {}
  void set_fabric(std::unique_ptr<Fabric> fabric) { fabric_ = std::move(fabric); }
  const Fabric& unguarded_fabric() const noexcept { return *fabric_; }

  Duration send_overhead(const Request& send) {
    return call_and_name_errors("send_overhead", send.owner, [&] { return fabric_->send_overhead(send); });
  }
  void post_send(Request& send) {
    note_touches_if_not_reported();
    if (send.peer == send.owner) [[unlikely]]
      return call_and_name_errors("post_to_self", send.owner, [&] { fabric_->post_to_self(send); });
    call_and_name_errors("post_send", send.owner, [&] { fabric_->post_send(send); });
  }
  void post_receive(Request& receive) {
    note_touches_if_not_reported();
    call_and_name_errors("post_receive", receive.owner, [&] { fabric_->post_receive(receive); });
  }
  bool find_message(Request& probe) {
    note_touches_if_not_reported();
    return call_and_name_errors("find_message", probe.owner, [&] { return fabric_->find_message(probe); });
  }
  bool cancel(Request& request) {
    note_touches_if_not_reported();
    return call_and_name_errors("cancel", request.owner, [&] { return fabric_->cancel(request); });
  }
  void on_event(const Event& event) {
    if (agenda_.options().arbiter != nullptr) [[unlikely]]
      note_event_touches(event.node());
    call_and_name_errors("on_event", event.node(), [&] { fabric_->on_event(event); });
  }
  void begin_collective(const CollectiveCall& call) {
    call_and_name_errors("begin_collective", NodeId{0},
                         [&] { fabric_->begin_collective(machine_operation_of(call.kind), call.data.size()); });
  }
  bool inject(const Packet& packet) {
    return call_and_name_errors("inject", packet.source, [&] { return fabric_->inject(packet); });
  }
  void inject_reply(const Packet& packet, Duration after) {
    call_and_name_errors("inject_reply", packet.source, [&] { fabric_->inject_reply(packet, after); });
  }
  void on_packet_taken(const Packet& packet) {
    call_and_name_errors("on_packet_taken", packet.destination, [&] { fabric_->on_packet_taken(packet); });
  }
  void on_own_packet_handled(const Packet& packet) {
    call_and_name_errors("on_own_packet_handled", packet.destination, [&] { fabric_->on_own_packet_handled(packet); });
  }
  bool interrupt(NodeId node, Duration time) {
    return call_and_name_errors("interrupt", node, [&] { return fabric_->interrupt(node, time); });
  }
  void prefetch_for_next_events(const Event& next, const Event& after) const {
    fabric_->prefetch_for_next_events(next, after);
  }
  /// Called before the fabric executes an event. The event counts as touching (reading or changing) all nodes and
  /// links, unless the fabric reports which nodes and links it touches.
  void note_touches_if_not_reported() noexcept {
    if (agenda_.options().arbiter != nullptr && !fabric_->reports_touches()) agenda_.note_event_touches_everything();
  }

 private:
  template <class Call>
  std::invoke_result_t<Call> call_and_name_errors(const char* name, NodeId node, Call call) {
    try {
      return call();
    } catch (...) {
      rethrow_as_machine_error(name, node);
    }
  }
  [[gnu::cold]] void note_event_touches(NodeId node) noexcept;
  /// Throws the current exception as a MachineError. Exceptions of type std::bad_alloc and errors of the runtime itself
  /// pass unchanged.
  [[noreturn]] void rethrow_as_machine_error(const char* call, NodeId node) const;

  Agenda& agenda_;
  std::unique_ptr<Fabric> fabric_;
};

}  // namespace switchyard
