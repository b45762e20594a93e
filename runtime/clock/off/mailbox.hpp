#pragma once
/// \file mailbox.hpp
/// How messages travel in runs without emulated time (ClockKind::off): there is a lane (a queue) for each ordered pair
/// of nodes that communicate, and the receiver matches the messages that arrive with the receives that it has posted.
///
/// A sender puts a message into its lane and then puts the lane into the receiver's list of lanes, unless the lane is
/// in the list already. So a receiver finds all messages that have arrived without looking at empty lanes. It takes all
/// messages of a lane at once, because taking them one by one would move the same cache lines between the two cores for
/// each message. For the same reason it lets the messages of a stream gather before it looks again. The mailbox never
/// blocks and takes no lock; clock/off/free_running decides which node sleeps and which node wakes it.
///
/// All atomic operations of the mailbox are sequentially consistent.

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/atomic.hpp"
#include "runtime/call_text.hpp"
#include "runtime/clock/off/buffer_store.hpp"
#include "runtime/clock/off/lane.hpp"
#include "runtime/defect.hpp"
#include "runtime/error.hpp"
#include "runtime/fabric.hpp"
#include "runtime/matching.hpp"
#include "runtime/request.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// A table with one value for each node. The table allocates small pages of values on first use, because most nodes
/// communicate with few others. Only one thread may use a table.
template <class T>
class NodeTable {
 public:
  /// Returns the value of a node. The function is always inlined, because it is called for every message.
  [[gnu::always_inline]] T& operator[](NodeId node) {
    const std::size_t page = index(node) / kNodesPerPage;
    if (page >= value_pages_.size() || value_pages_[page] == nullptr) [[unlikely]]
      add_page(page);
    return value_pages_[page][index(node) % kNodesPerPage];
  }
  template <class Use>
  void for_each(Use use) {
    for (const auto& page : value_pages_) {
      for (std::size_t i = 0; page != nullptr && i < kNodesPerPage; ++i) use(page[i]);
    }
  }

 private:
  static constexpr std::size_t kNodesPerPage = 16;
  [[gnu::noinline]] void add_page(std::size_t page) {
    if (page >= value_pages_.size()) value_pages_.resize(page + 1);
    value_pages_[page] = std::make_unique<T[]>(kNodesPerPage);
  }
  std::vector<std::unique_ptr<T[]>> value_pages_;
};

/// All messages of one node: its lanes (queues) to other nodes, and the messages that other nodes have sent to it.
///
/// Receives match in the order in which they were posted, and messages of one source match in the order in which they
/// were sent. Messages for which no receive was posted are kept, and their number has no limit.
class Mailbox {
 public:
  Mailbox(NodeId owner, std::size_t lane_capacity) : owner_(owner), lane_capacity_(lane_capacity) {}
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  ~Mailbox() {
    const auto destroy = [](const UnexpectedMessage& message) {
      if (message.envelope.is_large()) BufferStore::destroy_buffer(message.envelope.large_data);
    };
    unexpected_messages_.for_each(destroy);
    probed_messages_.for_each(destroy);
  }

  // --- functions that any node may call ------------------------------------------------------------------------------

  /// Called when a sender has put a message into its lane to this mailbox: puts the lane into the list of lanes with
  /// new messages. Returns true if the lane was not in the list yet, so that the receiver may have to be woken. If the
  /// lane was in the list, the receiver will look at the lane anyway before it sleeps.
  bool list_lane(SenderToReceiverLane& lane) noexcept {
    if (lane.is_listed_at_receiver_.exchange(true)) return false;
    lane.next_listed_lane_ = last_listed_lane_.load();
    while (!last_listed_lane_.compare_exchange_weak(lane.next_listed_lane_, &lane)) {
    }
    return true;
  }
  /// Called when a sender is about to sleep until its lane to this mailbox has space: makes the receiver wake the
  /// sender as soon as the lane has space.
  void request_notice_when_lane_has_space(SenderToReceiverLane& lane) noexcept {
    lane.is_sender_waiting_for_space_.store(true);
    list_lane(lane);
  }
  std::size_t lane_capacity() const noexcept { return lane_capacity_; }
  /// Returns whether the owner of the mailbox has finished, after which it takes no more messages
  /// out of its lanes.
  bool is_closed() const noexcept { return is_closed_.load(); }

