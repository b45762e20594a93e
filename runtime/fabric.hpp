#pragma once
/// \file fabric.hpp
/// A fabric is what a machine implements: plain sequential event code, called by one thread at a time, that decides
/// when each message becomes visible. Fabrics have links, ports and buffers, and know nothing of threads and clocks.

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

/// Counters of a machine's network (its fabric), as sums over all nodes.
struct FabricStatistics {
  std::uint64_t messages = 0;  ///< number of messages delivered or discarded, including those of zero bytes
  /// The number of circuits (paths through the network) that were set up for data, control and zero-byte messages.
  std::uint64_t circuits = 0;
  std::uint64_t payload_bytes = 0;  ///< number of bytes delivered in messages
  /// The number of messages of the iPSC/860's protocol FORCED that were discarded for lack of a posted receive.
  std::uint64_t discarded = 0;
  std::uint64_t blocked = 0;  ///< number of circuits that had to wait for a link
  Duration link_wait{};       ///< total time that transfers lost because other transfers used their links
  std::uint64_t packets = 0;  ///< number of active messages that were handled
  /// The total time for which circuits waited for ports, including waits for the other direction of a half-duplex port.
  Duration port_wait{};
};

/// A message that no node has received by the end of a run.
struct LeftOverMessage {
  MessageLabel label;
  NodeId destination;
  std::uint64_t bytes;
  CallSite site;  ///< place in the program where the message was sent
};

/// A message that was discarded because it came before its receive was posted.
struct DiscardedMessage {
  LeftOverMessage message;
  VirtualTime at{};
};

/// The running network of a machine. It is never called by two threads at once. A fabric acts through the Emulation
/// that it was made with: it schedules events for itself and completes requests.
class Fabric {
 public:
  virtual ~Fabric() = default;

  /// Returns the processor time that posting `send` takes before the message enters the network.
  virtual Duration send_overhead(const Request& send) = 0;
  /// Called when `send` enters the network. The fabric completes the send when its buffer may be
  /// used again.
  virtual void post_send(Request& send) = 0;
  /// Called for a message that a node sends to itself, and that never enters the network.
  virtual void post_to_self(Request& /*send*/) { throw UsageError("its fabric knows no messages of a node to itself"); }
  /// Called when `receive` is posted. The fabric completes the receive when its message has been
  /// delivered. If receive.has_taken_message is set, the receive is for the message `receive.taken` and for no
  /// other.
  virtual void post_receive(Request& receive) = 0;
  /// Finds, among the messages that are known at their destination, the one that a receive with
  /// the source, tag and context of `probe` would get if it were posted now. Writes source, tag
  /// and size of the message into `probe`, and returns whether there is such a message. If
  /// probe.has_taken_message is set, the message goes only to a receive that is posted for it.
  virtual bool find_message(Request& /*probe*/) { throw UsageError("its fabric knows no probes"); }
  /// Cancels `request` unless it has been matched, and returns whether the request was cancelled.
  /// A cancelled receive is forgotten. The message of a cancelled send will not be received; the
  /// fabric completes this send as usual, without waiting for the receiver any more. A fabric may
  /// refuse to cancel any request.
  virtual bool cancel(Request& /*request*/) { return false; }
  /// Called when all nodes have called one of the machine's own collectives, with `bytes` bytes each. The fabric lets
  /// each node leave the collective by Emulation::leave_collective. This function is called only for kinds for which
  /// MachineModel::has_collective is true.
  virtual void begin_collective(Collective /*kind*/, std::uint64_t /*bytes*/) {}
  /// Sends an active message into the network. If there is no room for the message, the fabric keeps it and returns
  /// false; once there is room, the fabric calls Emulation::resume_after_packet_sent. The functions for active messages
  /// are called only where MachineModel::has_active_messages is true.
  virtual bool inject(const Packet& /*packet*/) { return true; }
  /// Sends the reply of an active message's handler into the network. The reply enters the network `after` from now,
  /// and always finds room there.
  virtual void inject_reply(const Packet& /*packet*/, Duration /*after*/) {}
  /// Called when the destination of an active message has taken the message out of the network, so
  /// that its room there is free again.
  virtual void on_packet_taken(const Packet& /*packet*/) {}
  /// Called when an active message without a handler, which belongs to the fabric itself, is
  /// handled at its destination.
  virtual void on_own_packet_handled(const Packet& /*packet*/) {}
  /// Called when an active message that interrupts has used the processor of `node` for `time`.
  /// Returns true if the processor was moving message data, which then takes longer by `time`.
  /// Otherwise `time` is charged to the node's program.
  virtual bool interrupt(NodeId /*node*/, Duration /*time*/) { return false; }
  /// Called before each event, so that the fabric can prefetch the data that the next events need: with many nodes this
  /// data is not in the host's caches. `next` is the next event, and `after` most likely the one that follows it. Each
  /// is an event of a node, and not of the network as a whole, and belongs to the engine or to this fabric.
  virtual void prefetch_for_next_events(const Event& /*next*/, const Event& /*after*/) const {}
  /// Returns whether in `event` a message enters or leaves a path that includes `link`. This function is called only
  /// for fabrics for which reports_touched_state() is true.
  virtual bool event_uses_link(const Event& /*event*/, LinkId /*link*/) const { return false; }
  /// Returns whether the fabric reports, by Emulation::note_touched_by_event, each node and link whose state it reads
  /// or changes, except the node of the event or request that it is called for.
  virtual bool reports_touched_state() const { return false; }
  /// Called when an event that this fabric has scheduled is due.
  virtual void on_event(const Event& event) = 0;

  /// Appends to `out` what an incomplete `request` waits for inside the network. Appends nothing
  /// if the request waits only for a call of the node at the other end.
  virtual void append_blockers_of(const Request& request, std::vector<BlockingResource>& out) const = 0;
  /// Appends to `out` what an active message of `node` waits for, if the network has no room for this message yet.
  virtual void append_blockers_of_unsent_packet(NodeId /*node*/, std::vector<BlockingResource>& /*out*/) const {}
  /// Returns the latest messages to `node` that were discarded, in the order of time. Returns no more of them than
  /// reports show.
  virtual std::vector<DiscardedMessage> discarded(NodeId /*node*/) const { return {}; }
  /// Returns the messages that were sent and never received. This function is called at the end of a run.
  virtual std::vector<LeftOverMessage> left_over_messages() const = 0;
  virtual FabricStatistics statistics() const = 0;
  /// Called when the run is over: reports to the observer all transfers that have not ended.
  virtual void show_open_transfers(Observer& /*observer*/) const {}
};

}  // namespace switchyard
