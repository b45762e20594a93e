#pragma once
/// \file fabric.hpp
/// What a machine implements: plain sequential event code, called by one thread at a time, that decides when each
/// message becomes visible. Links, ports and buffers live there; threads and clocks do not.

#include <string>
#include <vector>

#include "runtime/active_message.hpp"
#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/error.hpp"
#include "runtime/event.hpp"
#include "runtime/observer.hpp"
#include "runtime/request.hpp"
#include "runtime/resource.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// What a fabric counts; sums over all nodes.
struct FabricStatistics {
  std::uint64_t messages = 0;       ///< messages delivered or discarded, zero-byte ones included
  std::uint64_t circuits = 0;       ///< paths set up: data, control and zero-byte ones
  std::uint64_t payload_bytes = 0;  ///< bytes delivered
  std::uint64_t discarded = 0;      ///< FORCED messages that found no posted receive
  std::uint64_t blocked = 0;        ///< circuits that had to wait for a link
  Duration link_wait{};             ///< time heads waited for links
  std::uint64_t packets = 0;        ///< active messages handled
  Duration port_wait{};             ///< time circuits waited for ports and for the half-duplex rule
};

/// A message that nobody received.
struct LeftOver {
  MessageLabel label;
  NodeId destination;
  std::uint64_t bytes;
  CallSite site;  ///< where it was sent
};

/// A message that came before its receive, and is gone.
struct DiscardedMessage {
  LeftOver message;
  VirtualTime at{};
};

/// The running network of a machine. Never called by two threads at once. A fabric acts through the Engine that it was
/// made with: it schedules events for itself and completes requests.
class Fabric {
 public:
  virtual ~Fabric() = default;

  /// Processor time that posting `send` takes before the message enters the network.
  virtual Duration send_overhead(const Request& send) = 0;
  /// `send` enters the network now; the fabric completes it when its buffer may be used again.
  virtual void post_send(Request& send) = 0;
  /// The same for a message of a node to itself, which never enters the network.
  virtual void post_to_self(Request& /*send*/) { throw UsageError("its fabric knows no messages of a node to itself"); }
  /// `receive` is posted now; the fabric completes it when its message has been delivered. If it `takes`, it is for the
  /// message `taken` and for no other.
  virtual void post_receive(Request& receive) = 0;
  /// The message that a receive like `probe`, posted now, would get, of those that are known at their destination:
  /// fills in source, tag and size. False if there is none. If the probe `takes`, no receive gets the message but the
  /// one that is posted for it.
  virtual bool find_message(Request& /*probe*/) { throw UsageError("its fabric knows no probes"); }
  /// Takes `request` back unless it has been matched; true if so. Of a receive, the fabric forgets it. The message of a
  /// send will not be received; the fabric completes the send as always, which must not depend on its receiver any
  /// more. A fabric may as well take nothing back.
  virtual bool cancel(Request& /*request*/) { return false; }
  /// All nodes have come to one of the machine's own collectives, with so many bytes each: the fabric lets each of them
  /// leave. Called only for kinds that MachineModel::has_collective.
  virtual void begin_collective(Collective /*kind*/, std::uint64_t /*bytes*/) {}
  /// An active message enters the network. False if there is no room for it: the fabric keeps it, and lets its node go
  /// on with Engine::packet_sent once there is. Called only where MachineModel::has_active_messages, as are the next
  /// three.
  virtual bool inject(const Packet& /*packet*/) { return true; }
  /// A handler's reply enters the network `after` from now; there is always room for it.
  virtual void inject_reply(const Packet& /*packet*/, Duration /*after*/) {}
  /// `node` has taken a packet out of the network.
  virtual void packet_taken(const Packet& /*packet*/) {}
  /// A packet without a handler has been handled: the fabric's own business.
  virtual void on_packet(const Packet& /*packet*/) {}
  /// A packet that interrupts has taken so much of the processor of `node`. True if that was moving data, which takes
  /// longer by as much; else the program pays.
  virtual bool interrupt(NodeId /*node*/, Duration /*time*/) { return false; }
  /// With many nodes, what an event needs is far from any cache: before each event the fabric may prefetch for the next
  /// one, which is for `next`, and for the one behind it, most likely for `after`.
  virtual void look_ahead(NodeId /*next*/, NodeId /*after*/) const {}
  /// True if `event` lets a message get on, or off, a path over `link`. Only of a fabric that tells what it touches.
  virtual bool concerns(const Event& /*event*/, LinkId /*link*/) const { return false; }
  /// True if it tells the engine of each node and link that it looks at or changes, besides those of an event or
  /// request.
  virtual bool reports_touches() const { return false; }
  /// An event that this fabric scheduled is due.
  virtual void on_event(const Event& event) = 0;

  /// What an operation that is not complete waits for inside the network; nothing if only for the other side's call.
  virtual void blockers(const Request& request, std::vector<Blocker>& out) const = 0;
  /// The same for a packet that `node` could not send yet.
  virtual void packet_blockers(NodeId /*node*/, std::vector<Blocker>& /*out*/) const {}
  /// The latest messages to `node` that were discarded, in the order of time; not more than reports have room for.
  virtual std::vector<DiscardedMessage> discarded(NodeId /*node*/) const { return {}; }
  /// Messages sent, but never received, at the end of a run.
  virtual std::vector<LeftOver> left_over() const = 0;
  virtual FabricStatistics statistics() const = 0;
  /// The run is over: tells the observer what it has not been told of transfers that never ended.
  virtual void show_open(Observer& /*observer*/) const {}
};

}  // namespace switchyard
