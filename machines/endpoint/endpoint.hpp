#pragma once
/// \file endpoint.hpp
/// The part of an emulated network at a node (the endpoint), which is the same for all machines: a send port, a receive
/// port, the receives that the node has posted, and a system buffer for messages that come before their receives.
///
/// A fabric is the object that emulates the network of a machine. Its class is derived from EndpointFabric and adds
/// only what is particular to its network: which message may enter the network, how it moves there, and when it
/// arrives. A message passes through stages, and at each stage the fabric calls a function of EndpointFabric.
///
/// The stages of a message in their order, with the function that the fabric calls at each stage:
/// - record_departure_of_outgoing_transfer(): the message leaves its node;
/// - request_receive_port(): the head of the message is at its destination, where the message takes
///   the receive port or waits in the port's FIFO;
/// - find_receive_or_buffer_space(): the message gets a posted receive or room in the system buffer, or waits
///   for one of them;
/// - deliver_or_store(): the last byte of the message has arrived, and the message is received or
///   stored;
/// - release_receive_port_to_next_transfer(): the receive port goes to the next message.
///
/// Each node has at most one outgoing transfer at a time, so the number of the sending node identifies an outgoing
/// transfer.

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

/// A message for which no receive was posted in time. The message has arrived, or has reserved room in the system
/// buffer, or waits for room in the system buffer.
struct StoredMessage : EarlyMessage {
  std::unique_ptr<std::byte[]> payload;
  Request* receive = nullptr;  ///< the receive of the message, if it was posted while the data was still on its way
  /// the send of the message; null after the message has arrived, unless the send must learn of its receive
  Request* send_request = nullptr;
  Transfer* transfer = nullptr;  ///< the transfer that waits for room for this message; null once the message has room
  bool has_arrived = false;
  bool has_reserved_room = false;  ///< whether the message occupies its `bytes` bytes of the system buffer
  bool pays_for_copy = false;      ///< whether the receiver pays processor time for a copy out of the system buffer
  bool is_cancelled = false;       ///< whether the send of the message was cancelled while the data was on its way
  // The fields `data_begin_time` and `receive_assignment_time` are used only on machines that copy, out of the system
  // buffer, just the data that arrived before the message's receive was posted.
  VirtualTime data_begin_time{};          ///< when the data of the message began to move
  VirtualTime receive_assignment_time{};  ///< when `receive` was assigned to the message
};

/// The state of the network's end at one node: its ports, its receives and its system buffer. The fields that most
/// messages need come first.
struct alignas(kCacheLine) Endpoint {
  static constexpr NodeId kNoNode{std::numeric_limits<std::uint32_t>::max()};

