#pragma once
/// \file endpoint.hpp
/// What a node has of the network, the same for all machines: its send port and its receive port, the receives that it
/// has posted, and a system buffer for messages that come before theirs.
///
/// A fabric is derived from EndpointFabric and says only what is its own: who may enter the network, what moves there,
/// and when it ends. It calls, in the order of a message's way:
///
///   leave()      the message leaves its node
///   reach()      its head is at its destination: it takes the receive port, or waits for that in its FIFO
///   find_place() it gets a posted receive or room in the system buffer, or waits for either
///   deliver()    its last byte is in: it is received or stored
///   pass_on()    the receive port goes to the next
///
/// Each node has at most one transfer on its way out, so that such a transfer is named by its source.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "machines/endpoint/transfer.hpp"
#include "runtime/emulation.hpp"
#include "runtime/fabric.hpp"
#include "runtime/matching.hpp"
#include "runtime/observer.hpp"

namespace switchyard {

/// A message without a posted receive: it has come, or has its place reserved, or asks for one.
struct StoredMessage : EarlyMessage {
  std::unique_ptr<std::byte[]> payload;
  Request* receive = nullptr;    ///< posted while the data was still on its way
  Request* send = nullptr;       ///< of a synchronous message, which hears of its receive
  Transfer* transfer = nullptr;  ///< what asks for room, until it has it
  bool arrived = false;
  bool reserved = false;    ///< holds `bytes` of the system buffer
  bool costs_copy = false;  ///< when it comes out of its buffer
  bool dropped = false;     ///< its send was cancelled while the data was still on its way
  // Where only what comes before its receive is copied:
  VirtualTime moves_since{};  ///< its data
  VirtualTime bound_at{};     ///< to `receive`
};

/// One node's. What most messages need comes first.
struct alignas(kCacheLine) Endpoint {
  static constexpr NodeId kNobody{std::numeric_limits<std::uint32_t>::max()};

  TransferState wait = TransferState::moves;  ///< what the transfer on its way out waits for, if it is one of the waits
  bool receive_busy = false;                  ///< a transfer has reached this node and holds its receive port
  NodeId next_waiting = kNobody;              ///< behind the transfer on its way out, in the FIFO of a receive port
  VirtualTime since{};                        ///< start of that wait
  NodeId receiving_from{};                    ///< source of the transfer that holds the receive port
  NodeId first_waiting = kNobody;             ///< FIFO of transfers that hold their path up to here
  NodeId last_waiting = kNobody;              ///< of that FIFO, if it is not empty
  PostedReceives posted;
  EarlyMessages<StoredMessage> stored;  ///< come, or with a place reserved; without those that are bound to a receive
  EarlyMessages<StoredMessage> asking;  ///< messages to this node that have asked for room in its system buffer
  StoredMessage* at_port = nullptr;     ///< the message that holds the receive port and waits for room
  EarlyMessages<StoredMessage> taken;   ///< by probes, each for a receive that is posted later
  std::uint64_t buffer_used = 0;
};

class EndpointFabric : public Fabric {
 public:
  void post_to_self(Request& send) final;
  void post_receive(Request& receive) final;
  bool find_message(Request& probe) final;
  bool cancel(Request& request) final;
  std::vector<DiscardedMessage> discarded(NodeId node) const final;

 protected:
  struct EndpointOptions {
    bool buffers = true;              ///< false: a message always waits for its receive
    std::uint64_t system_buffer = 0;  ///< bytes a node
    TimePerByte copy_out{};           ///< processor time of a message that comes out of the system buffer
    /// A receiver that is blocked in a receive goes on after its share of the software even if the message had a place
    /// in the system buffer; otherwise it goes on at once, and its next operation pays.
    bool stored_messages_interrupt = false;
    /// A message of this protocol that finds no posted receive is discarded.
    std::optional<Protocol> discarded = std::nullopt;
    const char* carrier = "message";  ///< what holds ports, in reports
    /// Of a message whose receive is posted while its data comes, only what has come by then is copied. Needs
    /// StoredMessage::moves_since. Otherwise all of it is.
    bool copies_what_came_before = false;
  };

  EndpointFabric(Emulation& emulation, std::uint32_t nodes, const EndpointOptions& options)
      : emulation_(emulation), options_(options), endpoints_(nodes) {}

  // --- what a fabric adds -------------------------------------------------------------------------------------------

