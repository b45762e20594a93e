#pragma once
/// \file message_history.hpp
/// Finds out which send each received message comes from, and whether the types of the send and
/// the receive fit. The host does this without additional messages.
///
/// Source: MPI 3.1, sec. 3.3.1 (type matching) and 3.5 (order).
///
/// Messages from one sender with one tag are received in the order in which they were sent, by
/// receives in the order in which they were posted. So the k-th such receive gets the k-th such
/// message. Which receives get messages of this sender and tag is known once all earlier receives
/// that could take them are complete.

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

/// One end of a message: its send or its receive.
struct SendOrReceiveCall {
  CallOfNode caller;
  TypeSignature signature;
  EventClock clock_at_call = {};       ///< vector clock of the node when it made the call
  CallSite persistent_init_site = {};  ///< the call that has made the request, if the request is persistent
  bool is_synchronous = false;         ///< whether this end is a send in synchronous mode
  std::uint64_t send_number = 0;       ///< number of a send among all sends of the run, from 1 on; 0 for a receive
};

/// A sequence of messages that are received in the order in which they are sent: those with the same source,
/// destination, context and tag.
struct MessageStream {
  NodeId source{}, destination{};
  Context context{};
  int tag = 0;
  friend auto operator<=>(const MessageStream&, const MessageStream&) = default;
};

/// A send whose receive is not known yet.
struct UnreceivedSend {
  MessageStream stream;
  std::uint64_t send_number = 0;
  EventClock clock_at_send;
};

/// The sends of all nodes of one run whose receives are not known yet. Any thread may use it.
class SentMessages {
 public:
  /// Adds a send, and returns its number. Call it before its message can arrive.
  std::uint64_t add_send(const MessageStream& way, SendOrReceiveCall send);
  /// Gives up matching the sends of a sequence. Call it when one of the sends was cancelled,
  /// because it is not known whether its message is received.
  void stop_matching_sends(const MessageStream& way);
  /// Removes the oldest send of the stream `way` (the messages with one sender, receiver, context and tag) and returns
  /// it. Returns nothing if it is not known which send is the oldest.
  std::optional<SendOrReceiveCall> take_oldest_send(const MessageStream& way);
  /// Returns the sends from one node to another in one context whose receives are not known yet, oldest first.
  std::vector<UnreceivedSend> unreceived_sends(NodeId source, NodeId destination, Context context) const;

  /// Notes that a node with the vector clock `known` has posted the receive that has taken the message of the
  /// synchronous send with the number `number`.
  void note_receive_of_synchronous_send(std::uint64_t number, EventClock known);
  /// Returns the vector clock that note_receive_of_synchronous_send() has stored for the send with the number `number`,
  /// and forgets it. Returns nothing if no clock was stored.
  std::optional<EventClock> take_clock_of_receive(std::uint64_t number);

 private:
  mutable std::mutex mutex_;                                         // guards the members below
  std::multimap<MessageStream, SendOrReceiveCall> unmatched_sends_;  ///< the sends of each stream, the oldest one first
  std::set<MessageStream> unmatchable_message_streams_;
  std::map<std::uint64_t, EventClock> clocks_of_synchronous_receives_;
  std::uint64_t last_message_number_ = 0;
};

/// The partitioned sends and receives of one run for which the other end has not been made yet. Any thread may use this
/// object.
class UnmatchedPartitionedCalls {
 public:
  /// Returns the other end of a partitioned message if it was made before. Otherwise stores `end` until the other end
  /// is made, and returns nothing. `way` is the same for both ends, and different for all messages that are in use.
  std::optional<SendOrReceiveCall> take_matching_call_or_store(const MessageStream& way, bool is_send,
                                                               SendOrReceiveCall end);

 private:
  std::mutex mutex_;  // guards the ends
  std::map<std::pair<MessageStream, bool>, SendOrReceiveCall> unmatched_calls_;
};

/// A posted receive, which exists until it is known which send its message comes from.
struct RecordedReceive {
  SendOrReceiveCall end;
  /// Whether this receive stands for a message that a matched probe has found; `end` is then set when the program
  /// receives the message.
  bool is_for_matched_probe = false;
  std::optional<SendOrReceiveCall> send;  ///< the send that its message comes from, once known
};
using RecordedReceivePtr = std::shared_ptr<RecordedReceive>;

/// The receives of one node, in the order in which they were posted. Any thread may use it.
class PostedReceiveOrder {
 public:
  /// Adds a receive that is posted. `source` is a node's number or MPI_ANY_SOURCE, and `tag` may
  /// be MPI_ANY_TAG.
  void add_posted_receive(RecordedReceivePtr receive, Context context, int source, int tag);
  /// Removes a posted receive that was cancelled, because no message will be received by it.
  void drop_cancelled_receive(const RecordedReceivePtr& receive);
  /// Notes that a receive has got a message of the stream `way`, that is, with this sender, receiver, context and tag.
  /// Calls `use(receive)` for each receive whose matching send becomes known by this.
  void match_completed_receive(const RecordedReceivePtr& receive, const MessageStream& way, SentMessages& sent,
                               const std::function<void(RecordedReceive&)>& use);
  /// Returns, for each send in `sends`, the vector clock that this node had when it posted the receive that takes the
  /// message of the send, or nothing if no posted receive takes it. `sends` are all unreceived sends of one node in one
  /// context, oldest first. A receive from any node is taken to receive one of these messages if it can, although it
  /// may receive a message of another node instead.
  std::vector<std::optional<EventClock>> clocks_of_receives(std::span<const UnreceivedSend> sends) const;

 private:
  struct Entry {
    RecordedReceivePtr receive;
    Context context{};
    int source = 0, tag = 0;
    EventClock clock_at_posting;          ///< vector clock of the node when it posted the receive
    std::optional<MessageStream> stream;  ///< stream of the received message, once the receive is complete
  };
  static bool may_receive_message_of(const Entry& entry, const MessageStream& way) noexcept;

  mutable std::mutex mutex_;  // guards the entries
  std::vector<Entry> posted_entries_;
};

/// Returns a text that says how the types of a send differ from the types of the receive that gets its message. Returns
/// an empty text if the types fit.
std::string type_mismatch_text(const SendOrReceiveCall& send, const SendOrReceiveCall& receive);

}  // namespace switchyard::mpi
