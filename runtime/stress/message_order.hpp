#pragma once
/// \file message_order.hpp
/// Says which calls of a run come before a message, or before a choice, in all orders of events in
/// which programs make the same choices as in this run.
///
/// The calls of the run are replayed without any time passing. Each node has a vector clock, which
/// counts the calls of each other node that it knows to be done. A node learns of calls from
/// messages whose receives it has waited for, and from collectives of all nodes. A send counts as
/// done at once, so that a sender learns nothing from waiting for it: how long a send takes
/// depends on the machine. Only where it is asked for, a node that has waited for a synchronous send
/// has also learnt what the receiver knew when it posted the receive (SynchronousSends::confirm_posted_receive).
///
/// A posted collective takes and sends messages while its node's program is in other calls, and the program notices
/// nothing of them until it learns that the collective is over. So each posted collective of a node has a vector clock
/// of its own. It begins as that of the program that posts the collective, learns from the messages of the collective,
/// and is the clock of all messages that the collective sends. The program learns what it says when a test finds the
/// collective over, or a wait for it ends. This is what makes it enough to choose whether a test finds a collective
/// over, without a choice for each of its messages:
/// - Which other calls a call of the program depends on does not tell how far the collective was at that call. So an
///   order of events in which its messages come later, or earlier, makes the same calls with the same results.
/// - A test can find the collective over only if the members whose messages it needs, directly or through others, can
///   have posted it before the test. The clock of the last message says this: it knows what all of these members knew
///   when they posted the collective, and not what they have done since. In an order of events in which these members
///   have posted it, nothing holds up its messages, as they go on in whatever call their nodes are (MPI 4.1,
///   sec. 6.12). If the program can post it, but another implementation would carry it out later, in which calls
///   whatever, then it finds the collective over later, which is another result of the same choices.
/// - A test can always find the collective not over, since messages may take any time.
///
/// A service of a node (served_message.hpp) takes messages while its node's program is in other
/// calls, so that program and service have separate orders. The following precedes the moment at
/// which a service takes a message: everything that precedes the message, the earlier messages
/// that the service has taken from the same sender, and the earlier messages that conflict with
/// it. An answer to the message comes after this moment. An answer that grants a lock also comes
/// after the unlocks of all earlier conflicting locks. Therefore a vector clock has, after the
/// numbers of calls, one more entry for each service and sender: the number of messages known to
/// be taken.
///
/// Source: F. Mattern, "Virtual time and global states of distributed systems", Parallel and Distributed Algorithms,
/// 1989.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/served_message.hpp"
#include "runtime/stress/program_log.hpp"

namespace switchyard {

/// A vector clock. It has for each node the number of its calls that are known to be done. Then it has, for each sender
/// to a service of a node, the number of messages that the service is known to have taken. Missing entries are 0.
using VectorClock = std::vector<std::uint32_t>;

inline std::uint32_t clock_component_at(const VectorClock& clock, std::size_t place) noexcept {
  return place < clock.size() ? clock[place] : 0;
}

/// A message of a run. It is the same message in all orders of events in which programs make the same choices.
struct OrderedMessage {
  const LoggedRequest* send = nullptr;
  /// The receive, or the matched probe, that has taken the message; null if there is none.
  const LoggedRequest* receive = nullptr;
  std::uint32_t destination_calls_before_send =
      0;  ///< number of calls that the destination has completed, from its first call on, before the message is sent
  VectorClock sender_clock = {};  ///< vector clock of the sender after the send; empty if the run has no choices