  // --- functions for the owner of the mailbox, when it sends to other nodes ------------------------------------------

  SenderToReceiverLane& lane_to(NodeId destination) {
    auto& lane = outgoing_lanes_[destination];
    if (lane == nullptr) {
      lane = std::make_unique<SenderToReceiverLane>(owner_, destination, lane_capacity_);
      ++outgoing_lane_count_;
    }
    return *lane;
  }
  /// Puts the message of `request`, a send, into the lane. Needs: lane.has_space().
  void send(SenderToReceiverLane& lane, const Request& request) {
    Buffer* large = nullptr;
    if (request.bytes > Envelope::kSmallMessageBytes || request.handshake != nullptr) {
      large = buffer_store_.take_buffer(std::max<std::uint64_t>(request.bytes, 1));
      large->handshake = request.handshake;
      if (request.bytes > 0) std::memcpy(large->data(), request.data, request.bytes);
    }
    lane.push({&request, large});
    streaming_lane_ = nullptr;  // the owner sends, so that it no longer only receives a stream of messages (see
                                // adapt_pauses_before_taking_messages)
  }
  /// Keeps a message that can never be delivered, because its receiver has finished and the lane to the receiver is
  /// full. The message is reported as left over after the run.
  void keep_undeliverable_message(const Request& request) {
    undeliverable_messages_.push_back(
        {{{owner_, request.tag, request.context}, request.peer, request.bytes, request.site}, request.handshake});
  }

  // --- functions for the owner of the mailbox, when it receives ------------------------------------------------------
  // The receiver's functions that take messages out of lanes call tell(source) for each sender
  // that waits for space in its lane if the lane now has some. They throw NodeError if a message
  // does not fit its receive.

  /// Posts a receive, and completes it if its message was already taken out of its lane.
  void post(Request& receive) {
    if (receive.has_taken_message) [[unlikely]]
      return complete_taken_receive(receive);
    UnexpectedMessage* const message = find_unexpected_message(receive);
    if (message == nullptr) return posted_receives_.post(receive);
    if (!fits_into_receive(receive, message->envelope)) return throw_noted_error();
    if (!mark_as_received_unless_cancelled(message->envelope)) return drop_unexpected_message(*message), post(receive);
    unexpected_messages_.remove(*message);
    deliver_message(receive, message->envelope);
    message_records_.give_back_message_record(*message);
  }
  /// Finds a message for `probe` among those that were taken out of their lanes, writes the
  /// message's source, tag and size into the probe, and returns whether there is such a message.
  bool find_message(Request& probe) {
    UnexpectedMessage* const message = find_unexpected_message(probe);
    if (message == nullptr) return false;
    if (probe.has_taken_message && !claim_message(message->envelope))
      return drop_unexpected_message(*message), find_message(probe);
    set_result_of_probe(probe, *message);
    if (!probe.has_taken_message) return true;
    unexpected_messages_.remove(*message);
    probed_messages_.add(*message);
    probe.taken = message;
    return true;
  }
  /// Cancels a posted receive. Returns false if the receive has its message already.
  bool cancel_receive(Request& receive) noexcept {
    return !receive.has_taken_message && posted_receives_.remove(receive);
  }
  /// Calls tell(sender) for the sender of each synchronous message that this node has received since the last call of
  /// this function, so that the sender learns that its message was received.
  template <class Tell>
  void for_each_acknowledged_sender(Tell tell) {
    if (!acknowledged_senders_.empty()) [[unlikely]]
      report_acknowledged_senders(tell);
  }

