#pragma once
/// \file session.hpp
/// A session is a clock as a Node uses it. The clocks virtual, wall, off and native implement it; a test may give a
/// node program a scripted session.

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "runtime/active_message.hpp"
#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/request.hpp"
#include "runtime/service_locks.hpp"
#include "runtime/waiting_call.hpp"

namespace switchyard {

/// Whether a test of several requests asks if any one of them is complete, or if all are. A test that finds fewer
/// complete requests counts as a poll in vain.
enum class RequestTestCondition : std::uint8_t { any, all };

/// The result of a test or probe that has to find something (Arbiter::prescribed_test_or_probe_result) and has not
/// found it yet. Only a call whose WaitSite::is_repeated is set returns this. The caller has to let collectives under
/// way continue, because the awaited message may depend on them, and then to make the test or probe again.
inline constexpr std::size_t kResultTestMustBeRepeated = std::numeric_limits<std::size_t>::max();

/// The interface of the clocks of runs. Every function is called on the node's own thread or fiber, and throws
/// RunStopped when the run has ended with an error; node_session.hpp says what a call of the node's program does then.
class Session {
 public:
  virtual ~Session() = default;

  virtual void post(Request& request) = 0;
  /// Makes later operations of the node happen after all of `requests`, as if they were waited for one after another.
  /// The node's thread need not wait here. The requests must exist until the next call that blocks has returned.
  virtual void order_later_calls_after_requests(NodeId node, std::span<Request* const> requests, WaitSite where) = 0;
  /// Blocks until all requests are complete, as if they were waited for one after another.
  virtual void wait_all(NodeId node, std::span<Request* const> requests, WaitSite where) = 0;
  /// Blocks until one of `requests` is complete, and returns its index.
  virtual std::size_t wait_any(NodeId node, std::span<Request* const> requests, WaitSite where) = 0;
  /// Blocks until at least one of `requests` is complete, and then sets the mark Request::was_found_complete of each
  /// request that is complete.
  virtual void wait_some(NodeId node, std::span<Request* const> requests, WaitSite where) = 0;
  /// Returns how many of `requests` are complete, and sets Request::was_found_complete of the complete ones. The call
  /// takes virtual time, so that a loop of tests advances.
  virtual std::size_t test(NodeId node, std::span<Request* const> requests, RequestTestCondition enough,
                           WaitSite where) = 0;
  /// Returns how many of `requests` are complete, and sets Request::was_found_complete of the complete ones, without
  /// taking virtual time. Only the runtime may call this, never a loop of a program, for which virtual time would stand
  /// still.
  virtual std::size_t count_complete_requests_at_no_cost(NodeId node, std::span<Request* const> requests,
                                                         CallSite site) = 0;
  /// Returns the number of messages found for `probe`, 0 or 1, and writes the message's source, tag and size into the
  /// probe. The call costs virtual time.
  virtual std::size_t probe(Request& probe, WaitSite where) = 0;
  /// Blocks until there is a message for `probe`. Returns false if one of the requests `watched` is complete first. The
  /// call costs virtual time if `watched` is not empty.
  virtual bool wait_for_message_of_probe(Request& probe, std::span<Request* const> watched, WaitingCall call) = 0;
  /// Cancels a send or receive that has not been matched with a receive or message. Once the request is complete,
  /// Request::cancelled says whether it was cancelled.
  virtual void cancel(Request& request) = 0;
  virtual void compute(NodeId node, Duration cost, CallSite site) = 0;
  /// Begins real work of the node's program on the node's thread, which lasts until end_work_on_host(). The node
  /// promises not to communicate before now + cost in virtual time.
  virtual void begin_work_on_host(NodeId node, Duration cost, CallSite site) = 0;
  virtual void end_work_on_host(NodeId node) = 0;
  virtual VirtualTime now(NodeId node) = 0;
  /// Returns whether events of the run are pending beside what `node` will do next. A clock without events cannot tell,
  /// and returns true.
  virtual bool has_pending_events(NodeId /*node*/) { return true; }
  /// Returns whether events happen in the order of virtual time. The result is false if an arbiter chooses another
  /// order, but true if the arbiter decides only the results of calls (Arbiter::decides_test_and_probe_results).
  virtual bool are_events_in_virtual_time_order() const noexcept { return false; }
  /// Blocks until all operations that the node has asked for are done. now() does this, too, but counts as reading the
  /// clock.
  virtual void wait_for_own_operations(NodeId node) { now(node); }
  /// Returns whether take_part_in_collective() works for this kind; otherwise the node builds the collective of
  /// messages.
  virtual bool has_collective(Collective kind) const = 0;
  /// Notes that the node begins a collective of all nodes that is built of messages. If other nodes begin a different
  /// collective, the run ends with an error. `call` must exist until the next call that blocks has returned.
  virtual void note_begin_of_collective_by_messages(NodeId node, const CollectiveCall& call, CallSite site) = 0;
  /// Notes how far the posted collective with this request has come. The request is of the kind
  /// Request::Kind::collective.
  virtual void note_posted_collective(const Request& /*collective*/, PostedCollectiveStage /*stage*/) {}
  /// Blocks until all nodes have called the collective and the machine has carried it out. Returns false if one of
  /// call.interrupting_requests is complete before; the node then has to make the call again. If other nodes call a
  /// different collective, the run ends with an error.
  virtual bool take_part_in_collective(NodeId node, const CollectiveCall& call, CallSite site) = 0;
  /// Makes later operations of the node happen after the machine's own barrier, or its
  /// global_sync, of all nodes. The node's thread need not wait here.
  virtual void order_later_calls_after_barrier(NodeId node, Collective kind, CallSite site) {
    take_part_in_collective(node, {.kind = kind}, site);
  }
  /// Sends an active message. If the network has no room for the message, the node waits, and handles arriving messages
  /// meanwhile.
  virtual void send_active_message(const Packet& packet) = 0;
  /// Handles the active messages that have arrived; if there are none, this costs virtual time. Returns whether one of
  /// `watched` is complete.
  virtual bool poll(NodeId node, std::span<Request* const> watched, CallSite site) = 0;
  /// Handles active messages until `condition` holds, and then returns true. Returns false if the deadline of
  /// `condition` passes before that, or if one of condition.interrupting_requests is complete.
  virtual bool poll_until(NodeId node, const PollCondition& condition, CallSite site) = 0;
  /// Called when `node` has tried in vain to take the busy lock of node `owner`. If a node does so again and again, and
  /// neither does anything else nor reads its clock, this call finally blocks until the lock is free or something else
  /// has happened to the node.
  virtual void note_refused_lock(NodeId /*node*/, NodeId /*owner*/, CallSite /*site*/) {}
  /// Returns what handlers of active messages can use on the node. Waits first until all operations that the node has
  /// asked for are done and no handler is under way.
  virtual ActiveMessageState& active_message_state_of(NodeId node) = 0;
  /// Calls the function `what` when it is the turn of `node`. Under the virtual clock the turns follow virtual time,
  /// and at equal times the numbers of nodes, however fast the threads are; `what` then runs after all operations that
  /// the node has asked for before. `what` must neither block nor throw.
  virtual void run_at_turn_of_node(NodeId /*node*/, const std::function<void()>& what) { what(); }
  /// Marks the node's present time in the report of the run. `label` must outlive the run.
  virtual void record_mark(NodeId node, const char* label) = 0;
  /// Called before fail() if the node's program has left requests behind whose buffers are gone, so that nothing may
  /// use these requests any more.
  virtual void note_abandoned_requests(NodeId /*node*/) {}
  /// The runtime calls finish() when a node's program has returned, and fail() when the program has thrown.
  virtual void finish(NodeId node) = 0;
  virtual void fail(NodeId node, std::exception_ptr error) = 0;
  /// Returns whether the thread of `node` is running the node's program. If it is doing work of the emulator itself,
  /// the result is false, and an exception that is thrown is not the program's.
  virtual bool is_program_running(NodeId /*node*/) const { return true; }