  /// The transfer out of `source` holds the receive port of `destination`, and has waited there for a place: it may
  /// find one now.
  virtual void retry_place(NodeId source, NodeId destination) = 0;
  /// A transfer that has asked for room has it, or a receive was posted for it.
  virtual void grant(Transfer& /*transfer*/) {}
  /// Forgets the message if it still waits for the send port of its node, holding nothing. False if it does not.
  virtual bool hold_back(Request& /*send*/) { return false; }

  // --- the send port ------------------------------------------------------------------------------------------------

  /// A transfer enters the network at `source`, for `destination`, which is not the message's own if it is about it.
  void leave(NodeId source, NodeId destination, const Transfer& transfer, TransferKind kind) {
    ++statistics_.circuits;
    statistics_.port_wait += emulation_.now() - transfer.queued_since;
    if (emulation_.observer() != nullptr) [[unlikely]]
      show_leaving(index(source), source, destination, transfer, kind);
  }
  /// The same in a fabric in which a node has many messages on their way, so that each is named by its record.
  void leave_as(std::uint32_t name, const Transfer& transfer) {
    ++statistics_.circuits;
    if (emulation_.observer() != nullptr) [[unlikely]]
      show_leaving(name, transfer.message->owner, transfer.message->peer, transfer, kind_of(*transfer.message));
  }
  static TransferKind kind_of(const Request& message) noexcept {
    return message.bytes > 0 ? TransferKind::data : TransferKind::signal;
  }

  // --- the receive port ---------------------------------------------------------------------------------------------

  /// True if the transfer has the receive port of its destination now; if false, pass_on() will name it.
  bool reach(NodeId source, NodeId destination) {
    if (endpoint(destination).receive_busy) return wait_in_line(source, destination);
    take_port(source, destination);
    return true;
  }
  /// The transfer that holds the receive port has ended. The one that has the port now, if any has waited for it.
  std::optional<NodeId> pass_on(NodeId destination) {
    Endpoint& to = endpoint(destination);
    to.receive_busy = false;
    if (to.first_waiting == Endpoint::kNobody) return std::nullopt;
    const NodeId next = to.first_waiting;
    to.first_waiting = endpoint(next).next_waiting;
    end_wait(next);
    take_port(next, destination);
    return next;
  }

  /// Source of the transfer that holds the receive port of `node`, if one does.
  std::optional<NodeId> receiving_from(NodeId node) const noexcept {
    const Endpoint& to = endpoint(node);
    return to.receive_busy ? std::optional(to.receiving_from) : std::nullopt;
  }

  // --- what the transfer on its way out waits for -------------------------------------------------------------------

  void begin_wait(NodeId source, TransferState wait, std::optional<NodeId> holder) {
    Endpoint& from = endpoint(source);
    from.wait = wait;
    from.since = emulation_.now();
    show(source, wait, holder);
  }
  void end_wait(NodeId source) {
    Endpoint& from = endpoint(source);
    statistics_.port_wait += emulation_.now() - from.since;
    from.wait = TransferState::moves;
  }
  /// The message on its way out of `source` holds the receive port of its destination, and waits there for a place.
  void wait_for_place(NodeId source, Transfer& transfer, std::optional<NodeId> holder);
  TransferState wait_of(NodeId source) const noexcept { return endpoint(source).wait; }
  /// Tells the observer.
  void show(NodeId source, TransferState state, std::optional<NodeId> holder = {}) const {
    show_named(index(source), state, holder);
  }
  void show_named(std::uint32_t name, TransferState state, std::optional<NodeId> holder = {}) const {
    if (Observer* observer = emulation_.observer()) [[unlikely]]
      observer->transfer_is(emulation_.now(), name, state, holder);
  }

  // --- places at the destination ------------------------------------------------------------------------------------

  /// Takes a posted receive that the message matches. False if there is none.
  bool find_receive(Transfer& transfer) {
    Request& message = *transfer.message;
    transfer.place.receive = take_receive(message);
    transfer.place.nowhere = message.cancelled;
    return transfer.place.is_known();
  }
  /// The same, or room in the system buffer. False if there is neither.
  bool find_place(Transfer& transfer) {
    return transfer.place.is_known() || find_receive(transfer) || reserve(transfer);
  }
  /// A transfer that holds nothing gets in line for room at its destination; grant() will tell. Until then, a receive
  /// that is posted for it will do, too.
  void ask_for_place(Transfer& transfer);
  /// True if transfers to `node` stand in that line.
  bool is_asked_for_room(NodeId node) const noexcept { return !endpoint(node).asking.empty(); }
  /// The last byte of `message` is in: it goes to the receive of its place, or is stored. Without a place it takes a
  /// posted receive now; without that, it is discarded if its protocol is `discarded`, and stored without room if not.
  /// `software` is the receiver's processor time.
  void deliver(Request& message, const Place& place, Duration software) {
    ++statistics_.messages;
    if (place.stored != nullptr) return deliver_stored(message, *place.stored, software);
    Request* const receive = place.receive != nullptr ? place.receive : take_receive(message);
    if (receive == nullptr) return keep(message, software);
    hand_over(*receive, message, software);
  }