  /// Returns whether a call of take_messages_from() may find new messages for a receive from `source`.
  bool may_have_message_from(NodeId source) {
    const SenderToReceiverLane* const lane = lane_from_source_node(source);
    return lane != nullptr ? !lane->empty() : !has_no_listed_lane();
  }
  /// Returns the number of pauses (pause.hpp) that the receiver makes before it takes messages out of the lane from
  /// `source`, so that more messages gather in the lane. The number is meant for hosts on which each node has a core of
  /// its own.
  int pauses_before_taking_messages(NodeId source) const noexcept {
    return streaming_lane_ != nullptr && streaming_lane_->source() == source ? pause_count_before_taking_messages_ : 0;
  }
  /// Takes all messages out of the lane of node `source`, which is the queue of the messages from that node to this
  /// one. Takes the messages out of all lanes if the receiver does not know the lane of `source` yet.
  template <class Tell>
  void take_messages_from(NodeId source, Tell tell) {
    SenderToReceiverLane* const lane = lane_from_source_node(source);
    if (lane == nullptr) return take_messages_from_listed_lanes(tell);
    adapt_pauses_before_taking_messages(*lane, take_all_from_lane(*lane, tell));
    throw_noted_error();
  }
  /// Takes all messages out of every lane in the list of lanes with new messages.
  template <class Tell>
  void take_messages_from_listed_lanes(Tell tell) {
    for (SenderToReceiverLane* lane = take_list_of_lanes_with_messages(); lane != nullptr;) {
      ++emptied_lane_count_;
      SenderToReceiverLane& first = *std::exchange(lane, lane->next_listed_lane_);
      incoming_lanes_[first.source()] = &first;
      first.is_listed_at_receiver_.exchange(false);
      take_all_from_lane(first, tell);
    }
    throw_noted_error();
  }
  /// Returns how many lanes take_messages_from_listed_lanes() has emptied since the mailbox was made. A caller that
  /// finds a greater number than before knows that messages may have come.
  std::uint64_t emptied_lane_count() const noexcept { return emptied_lane_count_; }
  /// Returns whether the list of lanes with new messages is empty, so that there is no message to take, and no sender
  /// waits for space in its lane.
  bool has_no_listed_lane() const noexcept { return last_listed_lane_.load() == nullptr; }

  /// Closes the mailbox when its owner has finished: receives take no more messages, and messages that are still sent
  /// to the owner are left over.
  void close() noexcept { is_closed_.store(true); }

  // --- functions that are called after all nodes have stopped --------------------------------------------------------

  std::uint64_t received_message_count() const noexcept { return received_message_count_; }
  std::uint64_t payload_bytes() const noexcept { return payload_bytes_; }

  /// Appends to `out` the messages that have arrived at this node and that a receive could still take, in the order of
  /// arrival.
  void append_receivable_messages(std::vector<LeftOverMessage>& out) const {
    append_left_over_messages(unexpected_messages_, out);
  }
  /// Appends to `out` the messages that were sent to this node and never received, in the order of
  /// arrival.
  void append_unreceived_messages(std::vector<LeftOverMessage>& out) const {
    append_left_over_messages(unexpected_messages_, out);
    append_left_over_messages(probed_messages_, out);
  }
  /// Takes the messages that are still in the lanes from this node to other nodes out of the lanes, and appends them to
  /// `out`, together with the messages that could not be delivered.
  void move_undelivered_messages_to(std::vector<LeftOverMessage>& out) {
    outgoing_lanes_.for_each([&](const std::unique_ptr<SenderToReceiverLane>& lane) {
      const auto note = [&](Envelope& envelope) {
        if (!is_cancelled(envelope)) out.push_back(make_left_over_message(lane->destination(), envelope));
        if (envelope.is_large()) buffer_store_.put_back_unused_buffer(envelope.large_data);
      };
      if (lane != nullptr) lane->take_all_messages(note);
    });
    for (const UndeliverableMessage& each : undeliverable_messages_) {
      if (each.handshake == nullptr || each.handshake->handshake_state.load() != Handshake::HandshakeState::cancelled) {
        out.push_back(each.message);
      }
    }
  }
  /// Returns the size in bytes of the memory of all lanes from this node to other nodes.
  std::size_t lane_bytes() const noexcept { return outgoing_lane_count_ * lane_capacity_ * sizeof(Envelope); }
  /// Resets the mailbox for another run, but keeps its lanes and buffers. Call this only after a run that has left no
  /// messages behind.
  void reset_for_next_run() {
    outgoing_lanes_.for_each([](const std::unique_ptr<SenderToReceiverLane>& lane) {
      if (lane == nullptr) return;
      lane->is_listed_at_receiver_.store(false);
      lane->is_sender_waiting_for_space_.store(false);
    });
    unexpected_messages_.for_each([this](UnexpectedMessage& cancelled) { drop_unexpected_message(cancelled); });
    undeliverable_messages_.clear();
    last_listed_lane_.store(nullptr);
    streaming_lane_ = nullptr;
    is_closed_.store(false);
    received_message_count_ = 0;
    payload_bytes_ = 0;
  }