  /// What the transfer that this node is sending waits for; `moves` if it does not wait.
  TransferState outgoing_transfer_wait = TransferState::moves;
  /// whether a transfer from another node has arrived and holds this node's receive port
  bool is_receive_port_busy = false;
  /// While the outgoing transfer of this node waits for the receive port of its destination: the source of the transfer
  /// behind it in the queue for that port; kNoNode if it is the last in the queue.
  NodeId next_waiting_source = kNoNode;
  VirtualTime wait_begin_time{};  ///< when the outgoing transfer of this node began to wait
  NodeId receive_port_source{};   ///< source of the transfer that holds this node's receive port
  /// source of the first transfer in the queue for this node's receive port, or kNoNode; transfers in the queue hold
  /// their path up to this node
  NodeId first_waiting_source = kNoNode;
  /// source of the last transfer in the queue for this node's receive port; meaningful if the queue is not empty
  NodeId last_waiting_source = kNoNode;
  PostedReceives posted_receives;
  /// messages to this node that no receive has matched yet, and that have arrived or have reserved room in its system
  /// buffer
  EarlyMessages<StoredMessage> stored_messages;
  /// messages to this node that wait for room in its system buffer without holding its receive port
  EarlyMessages<StoredMessage> messages_asking_for_room;
  /// the message that holds this node's receive port while it waits for a receive or room
  StoredMessage* message_waiting_at_port = nullptr;
  EarlyMessages<StoredMessage>
      probed_messages;  ///< messages that probes have found, each reserved for a receive that the program posts later
  std::uint64_t system_buffer_bytes_used = 0;
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
    /// whether messages can be stored in a system buffer; if false, a message always waits for its receive
    bool stores_messages = true;
    std::uint64_t system_buffer_bytes = 0;  ///< bytes of each node's system buffer
    TimePerByte copy_out_per_byte{};  ///< processor time of copying each byte of a message out of the system buffer
    /// When a node that is blocked in a receive pays for the receive software of a message from the system buffer. If
    /// true, the node pays before it continues. If false, it continues at once, and its next operation pays.
    bool is_receive_time_charged_before_resuming = false;
    /// If set, messages of this protocol are discarded when they arrive and no receive is posted.
    std::optional<Protocol> discarded_protocol = std::nullopt;
    const char* port_holder_noun = "message";  ///< the word that reports use for what holds ports, such as "circuit"
    /// Whether a receive that is posted while the data of its message is arriving copies only the data that arrived
    /// before, out of the system buffer; this needs StoredMessage::data_begin_time. If false, the receive copies all
    /// data.
    bool copies_only_early_data = false;
  };

  EndpointFabric(Emulation& emulation, std::uint32_t nodes, const EndpointOptions& options)
      : emulation_(emulation), options_(options), endpoints_(nodes) {}

  // --- functions that a derived class overrides ----------------------------------------------------------------------

  /// Tries again to find a posted receive or room in the system buffer for the transfer from `source`, which holds the
  /// receive port of `destination` and waits.
  virtual void retry_finding_receive_or_buffer_space(NodeId source, NodeId destination) = 0;
  /// Called when a transfer that waited for room has got a place for its message: room in the system buffer of the
  /// destination, or a receive that was posted for it.
  virtual void handle_granted_room(Transfer& /*transfer*/) {}
  /// If the message of a send still waits for the send port of its node and holds nothing in the network, withdraws the
  /// send and returns true. Otherwise returns false.
  virtual bool withdraw_send(Request& /*send*/) { return false; }

  // --- the send port ------------------------------------------------------------------------------------------------

  /// Records that a transfer leaves its node and is the outgoing transfer of `source` from now on. `destination`
  /// differs from the destination of the message only if the transfer is a control packet about the message.
  void record_departure_of_outgoing_transfer(NodeId source, NodeId destination, const Transfer& transfer,
                                             TransferKind kind) {
    ++fabric_statistics_.circuits;
    fabric_statistics_.port_wait += emulation_.now() - transfer.queued_since;
    if (emulation_.observer() != nullptr) [[unlikely]]
      show_transfer_departure_to_observer(index(source), source, destination, transfer, kind);
  }
  /// Records that a transfer leaves its node, in a fabric where a node may have many outgoing transfers at once. `name`
  /// is the id of the transfer's record, by which observers know it.
  void record_departure_by_id(std::uint32_t name, const Transfer& transfer) {
    ++fabric_statistics_.circuits;
    if (emulation_.observer() != nullptr) [[unlikely]]
      show_transfer_departure_to_observer(name, transfer.message->owner, transfer.message->peer, transfer,
                                          transfer_kind_of(*transfer.message));
  }
  static TransferKind transfer_kind_of(const Request& message) noexcept {
    return message.bytes > 0 ? TransferKind::data : TransferKind::signal;
  }

  // --- the receive port ---------------------------------------------------------------------------------------------

  /// Asks for the receive port of `destination` for the transfer from `source`. Returns true if the transfer has got
  /// the port; otherwise it waits until release_receive_port_to_next_transfer() returns its source.
  bool request_receive_port(NodeId source, NodeId destination) {
    if (endpoint(destination).is_receive_port_busy) return queue_for_receive_port(source, destination);
    take_receive_port(source, destination);
    return true;
  }
  /// Frees the receive port of `destination` after a transfer has ended. Returns the source of the
  /// waiting transfer that gets the port next, if there is one.
  std::optional<NodeId> release_receive_port_to_next_transfer(NodeId destination) {
    Endpoint& to = endpoint(destination);
    to.is_receive_port_busy = false;
    if (to.first_waiting_source == Endpoint::kNoNode) return std::nullopt;
    const NodeId next = to.first_waiting_source;
    to.first_waiting_source = endpoint(next).next_waiting_source;
    end_transfer_wait(next);
    take_receive_port(next, destination);
    return next;
  }

  /// Returns the source of the transfer that holds the receive port of `node`, if any.
  std::optional<NodeId> source_at_receive_port(NodeId node) const noexcept {
    const Endpoint& to = endpoint(node);
    return to.is_receive_port_busy ? std::optional(to.receive_port_source) : std::nullopt;
  }

  // --- waits of the outgoing transfer --------------------------------------------------------------------------------

  void begin_transfer_wait(NodeId source, TransferState wait, std::optional<NodeId> holder) {
    Endpoint& from = endpoint(source);
    from.outgoing_transfer_wait = wait;
    from.wait_begin_time = emulation_.now();
    show_outgoing_state(source, wait, holder);
  }
  void end_transfer_wait(NodeId source) {
    Endpoint& from = endpoint(source);
    fabric_statistics_.port_wait += emulation_.now() - from.wait_begin_time;
    from.outgoing_transfer_wait = TransferState::moves;
  }
  /// Lets the outgoing message of `source`, which holds the receive port of its destination, wait there for a receive
  /// or for room in the system buffer.
  void wait_for_receive_or_buffer_space(NodeId source, Transfer& transfer, std::optional<NodeId> holder);
  TransferState wait_state_of(NodeId source) const noexcept { return endpoint(source).outgoing_transfer_wait; }
  /// Tells the observer of the run the state of the outgoing transfer of `source`.
  void show_outgoing_state(NodeId source, TransferState state, std::optional<NodeId> holder = {}) const {
    show_transfer_state(index(source), state, holder);
  }
  void show_transfer_state(std::uint32_t name, TransferState state, std::optional<NodeId> holder = {}) const {
    if (Observer* observer = emulation_.observer()) [[unlikely]]
      observer->transfer_changes_state(emulation_.now(), name, state, holder);
  }

  // --- finding a receive or room in the system buffer for a message --------------------------------

  /// Assigns a posted receive that matches the message to the transfer. Returns false if there is none.
  bool take_matching_receive(Transfer& transfer) {
    Request& message = *transfer.message;
    transfer.data_destination.receive = take_posted_receive(message);
    transfer.data_destination.is_discarded = message.cancelled;
    return transfer.data_destination.is_destination_decided();
  }
  /// Assigns a posted receive that matches the message to the transfer, or else room in the system buffer. Returns
  /// false if there is neither. Messages that wait at their senders get room in the order in which they ask for it.
  bool find_receive_or_buffer_space(Transfer& transfer) {
    return waits_at_sender(*transfer.message) ? find_receive_or_buffer_space_in_order(transfer)
                                              : transfer.data_destination.is_destination_decided() ||
                                                    take_matching_receive(transfer) || reserve_room(transfer);
  }
  /// Assigns a posted receive that matches the message to the transfer, or else room in the system buffer if no other
  /// message waits for room. So a short message cannot overtake a long one. Returns false if neither is assigned.
  bool find_receive_or_buffer_space_in_order(Transfer& transfer) {
    if (transfer.data_destination.is_destination_decided() || take_matching_receive(transfer)) return true;
    const bool is_its_turn =
        has_library_buffer(*transfer.message) || !has_messages_asking_for_room(transfer.message->peer);
    return is_its_turn && reserve_room(transfer);
  }
  /// Returns whether a message that finds neither a receive nor room is sent back and waits at its sender, where it
  /// holds no part of the network. This holds for libraries that promise progress, such as MPI; only the label (source
  /// and tag) of the message stays at the destination. Other messages keep their path and the receive port while they
  /// wait.
  static bool waits_at_sender(const Request& message) noexcept {
    return is_context_with_promised_progress(message.context);
  }
  /// Puts a transfer that holds no port and no link into the queue for room at its destination. It gets room when its
  /// turn comes, or a receive that is posted meanwhile; then handle_granted_room() is called.
  void queue_for_room(Transfer& transfer);
  /// Delivers `message`, whose last byte has arrived, as `data_destination` says: to a posted receive, or to the
  /// reserved room in the system buffer. If `data_destination` is not known, the message takes a posted receive now. If
  /// there is none, the message is discarded if EndpointOptions::discarded_protocol is its protocol, and otherwise
  /// stored without taking up room. `software` is the processor time of the receiver.
  void deliver_or_store(Request& message, const ReceiveOrBufferForMessageData& place, Duration software) {
    ++fabric_statistics_.messages;
    if (place.stored_message != nullptr) return deliver_stored_message(message, *place.stored_message, software);
    Request* const receive = place.receive != nullptr ? place.receive : take_posted_receive(message);
    if (receive == nullptr) return store_or_discard_arrived_message(message, software);
    hand_message_to_receive(*receive, message, software);
  }

  // --- reports of what messages wait for, and of messages that are left over -----------------------------------------

  /// Appends to `out` what a message waits for at its destination. `message` is the outgoing message of the node
  /// `source`.
  void describe_wait_at_destination(NodeId source, NodeId destination, const Request& message,
                                    std::vector<BlockingResource>& out) const;
  /// If `transfer` is in the queue for room at its destination, appends to `out` what it waits for, and returns true.
  bool append_blocker_if_waiting_for_buffer(const Transfer& transfer, std::vector<BlockingResource>& out) const;
  /// Appends to `out` the messages to `node`, from other nodes or itself, for which no receive was posted.
  void add_stored_messages(NodeId node, std::vector<LeftOverMessage>& out) const;
  static void add_unsent_message(const Request& send, std::vector<LeftOverMessage>& out) {
    out.push_back({label_of(send), send.peer, send.bytes, send.site});
  }

  // --- prefetches, as the data of a message is outside the caches when there are many nodes --------------------------

  void prefetch_endpoint(NodeId node) const noexcept { prefetch_lines(&endpoints_[index(node)]); }
  /// Prefetches the state that a message from `source` to `destination` will need soon. Just before the message
  /// arrives, prefetch_receive() prefetches the receive that it needs.
  void prefetch_for_message(NodeId source, NodeId destination) const noexcept {
    prefetch_endpoint(destination);
    endpoints_[index(destination)].posted_receives.prefetch_queue(source);
  }
  void prefetch_receive(NodeId source, NodeId destination) const noexcept {
    endpoints_[index(destination)].posted_receives.prefetch(source);
  }

  Emulation& emulation_;
  /// statistics of the fabric; this class counts `messages`, `circuits`, `payload_bytes`, `discarded` and `port_wait`
  FabricStatistics fabric_statistics_;

 private:
  Endpoint& endpoint(NodeId node) noexcept {
    emulation_.note_touched_by_event(node);
    return endpoints_[index(node)];
  }
  const Endpoint& endpoint(NodeId node) const noexcept {
    emulation_.note_touched_by_event(node);
    return endpoints_[index(node)];
  }
  void show_transfer_departure_to_observer(std::uint32_t name, NodeId source, NodeId destination,
                                           const Transfer& transfer, TransferKind kind) const;
  bool queue_for_receive_port(NodeId source, NodeId destination);
  void take_receive_port(NodeId source, NodeId destination) {
    Endpoint& to = endpoint(destination);
    to.is_receive_port_busy = true;
    to.receive_port_source = source;
  }
  bool has_system_buffer_room(const Endpoint& to, std::uint64_t bytes) const noexcept {
    return options_.stores_messages &&
           bytes <= options_.system_buffer_bytes - std::min(to.system_buffer_bytes_used, options_.system_buffer_bytes);
  }
  /// Takes the posted receive that matches the message. Returns null if there is none or if the send was cancelled. The
  /// function is always inlined, because every message calls it.
  [[gnu::always_inline]] Request* take_posted_receive(Request& message) {
    if (message.cancelled) [[unlikely]]
      return nullptr;
    Request* const receive = endpoint(message.peer).posted_receives.take_first_match(label_of(message));
    if (receive == nullptr) {
      check_message_may_be_early(message);
    } else {
      message.matched = true;
    }
    return receive;
  }
  /// Returns whether the message needs no room in the system buffer, because it belongs to a collective and the library
  /// has buffers of its own for it.
  bool has_library_buffer(const Request& message) const noexcept {
    return message.protocol == Protocol::library && options_.stores_messages;
  }
  /// Returns whether transfers to `node` wait for room in its system buffer.
  bool has_messages_asking_for_room(NodeId node) const noexcept {
    return !endpoint(node).messages_asking_for_room.empty();
  }
  bool reserve_room(Transfer& transfer);
  bool has_own_message_asking_for_room(NodeId node);
  StoredMessage& new_stored_message(Request& message);
  void add_early_message(EarlyMessages<StoredMessage>& list, StoredMessage& message, NodeId node);
  void bind_to_receive(StoredMessage& message, Request& receive);
  void take_message_for_probe(NodeId node, StoredMessage& message);
  bool cancel_send(Request& send);
  void resume_transfer(Transfer& transfer);
  void hand_message_to_receive(Request& receive, Request& message, Duration software) {
    if (emulation_.deliver_and_complete(receive, message, software)) fabric_statistics_.payload_bytes += message.bytes;
  }
  void deliver_stored_message(Request& message, StoredMessage& stored, Duration software);
  std::uint64_t bytes_to_copy(const StoredMessage& stored) const noexcept;
  void store_or_discard_arrived_message(Request& message, Duration software);
  void store_message(StoredMessage& stored, const Request& message, Duration software);
  void copy_out_stored_message(Request& receive, StoredMessage& stored);
  void remove_stored_message(NodeId node, StoredMessage& stored);
  void give_freed_buffer_space_to_messages(NodeId node);
  void retry_message_at_port(NodeId node);
  void discard_message(const Request& message);
  Resource system_buffer_resource(NodeId node, const Request& wanted_by) const;

  EndpointOptions options_;
  std::vector<Endpoint> endpoints_;
  EarlyMessageRecords<StoredMessage> stored_message_records_;
  /// messages of nodes to themselves that wait for a receive or for room in the system buffer
  TransferRecords<Transfer> messages_to_self_;
  /// the latest discarded messages of each destination, kept for reports
  std::map<NodeId, std::deque<DiscardedMessage>> discarded_messages_;
};

}  // namespace switchyard