  /// Returns whether the receive of the message is posted before the message is sent.
  bool is_receive_posted_before_send() const noexcept {
    return receive != nullptr && receive->posting_call < destination_calls_before_send;
  }
};

struct OrderedChoice {
  const LoggedChoice* choice = nullptr;
  VectorClock node_clock = {};  ///< vector clock of the node at the call that makes the choice
};

/// A message to a service of a node, at the moment at which the service takes it.
struct ServedMessage {
  const LoggedChoice* choice = nullptr;  ///< choice of the service to take this message
  const LoggedRequest* send = nullptr;
  /// What the service does for the message; a comparison that finds other values counts as an observation.
  ServedKind kind = ServedKind::free;
  std::size_t answer_hash = 0;  ///< hash of the answer, if this message only observes memory
  std::uint32_t service = 0;    ///< number of the service in this run
  /// Index of the vector clock entry that counts the messages of this sender to this service.
  std::uint32_t clock_component = 0;
  std::uint32_t number = 0;  ///< number of this message among the sender's messages to the service, counted from 1
  /// Position of the sender's previous access to the service in the run's list of served messages. It is set only if
  /// the sender has since then only repeated that access. For a request for a lock, this is the sender's previous
  /// request for the same lock, if the sender has done no more under that lock than under some locks before.
  std::optional<std::size_t> earlier_equal_access_position = {};
  /// Whether this access and the sender's access at `earlier_equal_access_position` have both changed nothing and got
  /// the same answer; for a request for a lock, whether this holds for all accesses under the lock.
  bool repeats_earlier_access = false;
  bool is_read_only = false;       ///< whether the access, or all accesses under the lock, only observe memory
  VectorClock sender_clock = {};   ///< vector clock of the sender after the send
  VectorClock service_clock = {};  ///< vector clock of the service after it has taken the message

  Context context() const noexcept { return send->context; }
  /// Returns whether it matters in which order a service takes this message and a message of
  /// another node.
  bool conflicts_with(const ServedMessage& other) const noexcept {
    return order_matters_between(kind, other.kind) &&
           (is_lock(kind) || served_cells(*send).overlap(served_cells(*other.send)));
  }
};

/// What a node knows in the course of a run, as far as it matters where the run can be cut (run_cuts.hpp).
struct KnowledgeOfNode {
  /// The node's vector clock at the end of each meeting of all nodes that it has left, in program order.
  std::vector<VectorClock> clocks_at_meeting_ends = {};
  /// If only one other node makes choices: each call of this node that teaches it of further calls of that node, with
  /// the number of these calls that it knows from then on.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> known_calls_of_choosing_node = {};
  /// Place of the node's first call behind a change of unrecorded state that may depend on a choice of some node;
  /// LoggedRequest::kNever if there is none.
  std::uint32_t call_behind_unknown_change = LoggedRequest::kNever;
};

/// The messages and choices of one run. Messages of one sender, and choices of one node, are in program order.
struct RunOrder {
  std::uint32_t nodes = 0;
  std::vector<OrderedMessage> messages = {};
  std::vector<OrderedChoice> choices = {};  ///< choices of the programs
  /// The messages that services have taken, grouped by service, each group in the order in which its service took them.
  std::vector<ServedMessage> served_messages = {};
  std::vector<const LoggedChoice*> undecided_service_choices = {};  ///< choices of services that have got no message
  std::vector<KnowledgeOfNode> knowledge_by_node = {};
  /// The node that makes all choices of the run; nothing if several nodes make choices, or none does.
  std::optional<NodeId> only_choosing_node = {};
  bool is_whole = false;  ///< whether all programs come to their ends
};

/// Orders the calls of a logged run by vector clocks. Returns nothing if the programs of the log do not come to their
/// ends. Also returns nothing if the log has an obstacle: a way, other than a choice, in which the run may depend on
/// the order of events.
std::optional<RunOrder> order_of_run(const ProgramLog& log);

/// The partial order of the calls of a run that may have got stuck or have ended early.
struct PartialOrder {
  RunOrder order = {};
  /// Whether a node got stuck in a wait for any of several requests in which the request to
  /// complete was chosen in advance.
  bool is_stuck_in_chosen_wait = false;
};
/// Whether a node that has waited for a synchronous send knows from then on that the receive was posted.
enum class SynchronousSends : std::uint8_t { confirm_nothing, confirm_posted_receive };
/// Whether a posted collective has a vector clock of its own, or its messages count as those of the program: a call
/// then also depends on what the collectives of its node have received so far.
enum class PostedCollectives : std::uint8_t { have_own_clocks, belong_to_program };
/// Orders the calls of a logged run as far as they can be replayed. Needs: a log of all choices
/// (log_all_choices()) without an early obstacle.
PartialOrder partial_order_of(const ProgramLog& log, SynchronousSends sends = SynchronousSends::confirm_nothing,
                              PostedCollectives collectives = PostedCollectives::have_own_clocks);

}  // namespace switchyard