 private:
  /// A message that could not be put into its lane, because the receiver had finished and the lane was full.
  struct UndeliverableMessage {
    LeftOverMessage message;
    const Handshake* handshake;  ///< handshake of a synchronous message, which says whether the sender has cancelled
                                 ///< the message; null for other messages
  };

  /// A message that came before its receive was posted.
  struct UnexpectedMessage : EarlyMessage {
    Envelope envelope;
  };

  void append_left_over_messages(const EarlyMessages<UnexpectedMessage>& messages,
                                 std::vector<LeftOverMessage>& out) const {
    messages.for_each([&](const UnexpectedMessage& message) {
      if (!is_cancelled(message.envelope)) out.push_back(make_left_over_message(owner_, message.envelope));
    });
  }
  static LeftOverMessage make_left_over_message(NodeId destination, const Envelope& envelope) {
    return {envelope.label, destination, envelope.bytes, envelope.site};
  }

  /// Returns the lane from node `source` to this node. Returns null if `source` is kAnyNode, or if the lane is not
  /// known yet.
  SenderToReceiverLane* lane_from_source_node(NodeId source) {
    return source == kAnyNode ? nullptr : incoming_lanes_[source];
  }

  /// Takes the list of lanes with new messages, and returns the first lane of the list. Senders
  /// have put new lanes in front, so the list is reversed, and the lane listed first comes first.
  SenderToReceiverLane* take_list_of_lanes_with_messages() noexcept {
    if (has_no_listed_lane()) return nullptr;
    SenderToReceiverLane* first = nullptr;
    for (SenderToReceiverLane* lane = last_listed_lane_.exchange(nullptr); lane != nullptr;) {
      SenderToReceiverLane* const next = std::exchange(lane->next_listed_lane_, first);
      first = std::exchange(lane, next);
    }
    return first;
  }

  template <class Tell>
  [[gnu::noinline]] void report_acknowledged_senders(Tell tell) {
    for (const NodeId sender : acknowledged_senders_) tell(sender);
    acknowledged_senders_.clear();
  }

  /// Takes all messages out of a lane, and returns their number. If the sender waits for space in the lane, calls
  /// tell(sender).
  template <class Tell>
  std::size_t take_all_from_lane(SenderToReceiverLane& lane, Tell tell) {
    const std::size_t taken = lane.take_all_messages([&](Envelope& envelope) { deliver_or_keep(envelope); });
    if (lane.is_sender_waiting_for_space_.load()) {
      lane.is_sender_waiting_for_space_.store(false);
      tell(lane.source());
    }
    return taken;
  }

  /// Adapts pause_count_before_taking_messages_, the number of pauses before the receiver looks into a lane, to a
  /// stream: messages that come through one lane, while this node gets nothing from other lanes and sends nothing. The
  /// goal is to take a quarter to a half of the lane's capacity at once: with fewer messages each look costs more per
  /// message, and with more messages the sender has to wait.
  void adapt_pauses_before_taking_messages(const SenderToReceiverLane& lane, std::size_t taken) noexcept {
    constexpr int kStep = 2;
    constexpr int kLongest = 64;
    if (&lane != streaming_lane_ || taken == 0) {
      streaming_lane_ = &lane;
      pause_count_before_taking_messages_ = 0;
    } else if (taken < lane_capacity_ / 4) {
      pause_count_before_taking_messages_ = std::min(pause_count_before_taking_messages_ + kStep, kLongest);
    } else if (taken > lane_capacity_ / 2) {
      pause_count_before_taking_messages_ = std::max(pause_count_before_taking_messages_ - kStep, 0);
    }
  }

