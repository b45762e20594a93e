#pragma once
/// \file lane.hpp
/// A lane, the queue of messages from one node to another, in runs without emulated time (ClockKind::off). Atomic
/// operations are sequentially consistent, except for those inside boost::lockfree::spsc_queue (acquire and release).

#include <boost/lockfree/spsc_queue.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/atomic.hpp"
#include "runtime/call_site.hpp"
#include "runtime/clock/off/buffer_store.hpp"
#include "runtime/request.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// The state that the sender and the receiver of a synchronous message share: the first of the two
/// to act decides whether the message is received or cancelled. A Handshake stays at its address
/// for as long as the session lives.
struct Handshake {
  enum class HandshakeState : std::uint8_t {
    undecided,
    claimed,  ///< a probe has claimed the message for a receive that is posted later, so that the sender can no longer
              ///< cancel the message
    received,
    cancelled
  };
  Atomic<HandshakeState> handshake_state{HandshakeState::undecided};

  /// Decides once and for all whether the message is claimed, received or cancelled. Returns false, and changes
  /// nothing, if the decision was made before.
  bool decide_handshake_state_if_undecided(HandshakeState decision) noexcept {
    HandshakeState offered = HandshakeState::undecided;
    return handshake_state.compare_exchange_strong(offered, decision);
  }
};

/// What a sender puts into a lane, a queue of messages from one node to another. `large_data` is the buffer with the
/// message's data if an envelope has no room for the data, and null otherwise.
struct OutgoingMessage {
  const Request* send;
  Buffer* large_data;
};

/// A message in a lane. The thread that takes the message out of the lane gives its buffer `large_data`
/// back to a BufferStore.
struct Envelope {
  static constexpr std::size_t kSmallMessageBytes = 64;

  Envelope() = default;  // needed by the destructor of the boost::lockfree queue of envelopes
  explicit Envelope(const OutgoingMessage& posting)
      : bytes(posting.send->bytes), site(posting.send->site), label(label_of(*posting.send)) {
    if (is_large()) {
      large_data = posting.large_data;
    } else if (bytes > 0) {
      std::memcpy(small_data, posting.send->data, bytes);
    }
  }

  bool is_synchronous() const noexcept { return lasts_until_received(label.mode); }
  /// Returns whether the message's data is in a separate Buffer, and not in the message's envelope itself.
  bool is_large() const noexcept { return bytes > kSmallMessageBytes || is_synchronous(); }
  /// Returns the handshake of a synchronous message. Needs: is_synchronous().
  Handshake& handshake() const noexcept { return *large_data->handshake; }
  const std::byte* data() const noexcept { return is_large() ? large_data->data() : small_data; }

  std::uint64_t bytes;
  CallSite site;  ///< place in the program where the message was sent
  MessageLabel label;
  union {
    std::byte small_data[kSmallMessageBytes];
    Buffer* large_data;
  };
};

/// The queue of messages from one node to another, with one sender and one receiver. Nobody may
/// use the lane when it is destroyed.
///
/// A flag of the lane says that the lane is in the receiver's list of lanes with new messages. The sender sets the flag
/// and then puts the lane into the list; the receiver clears the flag and then empties the lane. Both use an atomic
/// exchange: if both act at once, the second one sees what the first one did before. So a message is either taken by
/// the receiver now, or its lane is listed again.
class alignas(kCacheLine) SenderToReceiverLane {
 public:
  SenderToReceiverLane(NodeId source, NodeId destination, std::size_t capacity)
      : source_(source), destination_(destination), envelope_queue_(capacity) {}
  SenderToReceiverLane(const SenderToReceiverLane&) = delete;
  SenderToReceiverLane& operator=(const SenderToReceiverLane&) = delete;
  ~SenderToReceiverLane() {
    take_all_messages([](Envelope& envelope) {
      if (envelope.is_large()) BufferStore::destroy_buffer(envelope.large_data);
    });
  }

  NodeId source() const noexcept { return source_; }
  NodeId destination() const noexcept { return destination_; }

  /// Returns whether the lane has space for another message. Only the sender may call this.
  bool has_space() const { return envelope_queue_.write_available() > 0; }
  /// Puts a message into the lane. Only the sender may call this. Needs: has_space().
  void push(const OutgoingMessage& posting) { envelope_queue_.push(&posting, &posting + 1); }

  /// Returns whether the lane holds no messages. Only the receiver may call this.
  bool empty() const { return envelope_queue_.read_available() == 0; }
  /// Takes all messages out of the lane: calls `use` for each message, and returns the number of messages. Only the
  /// receiver may call this; `use` must not throw.
  template <class Use>
  std::size_t take_all_messages(Use use) {
    return envelope_queue_.consume_all(use);
  }

 private:
  friend class Mailbox;

  const NodeId source_;
  const NodeId destination_;
  Atomic<bool> is_sender_waiting_for_space_{false};  ///< whether the sender sleeps until the lane has space; set by the
                                                     ///< sender before it sleeps, cleared by the receiver
  alignas(kCacheLine) Atomic<bool> is_listed_at_receiver_{false};
  NonAtomicSharedVariable<SenderToReceiverLane*> next_listed_lane_ =
      nullptr;  ///< the next lane in the receiver's list of lanes with new messages; only
                ///< the thread that last changed is_listed_at_receiver_ may access this
                ///< pointer
  alignas(kCacheLine) boost::lockfree::spsc_queue<Envelope> envelope_queue_;
};

}  // namespace switchyard
