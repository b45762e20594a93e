#pragma once
/// \file message_witness.hpp
/// Finds out on the host, without messages of its own, from which send each receive has its message, and whether the
/// types of both fit.
///
/// Source: MPI 3.1, sec. 3.3.1 (type matching) and 3.5 (order).
///
/// Messages of one sender with one tag are received in the order in which they were sent, by receives in the order in
/// which they were posted. So the k-th of these receives has the k-th of these messages. Which receives these are is
/// known once all receives that were posted before, and could take such a message, are complete.

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
  EventClock known = {};  ///< of a send: the vector clock of the sender
  CallSite made = {};     ///< of a persistent request: where it was made
};

/// A sequence of messages that are received in the order in which they are sent: those with the same source,
/// destination, context and tag.
struct MessageStream {
  NodeId source{}, destination{};
  Context context{};
  int tag = 0;
  friend auto operator<=>(const MessageStream&, const MessageStream&) = default;
};

/// The sends of all nodes of one run whose receives are not known yet. Any thread.
class SentMessages {
 public:
  /// Adds a send. Call it before its message can arrive.
  void add(const MessageStream& way, MessageEnd send);
  /// Gives up matching the sends of a sequence, because one was cancelled, and it is not known whether it is received.
  void give_up(const MessageStream& way);
  /// Takes the first send of a sequence that was not taken yet; nothing if it is not known which send that is.
  std::optional<MessageEnd> take(const MessageStream& way);

 private:
  std::mutex mutex_;  // guards what follows
  std::map<MessageStream, std::deque<MessageEnd>> sent_;
  std::set<MessageStream> given_up_;
};

/// A receive, from its posting until it is known which send its message comes from.
struct WitnessedReceive {
  MessageEnd end;
  bool is_for_matched_probe = false;  ///< stands for what a matched probe has found; `end` is set later
  std::optional<MessageEnd> send;     ///< the send that its message comes from, once known
};
using WitnessedReceivePtr = std::shared_ptr<WitnessedReceive>;

/// The receives of one node, in the order in which they were posted.
class PostedOrder {
 public:
  /// Adds a receive that is posted. `source`: a node's number, or MPI_ANY_SOURCE. `tag`: may be MPI_ANY_TAG.
  void post(WitnessedReceivePtr receive, Context context, int source, int tag);
  /// Removes a receive that was cancelled: it will have no message.
  void drop(const WitnessedReceivePtr& receive);
  /// Notes that a receive has a message of the sequence `way`. `use(receive)` is called for each receive whose send is
  /// known from now on.
  void complete(const WitnessedReceivePtr& receive, const MessageStream& way, SentMessages& sent,
                const std::function<void(WitnessedReceive&)>& use);

 private:
  struct Entry {
    WitnessedReceivePtr receive;
    Context context{};
    int source = 0, tag = 0;
    std::optional<MessageStream> way;  ///< of its message, once the receive is complete
  };
  bool may_take(const Entry& entry, const MessageStream& way) const noexcept;

  std::vector<Entry> entries_;
};

/// Returns a text that says how the types of a send do not fit those of the receive of its message; empty if they fit.
std::string misfit_of(const MessageEnd& send, const MessageEnd& receive);

}  // namespace switchyard::mpi
