#pragma once
/// \file node_session.hpp
/// A node's connection to the clock of its run. It can be called even after the run has ended: then each call of the
/// node's program throws RunStopped, or does nothing where an exception is not allowed.
///
/// An exception must not leave a destructor while the stack is unwound. So a call returns at once if the run has ended
/// and the node's program unwinds its stack, because of RunStopped or of an error of its own. The requests of such a
/// call count as done and cancelled, so that loops which wait for them end. Any other call throws. A program that
/// catches RunStopped again and again without ending, or makes too many calls while it unwinds, is abandoned in the
/// end: nothing on its stack is destroyed.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>

#include "runtime/session.hpp"

namespace switchyard {

class NodeSession {
 public:
  /// Makes the connection of `node` to the clock `session`. `ports` is the number of bulk ports of the node.
  NodeSession(Session& session, NodeId node, std::uint32_t ports) noexcept
      : session_(session), node_(node), bulk_port_count_(ports) {}

  /// Posts a request. It is always inlined, because every message passes through this function.
  [[gnu::always_inline]] void post(Request& request) {
    try {
      session_.post(request);
    } catch (const RunStopped&) {
      handle_stop_in_call(request);
    }
  }
  ServiceLocks& service_locks() noexcept { return session_.service_locks(); }
  bool has_reached_host_limit() const noexcept { return session_.has_reached_host_limit(); }
  void note_last_call(std::string what) { session_.note_last_call(node_, std::move(what)); }
  void replace_last_call(std::string what) { session_.replace_last_call(node_, std::move(what)); }
  void note_exit_code(int code) { session_.note_exit_code(node_, code); }
  void order_later_calls_after_requests(NodeId node, std::span<Request* const> requests, WaitSite where) {
    try {
      session_.order_later_calls_after_requests(node, requests, where);
    } catch (const RunStopped&) {
      handle_stop_in_call(requests, where);
    }
  }
  [[gnu::always_inline]] void wait_all(NodeId node, std::span<Request* const> requests, WaitSite where) {
    try {
      session_.wait_all(node, requests, where);
    } catch (const RunStopped&) {
      handle_stop_in_call(requests, where);
    }
  }
  std::size_t wait_any(NodeId node, std::span<Request* const> requests, WaitSite where) {
    try {
      return session_.wait_any(node, requests, where);
    } catch (const RunStopped&) {
      handle_stop_in_call(requests, where);
      return 0;
    }
  }
  void wait_some(NodeId node, std::span<Request* const> requests, WaitSite where) {
    try {
      session_.wait_some(node, requests, where);
    } catch (const RunStopped&) {
      handle_stop_in_call(requests, where);
    }
  }
  std::size_t test(NodeId node, std::span<Request* const> requests, RequestTestCondition enough, WaitSite where) {
    try {
      return session_.test(node, requests, enough, where);
    } catch (const RunStopped&) {
      return handle_stop_in_call(requests, where);
    }
  }
  std::size_t count_complete_requests_at_no_cost(NodeId node, std::span<Request* const> requests, CallSite site) {
    try {
      return session_.count_complete_requests_at_no_cost(node, requests, site);
    } catch (const RunStopped&) {
      return handle_stop_in_call(requests, {site});
    }
  }
  std::size_t probe(Request& probe, WaitSite where) {
    try {
      return session_.probe(probe, where);
    } catch (const RunStopped&) {
      return handle_stop_in_probe(probe, where.waiting_call) ? 1 : 0;
    }
  }
  bool wait_for_message_of_probe(Request& probe, std::span<Request* const> watched, WaitingCall call) {
    try {
      return session_.wait_for_message_of_probe(probe, watched, call);
    } catch (const RunStopped&) {
      return handle_stop_in_probe(probe, call);
    }
  }
  void cancel(Request& request) {
    try {
      session_.cancel(request);
    } catch (const RunStopped&) {
      handle_stop_in_call(request);
    }
  }
  void compute(NodeId node, Duration cost, CallSite site) {
    try {
      session_.compute(node, cost, site);
    } catch (const RunStopped&) {
      handle_stop_in_call("compute", site);
    }
  }
  void begin_work_on_host(NodeId node, Duration cost, CallSite site) {
    try {
      session_.begin_work_on_host(node, cost, site);
    } catch (const RunStopped&) {
      handle_stop_in_call("compute", site);
    }
  }
  void end_work_on_host(NodeId node) {
    try {
      session_.end_work_on_host(node);
    } catch (const RunStopped&) {
      handle_stop_in_call("compute", {});
    }
  }
  bool has_pending_events(NodeId node) {
    try {
      return session_.has_pending_events(node);
    } catch (const RunStopped&) {
      handle_stop_in_call("a call", {});
      return true;
    }
  }
  bool are_events_in_virtual_time_order() const noexcept { return session_.are_events_in_virtual_time_order(); }
  VirtualTime now(NodeId node, CallSite site) {
    try {
      return session_.now(node);
    } catch (const RunStopped&) {
      handle_stop_in_call("now", site);
      return kVirtualTimeAfterRunEnd;
    }
  }
  void wait_for_own_operations(NodeId node) {
    try {
      session_.wait_for_own_operations(node);
    } catch (const RunStopped&) {
      handle_stop_in_call("complete_later_waits", {});
    }
  }
  bool has_collective(Collective kind) const { return session_.has_collective(kind); }
  void note_begin_of_collective_by_messages(NodeId node, const CollectiveCall& call, CallSite site) {
    try {
      session_.note_begin_of_collective_by_messages(node, call, site);
    } catch (const RunStopped&) {
      handle_stop_in_call(name_of(call.kind), site);
    }
  }
  bool take_part_in_collective(NodeId node, const CollectiveCall& call, CallSite site) {
    try {
      return session_.take_part_in_collective(node, call, site);
    } catch (const RunStopped&) {
      return handle_stop_in_collective(call, site);
    }
  }
  void order_later_calls_after_barrier(NodeId node, Collective kind, CallSite site) {
    try {
      session_.order_later_calls_after_barrier(node, kind, site);
    } catch (const RunStopped&) {
      handle_stop_in_call("barrier_later", site);
    }
  }
  void send_active_message(const Packet& packet) {
    try {
      session_.send_active_message(packet);
    } catch (const RunStopped&) {
      handle_stop_in_call("request", packet.site);
    }
  }
  bool poll(NodeId node, std::span<Request* const> watched, CallSite site) {
    try {
      return session_.poll(node, watched, site);
    } catch (const RunStopped&) {
      handle_stop_in_call("poll", site);
      return false;
    }
  }
  bool poll_until(NodeId node, const PollCondition& condition, CallSite site) {
    try {
      return session_.poll_until(node, condition, site);
    } catch (const RunStopped&) {
      handle_stop_in_call("poll_until", site);
      return true;
    }
  }
  void note_refused_lock(NodeId node, NodeId owner, CallSite site) {
    try {
      session_.note_refused_lock(node, owner, site);
    } catch (const RunStopped&) {
      handle_stop_in_call("try_lock", site);
    }
  }
  ActiveMessageState& active_message_state_of(NodeId node) {
    try {
      return session_.active_message_state_of(node);
    } catch (const RunStopped&) {
      return handle_stop_in_active_message_call();
    }
  }
  void run_at_turn_of_node(NodeId node, const std::function<void()>& what) {
    try {
      session_.run_at_turn_of_node(node, what);
    } catch (const RunStopped&) {
      handle_stop_in_call("a call of a group", {});
      what();
    }
  }
  void note_posted_collective(const Request& collective, PostedCollectiveStage stage) {
    try {
      session_.note_posted_collective(collective, stage);
    } catch (const RunStopped&) {
      handle_stop_in_call("a posted collective", collective.site);
    }
  }
  void record_mark(NodeId node, const char* label) {
    try {
      session_.record_mark(node, label);
    } catch (const RunStopped&) {
      handle_stop_in_call("mark", {});
    }
  }