  // --- reports ------------------------------------------------------------------------------------------------------

  /// What the transfer on its way out of `source`, which is about `message`, waits for at its destination.
  void describe_wait(NodeId source, NodeId destination, const Request& message, std::vector<Blocker>& out) const;
  /// True, and says so, if `transfer` waits for room without holding anything.
  bool describe_asking(const Transfer& transfer, std::vector<Blocker>& out) const;
  /// The messages that `node` has got, from others or from itself, and that no receive was posted for.
  void add_stored(NodeId node, std::vector<LeftOver>& out) const;
  static void add_unsent(const Request& send, std::vector<LeftOver>& out) {
    out.push_back({label_of(send), send.peer, send.bytes, send.site});
  }

  // --- with many nodes, what a message needs is far from any cache --------------------------------------------------

  void prefetch_endpoint(NodeId node) const noexcept { prefetch_lines(&endpoints_[index(node)]); }
  /// A message from `source` to `destination` comes before long; prefetch_receive() in a moment.
  void prefetch_for_message(NodeId source, NodeId destination) const noexcept {
    prefetch_endpoint(destination);
    endpoints_[index(destination)].posted.prefetch_queue(source);
  }
  void prefetch_receive(NodeId source, NodeId destination) const noexcept {
    endpoints_[index(destination)].posted.prefetch(source);
  }

  Emulation& emulation_;
  FabricStatistics statistics_;  ///< messages, circuits, payload_bytes, discarded and port_wait are kept here

 private:
  Endpoint& endpoint(NodeId node) noexcept {
    emulation_.touch(node);
    return endpoints_[index(node)];
  }
  const Endpoint& endpoint(NodeId node) const noexcept {
    emulation_.touch(node);
    return endpoints_[index(node)];
  }
  void show_leaving(std::uint32_t name, NodeId source, NodeId destination, const Transfer& transfer,
                    TransferKind kind) const;
  bool wait_in_line(NodeId source, NodeId destination);
  void take_port(NodeId source, NodeId destination) {
    Endpoint& to = endpoint(destination);
    to.receive_busy = true;
    to.receiving_from = source;
  }
  bool has_room(const Endpoint& to, std::uint64_t bytes) const noexcept {
    return options_.buffers && bytes <= options_.system_buffer - std::min(to.buffer_used, options_.system_buffer);
  }
  /// Null, too, for a message whose send was cancelled. Always inlined: every message goes through here.
  [[gnu::always_inline]] Request* take_receive(Request& message) {
    if (message.cancelled) [[unlikely]]
      return nullptr;
    Request* const receive = endpoint(message.peer).posted.take(label_of(message));
    if (receive == nullptr) {
      check_may_be_early(message);
    } else {
      message.matched = true;
    }
    return receive;
  }
  bool reserve(Transfer& transfer);
  StoredMessage& new_stored(Request& message);
  void add(EarlyMessages<StoredMessage>& list, StoredMessage& message, NodeId node);
  void bind(StoredMessage& message, Request& receive);
  void take_for_probe(NodeId node, StoredMessage& message);
  bool cancel_send(Request& send);
  void advance(Transfer& transfer);
  void hand_over(Request& receive, Request& message, Duration software) {
    if (emulation_.hand_over(receive, message, software)) statistics_.payload_bytes += message.bytes;
  }
  void deliver_stored(Request& message, StoredMessage& stored, Duration software);
  std::uint64_t bytes_to_copy(const StoredMessage& stored) const noexcept;
  void keep(Request& message, Duration software);
  void store(StoredMessage& stored, const Request& message, Duration software);
  void copy_out(Request& receive, StoredMessage& stored);
  void remove(NodeId node, StoredMessage& stored);
  void room_freed(NodeId node);
  void retry(NodeId node);
  void discard(const Request& message);
  Resource system_buffer(NodeId node, const Request& wanted_by) const;

  EndpointOptions options_;
  std::vector<Endpoint> endpoints_;
  EarlyMessageRecords<StoredMessage> records_;
  Transfers<Transfer> to_selves_;                             ///< messages of nodes to themselves that wait for a place
  std::map<NodeId, std::deque<DiscardedMessage>> discarded_;  ///< by destination, the latest ones, for reports
};

}  // namespace switchyard
