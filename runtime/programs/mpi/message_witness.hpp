#pragma once
/// \file message_witness.hpp
/// Which send each receive has its message from, and whether the types of both fit; known on the host, beside the
/// messages.
///
/// Source: MPI 3.1, sec. 3.3.1 (type matching) and 3.5 (order).
///
/// Messages of one sender with one tag are received in the order in which they were sent, by receives in the order in
/// which they were posted. So the k-th of these receives has the k-th of these messages. Which receives these are is
/// known once all that were posted before, and could take such a message, are over.

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

/// One end of a message.
struct MessageEnd {
  Caller caller;
  TypeSignature signature;
  EventClock known = {};  ///< to the sender
  CallSite made = {};     ///< where the request was made, if by another call
};

/// What decides which messages follow each other: source, destination, context and tag.
struct MessageWay {
  NodeId source{}, destination{};
  Context context{};
  int tag = 0;
  friend auto operator<=>(const MessageWay&, const MessageWay&) = default;
};

/// The sends of all nodes of one run. Any thread.
class SentMessages {
 public:
  /// Before the message can arrive.
  void add(const MessageWay& way, MessageEnd send);
  /// One of them may not have been received: which is not known.
  void give_up(const MessageWay& way);
  /// The first one that was not taken; nothing if that is not known.
  std::optional<MessageEnd> take(const MessageWay& way);

 private:
  std::mutex mutex_;  // guards what follows
  std::map<MessageWay, std::deque<MessageEnd>> sent_;
  std::set<MessageWay> given_up_;
};

/// A receive, from its posting until its send is known.
struct WitnessedReceive {
  MessageEnd end;
  bool is_for_found = false;       ///< the message that a matched probe has found; `end` is known later
  std::optional<MessageEnd> send;  ///< once known
};
using WitnessedReceivePtr = std::shared_ptr<WitnessedReceive>;

/// The receives of one node, in the order in which they were posted.
class PostedOrder {
 public:
  /// `source`, `tag`: may be MPI_ANY_SOURCE and MPI_ANY_TAG; the source is a node's number.
  void post(WitnessedReceivePtr receive, Context context, int source, int tag);
  /// It has no message, and will have none.
  void drop(const WitnessedReceivePtr& receive);
  /// It has a message from there. `use(receive)` is called for each receive whose send is known from now on.
  void complete(const WitnessedReceivePtr& receive, const MessageWay& way, SentMessages& sent,
                const std::function<void(WitnessedReceive&)>& use);

 private:
  struct Entry {
    WitnessedReceivePtr receive;
    Context context{};
    int source = 0, tag = 0;
    std::optional<MessageWay> way;  ///< of its message, if it is over
  };
  bool may_take(const Entry& entry, const MessageWay& way) const noexcept;

  std::vector<Entry> entries_;
};

/// What is wrong with a receive that has this message; empty if nothing is.
std::string misfit_of(const MessageEnd& send, const MessageEnd& receive);

}  // namespace switchyard::mpi
