#pragma once
/// \file message_history.hpp
/// Finds out which send each received message comes from, and whether the datatypes of the send and the receive fit.
/// The emulator does this by itself, without additional messages.
///
/// Source: MPI 3.1, sec. 3.3.1 (type matching) and 3.5 (order).
///
/// Messages from one sender to one receiver with one tag are received in the order in which they were sent, by receives
/// in the order in which they were posted. So the k-th receive that gets such a message gets the k-th such message.
/// Which receives get messages of a sender and tag is known once all earlier receives that could take these messages
/// are complete.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "runtime/programs/defect_notes.hpp"
#include "runtime/programs/mpi/datatype.hpp"
#include "runtime/programs/mpi/event_order.hpp"

namespace switchyard::mpi {

/// One end of a message: the call that sends it, or the call that receives it.
struct SendOrReceiveCall {
  CallOfNode originating_call;
  TypeSignature signature;
  EventClock clock_at_call = {};       ///< vector clock of the node when it made the call
  CallSite persistent_init_site = {};  ///< for a persistent request: the call that has made the request
  bool is_synchronous = false;         ///< whether this call is a send in synchronous mode
  std::uint64_t send_number = 0;  ///< for a send: its number among all sends of the run, from 1 on; 0 for a receive
};

/// A sequence of messages that are received in the order in which they are sent: those with the same source,
/// destination, context and tag.
struct MessageStream {
  NodeId source{}, destination{};
  Context context{};
  int tag = 0;
  friend auto operator<=>(const MessageStream&, const MessageStream&) = default;
};

/// A send of which it is not known yet which receive gets its message.
struct UnreceivedSend {
  MessageStream message_stream;
  std::uint64_t send_number = 0;
  EventClock clock_at_send;
};

/// The sends of all nodes of one run of which it is not known yet which receives get their messages. Any thread may use
/// it.
class SentMessages {
 public:
  /// Adds a send, and returns its number. Call it before the message of the send can arrive.
  std::uint64_t add_send(const MessageStream& way, SendOrReceiveCall send);
  /// Gives up finding the receives for the sends of the stream `way` (the messages with one sender, receiver, context
  /// and tag). Call it when one of these sends was cancelled, because it is not known whether its message is received.
  void stop_matching_sends(const MessageStream& way);
  /// Removes the oldest send of the stream `way` (the messages with one sender, receiver, context and tag) and returns
  /// it. Returns nothing if it is not known which send is the oldest.
  std::optional<SendOrReceiveCall> take_oldest_send(const MessageStream& way);
  /// Returns the sends from one node to another in one context of which it is not known yet which receives get their
  /// messages, the oldest first.
  std::vector<UnreceivedSend> unreceived_sends(NodeId source, NodeId destination, Context context) const;

  /// Notes that a receive gets the message of the synchronous send with the number `number`. `known` is the vector
  /// clock of the receiving node when it posted the receive.
  void note_receive_of_synchronous_send(std::uint64_t number, EventClock known);
  /// Returns the vector clock that note_receive_of_synchronous_send() has stored for the send with the number `number`,
  /// and forgets it. Returns nothing if no clock was stored.
  std::optional<EventClock> take_clock_of_receive(std::uint64_t number);

 private:
  mutable std::mutex mutex_;  // guards the recorded sends and clocks
  /// For each stream, its sends whose receives are not known yet, the oldest one first.
  std::multimap<MessageStream, SendOrReceiveCall> unmatched_sends_;
  std::set<MessageStream> unmatchable_message_streams_;
  std::map<std::uint64_t, EventClock> clocks_of_synchronous_receives_;
  std::uint64_t last_message_number_ = 0;
};

/// The partitioned sends and receives (MPI_Psend_init, MPI_Precv_init) of one run of which the matching call on the
/// other node was not made yet. Any thread may use this object.
class UnmatchedPartitionedCalls {
 public:
  /// Returns the matching send or receive for the partitioned receive or send `end`, if the other node has made it
  /// before. Otherwise stores `end` until the other node makes it, and returns nothing. `way` is the same for both, and
  /// different for all partitioned messages that are in use.
  std::optional<SendOrReceiveCall> take_matching_call_or_store(const MessageStream& way, bool is_send,
                                                               SendOrReceiveCall end);

 private:
  std::mutex mutex_;  // guards the ends
  std::map<std::pair<MessageStream, bool>, SendOrReceiveCall> unmatched_calls_;
};

/// A posted receive. It is kept until it is known which send its message comes from.
struct RecordedReceive {
  SendOrReceiveCall end;
  /// Whether this receive stands for a message that a matched probe (MPI_Mprobe) has found; `end` is then set when the
  /// program receives the message.
  bool is_for_matched_probe = false;
  std::optional<SendOrReceiveCall> send;  ///< the send from which the received message comes, once it is known
};
using RecordedReceivePtr = std::shared_ptr<RecordedReceive>;

/// The receives of one node whose messages' senders are not known yet, in the order in which they were posted. Any
/// thread may use it.
class PostedReceiveOrder {
 public:
  /// Adds a receive that is being posted. `source` is a node's number or MPI_ANY_SOURCE, and `tag` may be MPI_ANY_TAG.
  void add_posted_receive(RecordedReceivePtr receive, Context context, int source, int tag);
  /// Removes a posted receive that was cancelled, because it will get no message.
  void drop_cancelled_receive(const RecordedReceivePtr& receive);
  /// Notes that a receive has got a message of the stream `way` (the messages with one sender, receiver, context and
  /// tag). Calls `use(receive)` for each receive for which it is now known which send its message comes from.
  void match_completed_receive(const RecordedReceivePtr& receive, const MessageStream& way, SentMessages& sent,
                               const std::function<void(RecordedReceive&)>& use);
  /// Returns, for each of the sends `sends`, the vector clock that this node had when it posted the receive that gets
  /// the message of the send, or nothing if no posted receive gets it. `sends` are all sends of one node in one context
  /// that are not received yet, the oldest first. A receive from any source is assumed to get one of these messages if
  /// it can, although it may get a message of another node instead.
  std::vector<std::optional<EventClock>> clocks_of_receives(std::span<const UnreceivedSend> sends) const;

 private:
  struct RecordedPostedReceive {
    RecordedReceivePtr receive;
    Context context{};
    int source = 0, tag = 0;
    EventClock clock_at_posting;  ///< vector clock of the node when it posted the receive
    /// The stream (sender, receiver, context and tag) of the received message, once the receive is complete.
    std::optional<MessageStream> message_stream;
  };
  static bool may_receive_message_of(const RecordedPostedReceive& entry, const MessageStream& way) noexcept;

  mutable std::mutex mutex_;  // guards the entries
  std::vector<RecordedPostedReceive> posted_entries_;
};

/// Returns a text that says how the datatypes of a send differ from those of the receive that gets its message. Returns
/// an empty text if the types fit.
std::string type_mismatch_text(const SendOrReceiveCall& send, const SendOrReceiveCall& receive);

}  // namespace switchyard::mpi