  /// The locks of services, such as those of MPI windows, that nodes of this session hold or ask for.
  ServiceLocks& service_locks() noexcept { return service_locks_; }
  const ServiceLocks& service_locks() const noexcept { return service_locks_; }

  /// Ends the run because its limit of host time has passed; any thread may call this. The run ends with an
  /// UnfinishedError when a node makes its next call.
  void end_at_host_limit() {
    has_reached_host_limit_.store(true);
    note_host_time_limit_reached();
  }
  bool has_reached_host_limit() const noexcept { return has_reached_host_limit_.load(); }
  /// Records the call in which a node was when the run ended, such as "receive from 5 (ring.cpp:12)". Only the first
  /// record of each node counts.
  void note_last_call(NodeId node, std::string call) {
    const std::lock_guard lock(last_calls_mutex_);
    last_calls_.try_emplace(node, std::move(call));
  }
  /// Records the call in which a node was when the run ended, and replaces an earlier record of this node.
  void replace_last_call(NodeId node, std::string call) {
    const std::lock_guard lock(last_calls_mutex_);
    last_calls_[node] = std::move(call);
  }
  /// Returns, for each node, the name of the call in which the node was when the run ended (see note_last_call()). Call
  /// this after the run.
  const std::map<NodeId, std::string>& last_calls() const noexcept { return last_calls_; }
  /// Notes the exit code, other than 0, with which the program of a node has ended.
  void note_exit_code(NodeId node, int code) {
    const std::lock_guard lock(last_calls_mutex_);
    exit_codes_[node] = code;
  }
  /// Returns the exit codes that note_exit_code() has noted. Call it after the run.
  const std::map<NodeId, int>& exit_codes() const noexcept { return exit_codes_; }

 protected:
  virtual void note_host_time_limit_reached() {}

 private:
  std::atomic<bool> has_reached_host_limit_{false};
  ServiceLocks service_locks_;
  std::mutex last_calls_mutex_;
  std::map<NodeId, std::string> last_calls_;
  std::map<NodeId, int> exit_codes_;
};

/// Thrown through a node program to end the program when another node has failed. It is not a std::exception, so that
/// only a broad `catch (...)` can catch it. A program that does so is stopped again at its next call that is not made
/// while its stack unwinds.
struct RunStopped {};

}  // namespace switchyard
