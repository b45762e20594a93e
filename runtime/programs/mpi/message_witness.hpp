#pragma once
/// \file message_witness.hpp
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
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "runtime/programs/defect_notes.hpp"
#include "runtime/programs/mpi/datatype.hpp"
#include "runtime/programs/mpi/event_order.hpp"

namespace switchyard::mpi {

/// One end of a message: its send or its receive.
struct MessageEnd {
  Caller caller;
  TypeSignature signature;
  EventClock known = {};  ///< for a send: the vector clock of the sender
  CallSite made = {};     ///< for a persistent request: the call that has made it
};

/// A sequence of messages that are received in the order in which they are sent: those with the same source,
/// destination, context and tag.
struct MessageStream {
  NodeId source{}, destination{};
  Context context{};
  int tag = 0;
  friend auto operator<=>(const MessageStream&, const MessageStream&) = default;
};

/// The sends of all nodes of one run whose receives are not known yet. Any thread may use it.
class SentMessages {
 public:
  /// Adds a send. Call it before its message can arrive.
  void add(const MessageStream& way, MessageEnd send);
  /// Gives up matching the sends of a sequence. Call it when one of the sends was cancelled,
  /// because it is not known whether its message is received.
  void give_up_matching(const MessageStream& way);
  /// Removes the oldest send of the stream `way` (the messages with one sender, receiver, context and tag) and returns
  /// it. Returns nothing if it is not known which send is the oldest.
  std::optional<MessageEnd> take_oldest_send(const MessageStream& way);

 private:
  std::mutex mutex_;  // guards the members below
  std::map<MessageStream, std::deque<MessageEnd>> sent_;
  std::set<MessageStream> given_up_;
};

/// The partitioned sends and receives of one run whose other end is not made yet. Any thread may use it.
class PartitionedEnds {
 public:
  /// Returns the other end of a partitioned message, if that was made before; else keeps this end for it. `way` is the
  /// same for both ends, and different for all messages that are in use.
  std::optional<MessageEnd> other_end_or_keep(const MessageStream& way, bool is_send, MessageEnd end);

 private:
  std::mutex mutex_;  // guards the ends
  std::map<std::pair<MessageStream, bool>, MessageEnd> ends_;
};

/// A posted receive, which exists until it is known which send its message comes from.
struct WitnessedReceive {
  MessageEnd end;
  /// Whether this receive stands for a message that a matched probe has found; `end` is then set when the program
  /// receives the message.
  bool is_for_matched_probe = false;
  std::optional<MessageEnd> send;  ///< the send that its message comes from, once known
};
using WitnessedReceivePtr = std::shared_ptr<WitnessedReceive>;

/// The receives of one node, in the order in which they were posted.
class PostedOrder {
 public:
  /// Adds a receive that is posted. `source` is a node's number or MPI_ANY_SOURCE, and `tag` may
  /// be MPI_ANY_TAG.
  void add_posted_receive(WitnessedReceivePtr receive, Context context, int source, int tag);
  /// Removes a posted receive that was cancelled, because no message will be received by it.
  void drop_cancelled_receive(const WitnessedReceivePtr& receive);
  /// Notes that a receive has got a message of the stream `way`, that is, with this sender, receiver, context and tag.
  /// Calls `use(receive)` for each receive whose matching send becomes known by this.
  void match_completed_receive(const WitnessedReceivePtr& receive, const MessageStream& way, SentMessages& sent,
                               const std::function<void(WitnessedReceive&)>& use);

 private:
  struct Entry {
    WitnessedReceivePtr receive;
    Context context{};
    int source = 0, tag = 0;
    std::optional<MessageStream> way;  ///< sequence of its message, once the receive is complete
  };
  bool may_receive_message_of(const Entry& entry, const MessageStream& way) const noexcept;

  std::vector<Entry> entries_;
};

/// Returns a text that says how the types of a send differ from those of the receive of its
/// message. Returns an empty text if they fit.
std::string type_mismatch_text(const MessageEnd& send, const MessageEnd& receive);

}  // namespace switchyard::mpi