  void deliver_or_keep(const Envelope& envelope) {
    if (envelope.is_synchronous()) [[unlikely]]
      return deliver_or_keep_synchronous_message(envelope);
    Request* const receive = is_closed() ? nullptr : posted_receives_.take_first_match(envelope.label);
    if (receive != nullptr && fits_into_receive(*receive, envelope)) return deliver_message(*receive, envelope);
    if (receive == nullptr && must_find_receive(envelope.label.mode) && !is_closed()) [[unlikely]]
      note_ready_message_error(envelope);
    keep_early_message(envelope);
  }

  [[gnu::cold]] void deliver_or_keep_synchronous_message(const Envelope& envelope) {
    bool cancelled = false;
    const auto may = [&](const Request&) {
      cancelled = !mark_as_received_unless_cancelled(envelope);
      return !cancelled;
    };
    Request* const receive = is_closed() ? nullptr : posted_receives_.take_first_match_if(envelope.label, may);
    if (cancelled) return release_large_data(envelope);
    if (receive != nullptr && fits_into_receive(*receive, envelope)) return deliver_message(*receive, envelope);
    keep_early_message(envelope);
  }

  /// Keeps a message that has come before its receive was posted.
  void keep_early_message(const Envelope& envelope) {
    UnexpectedMessage& message = message_records_.take_message_record();
    message.label = envelope.label;
    message.site = envelope.site;
    message.bytes = envelope.bytes;
    message.envelope = envelope;
    unexpected_messages_.add(message);
  }

  /// Completes a receive that was posted for a message which a probe has taken.
  [[gnu::cold]] void complete_taken_receive(Request& receive) {
    auto& message = static_cast<UnexpectedMessage&>(*receive.taken);
    if (!fits_into_receive(receive, message.envelope)) return throw_noted_error();
    probed_messages_.remove(message);
    mark_claimed_as_received(message.envelope);
    deliver_message(receive, message.envelope);
    message_records_.give_back_message_record(message);
  }

  /// Notes an error for a message in ready mode that has come before its receive was posted, which is not allowed.
  [[gnu::cold]] void note_ready_message_error(const Envelope& envelope) {
    try {
      check_message_may_be_early(envelope.label, owner_, envelope.bytes, envelope.site);
    } catch (const NodeError& error) {
      delivery_error_.emplace(error);
    }
  }

  /// Returns the first message that has come before its receive, matches `request` and was not
  /// cancelled, or null if there is none.
  UnexpectedMessage* find_unexpected_message(const Request& request) {
    for (;;) {
      UnexpectedMessage* const message = unexpected_messages_.find(request);
      if (message == nullptr || !is_cancelled(message->envelope)) return message;
      drop_unexpected_message(*message);
    }
  }
  static bool is_cancelled(const Envelope& envelope) noexcept {
    return envelope.is_synchronous() &&
           envelope.handshake().handshake_state.load() == Handshake::HandshakeState::cancelled;
  }
  /// Claims a message, for a probe, on behalf of a receive that is posted later. Returns false if the sender has
  /// already cancelled the message.
  static bool claim_message(const Envelope& envelope) noexcept {
    return !envelope.is_synchronous() ||
           envelope.handshake().decide_handshake_state_if_undecided(Handshake::HandshakeState::claimed);
  }
  /// Marks a message as received. Returns false if the sender has already cancelled the message.
  bool mark_as_received_unless_cancelled(const Envelope& envelope) {
    if (!envelope.is_synchronous()) return true;
    if (!envelope.handshake().decide_handshake_state_if_undecided(Handshake::HandshakeState::received)) return false;
    acknowledged_senders_.push_back(envelope.label.source);
    return true;
  }
  void mark_claimed_as_received(const Envelope& envelope) {
    if (!envelope.is_synchronous()) return;
    envelope.handshake().handshake_state.store(Handshake::HandshakeState::received);
    acknowledged_senders_.push_back(envelope.label.source);
  }
  void drop_unexpected_message(UnexpectedMessage& message) {
    unexpected_messages_.remove(message);
    release_large_data(message.envelope);
    message_records_.give_back_message_record(message);
  }
  void release_large_data(const Envelope& envelope) noexcept {
    if (envelope.is_large()) buffer_store_.put_back_unused_buffer(envelope.large_data);
  }