  /// The time that now() returns after the end of a run: later than anything that a program waits for.
  static constexpr VirtualTime kVirtualTimeAfterRunEnd{Duration::max() / 2};

 private:
  // The functions whose names begin with handle_stop_ are called when a call of the session has thrown RunStopped. They
  // throw RunStopped again, unless the node's program is already unwinding its stack.
  void handle_stop_in_call(Request& request);
  std::size_t handle_stop_in_call(std::span<Request* const> requests, WaitSite where);
  bool handle_stop_in_probe(Request& probe, WaitingCall call);
  bool handle_stop_in_collective(const CollectiveCall& call, CallSite site);
  ActiveMessageState& handle_stop_in_active_message_call();
  void handle_stop_in_call(const char* call, CallSite site);
  void rethrow_run_stop_or_abandon_program();
  bool must_record_last_call() const noexcept;

  Session& session_;
  const NodeId node_;
  const std::uint32_t bulk_port_count_;
  /// The number of calls after the end of the run, in which a call counts as ten calls if the program's stack is not
  /// unwinding.
  std::uint32_t weighted_call_count_after_run_end_ = 0;
  /// What handlers of active messages can use on the node after the end of the run; until then, the session has this
  /// object.
  std::unique_ptr<ActiveMessageState> active_message_state_after_end_;
};

}  // namespace switchyard
