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
/// nothing of them until it learns that the collective is over. So each posted (nonblocking) collective of a node has a
/// vector clock of its own. This clock begins as that of the program that posts the collective, learns from the
/// messages of the collective, and is the clock of all messages that the collective sends. The program learns what the
/// collective's clock says when a test finds the collective over, or a wait for it ends. So a search of all orders of
/// events only has to choose whether a test finds a collective over, and not when each of the collective's messages
/// comes:
/// - Which other calls a call of the program depends on does not tell how far the collective was at that call. So an
///   order of events in which the collective's messages come later, or earlier, makes the same calls with the same
///   results.
/// - A test can find the collective over only if the members whose messages it needs, directly or through others, can
///   have posted it before the test. The clock of the last message says this: it knows what all of these members knew
///   when they posted the collective, and not what they have done since. In an order of events in which these members
///   have posted it, nothing holds up its messages, as they go on in whatever call their nodes are (MPI 4.1, sec.
///   6.12). With an implementation that carries the collective out later, in whatever calls, the program finds it over
///   later, which is another result of the same choice.
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

/// A vector clock. Its first components are, for each node, the number of the node's calls that are known to be done.
/// They are followed by one component for each sender to a service of a node: the number of the sender's messages that
/// the service is known to have taken. Missing components are 0.
using VectorClock = std::vector<std::uint32_t>;

inline std::uint32_t clock_component_at(const VectorClock& clock, std::size_t place) noexcept {
  return place < clock.size() ? clock[place] : 0;
}

/// A message of a run. In all orders of events in which programs make the same choices, the same message is sent and
/// received.
struct OrderedMessage {
  const LoggedRequest* send = nullptr;
  /// The receive, or the matched probe, that has taken the message; null if no receive has taken it.
  const LoggedRequest* receive = nullptr;
  std::uint32_t calls_done_at_destination_before_send =
      0;                          ///< number of calls that the destination node is certain to have
                                  ///< completed, from its first call on, before the message is sent
  VectorClock sender_clock = {};  ///< vector clock of the sender right after the send; empty if programs make no
                                  ///< choices in the run

  /// Returns whether the receive of the message is posted before the message is sent.
  bool is_receive_posted_before_send() const noexcept {
    return receive != nullptr && receive->posting_call < calls_done_at_destination_before_send;
  }
};

struct ChoiceWithVectorClock {
  const LoggedChoice* choice = nullptr;
  VectorClock node_clock = {};  ///< vector clock of the node when it makes the call that contains the choice
};

/// A message to a service (the part of a node that serves requests of other nodes) when the service takes the message.
struct MessageTakenByNodeService {
  const LoggedChoice* choice = nullptr;  ///< the choice by which the service takes this message before others
  const LoggedRequest* send = nullptr;
  /// The kind of the message by its effect; a comparison that finds other values counts as an observation.
  ServiceMessageKind kind = ServiceMessageKind::free;
  std::size_t answer_hash = 0;  ///< hash of the service's answer, if this message only observes memory
  std::uint32_t service = 0;    ///< number that identifies the service in this run

  /// Index of the vector clock component that counts the messages of this sender to this service.
  std::uint32_t clock_component = 0;
  std::uint32_t number = 0;  ///< number of this message among those of its sender to the service, counted from 1

  /// Position of the sender's previous access to the service in the run's list of served messages. It is set only if
  /// the sender has done nothing since then but repeat that access. For a request for a lock, it is the position of the
  /// sender's previous request for the same lock, and is set only if the sender has done the same under several locks
  /// in a row.
  std::optional<std::size_t> position_of_access_being_repeated = {};
  /// Whether this access and the sender's access at `position_of_access_being_repeated` have both changed nothing and
  /// got the same answer; for a request for a lock, whether this holds for all accesses under the two locks.
  bool repeats_earlier_access = false;
  bool is_read_only = false;       ///< whether the access only observes memory; for a request for a lock, whether all
                                   ///< accesses under the lock do
  VectorClock sender_clock = {};   ///< vector clock of the sender right after the send
  VectorClock service_clock = {};  ///< vector clock of the service right after it has taken the message