  /// Returns whether a message fits into the buffer of its receive. If it does not, notes the error, which
  /// throw_noted_error() throws.
  bool fits_into_receive(const Request& receive, const Envelope& envelope) {
    if (envelope.bytes <= receive.bytes || receive.truncates) [[likely]]
      return true;
    note_too_long_message(receive, envelope);
    return false;
  }
  [[gnu::cold]] void note_too_long_message(const Request& receive, const Envelope& envelope) {
    delivery_error_ = buffer_too_small_error(receive, envelope.label.source, envelope.bytes);
  }
  void throw_noted_error() const {
    if (delivery_error_) [[unlikely]]
      throw NodeError(*delivery_error_);
  }

  /// Copies the data of a message into the buffer of its receive, and completes the receive. The function is always
  /// inlined, because every message passes through it.
  [[gnu::always_inline]] void deliver_message(Request& receive, const Envelope& envelope) {
    const std::uint64_t fit = std::min(envelope.bytes, receive.bytes);
    if (fit > 0) std::memcpy(receive.data, envelope.data(), fit);
    release_large_data(envelope);
    receive.truncated = envelope.bytes > receive.bytes;
    receive.bytes = envelope.bytes;
    receive.peer = envelope.label.source;
    receive.tag = envelope.label.tag;
    receive.complete = true;
    ++received_message_count_;
    payload_bytes_ += envelope.bytes;
  }

  // The head of the list of lanes with new messages has a cache line of its own, because many senders write it.
  alignas(kCacheLine) Atomic<SenderToReceiverLane*> last_listed_lane_{
      nullptr};  ///< lane that was last put into the list of lanes with
                 ///< new messages; null if the list is empty

  // Only the mailbox's owner writes the members from is_closed_ to payload_bytes_.
  alignas(kCacheLine) Atomic<bool> is_closed_{false};
  NodeId owner_;
  std::size_t lane_capacity_;
  std::size_t outgoing_lane_count_ = 0;
  BufferStore buffer_store_;
  NodeTable<std::unique_ptr<SenderToReceiverLane>> outgoing_lanes_;
  std::vector<UndeliverableMessage> undeliverable_messages_;
  NodeTable<SenderToReceiverLane*>
      incoming_lanes_;  ///< the known lanes to this node, by source; null for a lane that is not known yet
  const SenderToReceiverLane* streaming_lane_ = nullptr;  ///< the lane from which messages were taken last; null if
                                                          ///< this node has sent a message since then
  int pause_count_before_taking_messages_ = 0;  ///< number of pauses that the receiver makes before it takes messages
                                                ///< out of streaming_lane_ again
  PostedReceives posted_receives_;
  EarlyMessages<UnexpectedMessage> unexpected_messages_;
  EarlyMessages<UnexpectedMessage>
      probed_messages_;  ///< messages that probes have taken, each of which waits for a receive that is posted later
  std::vector<NodeId> acknowledged_senders_;
  EarlyMessageRecords<UnexpectedMessage> message_records_;
  std::optional<NodeError> delivery_error_;
  std::uint64_t emptied_lane_count_ = 0;
  std::uint64_t received_message_count_ = 0;
  std::uint64_t payload_bytes_ = 0;
};

}  // namespace switchyard
