#pragma once
/// \file session.hpp
/// What a Node needs of the clock it runs under. The virtual clock and the clock `off` implement it; a test may hand a
/// node program a scripted one.

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "runtime/active_message.hpp"
#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/request.hpp"
#include "runtime/waiting_call.hpp"

namespace switchyard {

/// What a test of several requests is for; a node that finds less polls in vain.
enum class Enough : std::uint8_t { any, all };

/// Every call is made on the node's own thread or fiber. A call throws RunStopped when the run has ended with an error;
/// what the program's call does then, see node_session.hpp.
class Session {
 public:
  virtual ~Session() = default;

  virtual void post(Request& request) = 0;
  /// What the node does next comes after all of `requests`, as if they were waited for one after another; the node's
  /// thread need not wait for them here. They must stay until the next call that blocks has returned.
  virtual void wait_later(NodeId node, std::span<Request* const> requests, WaitSite where) = 0;
  /// Blocks until all are complete, as if they were waited for one after another.
  virtual void wait_all(NodeId node, std::span<Request* const> requests, WaitSite where) = 0;
  /// Blocks until one is complete; its index.
  virtual std::size_t wait_any(NodeId node, std::span<Request* const> requests, WaitSite where) = 0;
  /// Blocks until one is complete; all that are then are told (Request::told).
  virtual void wait_some(NodeId node, std::span<Request* const> requests, WaitSite where) = 0;
  /// How many are complete; they are told. Costs virtual time, so that a polling loop advances.
  virtual std::size_t test(NodeId node, std::span<Request* const> requests, Enough enough, WaitSite where) = 0;
  /// The same without taking any time, for the node's own housekeeping: a program must not loop over it.
  virtual std::size_t look(NodeId node, std::span<Request* const> requests, CallSite site) = 0;
  /// Whether there is a message for `probe`, which is filled in. Costs virtual time.
  virtual bool probe(Request& probe, WaitingCall call) = 0;
  /// Blocks until there is one, or one of `watched` is complete: false. Costs virtual time if something is watched.
  virtual bool wait_probe(Request& probe, std::span<Request* const> watched, WaitingCall call) = 0;
  /// Takes back what has been posted, if it has not been matched. Request::cancelled says so once it is complete.
  virtual void cancel(Request& request) = 0;
  virtual void compute(NodeId node, Duration cost, CallSite site) = 0;
  /// The node promises not to communicate before now + cost; its thread does real work until end_work.
  virtual void begin_work(NodeId node, Duration cost, CallSite site) = 0;
  virtual void end_work(NodeId node) = 0;
  virtual VirtualTime now(NodeId node) = 0;
  /// Blocks until all that the node has asked for is done, as now() does; but no program learns the time from it.
  virtual void settle(NodeId node) { now(node); }
  /// True if collective() works for this kind; else the node builds it of messages.
  virtual bool has_collective(Collective kind) const = 0;
  /// Blocks until all nodes have called it, and the machine is done. False if it is not over, but one of call.watched
  /// is complete: to be called again.
  virtual bool collective(NodeId node, const CollectiveCall& call, CallSite site) = 0;
  /// The machine's own barrier, or its global_sync; the node's thread need not wait for it here.
  virtual void barrier_later(NodeId node, Collective kind, CallSite site) { collective(node, {.kind = kind}, site); }
  /// Sends an active message. While the network has no room for it, handles what arrives, and waits.
  virtual void request(const Packet& packet) = 0;
  /// Handles what has arrived; costs virtual time if that is nothing. Whether one of `watched` is complete.
  virtual bool poll(NodeId node, std::span<Request* const> watched, CallSite site) = 0;
  /// Handles what arrives until the condition holds. False if its deadline is past before, or one of condition.watched
  /// is complete.
  virtual bool poll_until(NodeId node, const PollCondition& condition, CallSite site) = 0;
  /// `node` has tried to take the lock of `owner` in vain. A node that does so again and again, does nothing else and
  /// does not look at the time, waits here in the end, until the lock is free or something else has happened to it.
  virtual void lock_refused(NodeId /*node*/, NodeId /*owner*/, CallSite /*site*/) {}
  /// What handlers find on the node, when all that it has asked for so far has been done, and no handler is under way.
  virtual Reception& reception(NodeId node) = 0;
  /// Runs `what` when it is this node's turn: under the virtual clock in the order of virtual time and of nodes, after
  /// all that the node has asked for before, however fast its thread is. `what` must neither block nor throw.
  virtual void in_turn(NodeId /*node*/, const std::function<void()>& what) { what(); }
  /// `label` must outlive the run.
  virtual void mark(NodeId node, const char* label) = 0;
  /// Before fail: the program has left requests behind whose buffers are gone; they must not be touched any more.
  virtual void abandon(NodeId /*node*/) {}
  /// The program has returned, or thrown.
  virtual void finish(NodeId node) = 0;
  virtual void fail(NodeId node, std::exception_ptr error) = 0;
  /// False while the node's thread does the run's own work: what it throws then is not its program's.
  virtual bool runs_program(NodeId /*node*/) const { return true; }

  /// Any thread: the run has taken as long as it may on the host. It ends with an UnfinishedError when a node makes its
  /// next call.
  void expire() {
    expired_.store(true);
    notice_expiry();
  }
  bool has_expired() const noexcept { return expired_.load(); }
  /// The call in which the end of the run has found a node, of each node the first: "receive from 5 (ring.cpp:12)".
  void note_stop(NodeId node, std::string call) {
    const std::lock_guard lock(stops_mutex_);
    stops_.try_emplace(node, std::move(call));
  }
  /// After the run.
  const std::map<NodeId, std::string>& stops() const noexcept { return stops_; }

 protected:
  virtual void notice_expiry() {}

 private:
  std::atomic<bool> expired_{false};
  std::mutex stops_mutex_;
  std::map<NodeId, std::string> stops_;
};

/// Thrown through a node program to end it when another one has failed. Not an std::exception, so that only a broad
/// `catch (...)` can stop it, and such a program is stopped at its next call outside of unwinding.
struct RunStopped {};

}  // namespace switchyard