  Context context() const noexcept { return send->context; }
  /// Returns whether it matters in which order a service takes this message and a message of
  /// another node.
  bool conflicts_with(const MessageTakenByNodeService& other) const noexcept {
    return order_matters_between(kind, other.kind) &&
           (is_lock(kind) ||
            memory_cells_of_service_message(*send).overlap(memory_cells_of_service_message(*other.send)));
  }
};

/// What a node knows at different calls of a run, as far as it matters for the places where the run can be cut
/// (run_cuts.hpp).
struct CausalHistoryOfNode {
  /// The node's vector clock at the end of each meeting (a collective that no node leaves before all have entered it)
  /// that the node has left, in program order.
  std::vector<VectorClock> clocks_after_synchronising_collectives = {};
  /// If only one other node makes choices: each call by which this node learns of further calls of that choosing node,
  /// with the number of these calls that this node knows from then on.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> known_calls_of_choosing_node = {};
  /// The number of the node's first call after a change of unrecorded state (kMarkLabelOfChangeOutsideRecordedState)
  /// that may depend on a choice of some node; LoggedRequest::kNever if there is none.
  std::uint32_t first_call_after_unrecorded_change = LoggedRequest::kNever;
};

/// The messages and choices of one run, with their partial order. Messages of one sender, and choices of one node, are
/// in program order.
struct PartiallyOrderedRun {
  std::uint32_t nodes = 0;
  std::vector<OrderedMessage> messages = {};
  std::vector<ChoiceWithVectorClock> choices = {};  ///< choices that the programs made, such as which message a receive
                                                    ///< from any node got

  /// The messages that services have taken, grouped by service, each group in the order in which its service took them.
  std::vector<MessageTakenByNodeService> served_messages = {};
  std::vector<const LoggedChoice*> undecided_service_choices = {};  ///< choices of services (the parts of nodes that
                                                                    ///< serve other nodes) that were still open at the
                                                                    ///< end, because no message came for them
  std::vector<CausalHistoryOfNode> causal_history_by_node = {};
  /// The node that makes all choices of the run; nothing if several nodes make choices, or no node does.
  std::optional<NodeId> only_choosing_node = {};
  bool covers_whole_run = false;  ///< whether the calls of all programs could be ordered up to their ends
};

/// Orders the calls of a logged run by vector clocks. Returns nothing if the programs of the log do not come to their
/// ends. Also returns nothing if the log has an obstacle: a way, other than a choice, in which the run may depend on
/// the order of events.
std::optional<PartiallyOrderedRun> order_of_run(const ProgramLog& log);

/// The partial order of the calls of a run that may have got stuck or have ended early.
struct PartialOrder {
  PartiallyOrderedRun partially_ordered_run = {};
  /// Whether a node is stuck in a wait for any of several requests for which the request that has to complete was
  /// prescribed in advance.
  bool is_stuck_in_prescribed_wait = false;
};
/// Whether a node that has waited for a synchronous send knows from then on that the matching receive was posted.
enum class SynchronousSends : std::uint8_t { without_receive_confirmation, confirm_posted_receive };
/// Whether each posted (nonblocking) collective has a vector clock of its own, or its messages count as those of the
/// program. In the second case, a call of the program also depends on what the collectives of its node have received so
/// far.
enum class PostedCollectives : std::uint8_t { have_own_clocks, with_clock_of_program };
/// Orders the calls of a logged run as far as they can be replayed. Needs: the log records all choices
/// (ProgramLog::log_all_choices()), and has not ended at an obstacle before the run did.
PartialOrder partial_order_of(const ProgramLog& log,
                              SynchronousSends sends = SynchronousSends::without_receive_confirmation,
                              PostedCollectives collectives = PostedCollectives::have_own_clocks);

}  // namespace switchyard
