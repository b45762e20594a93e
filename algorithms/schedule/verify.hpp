#pragma once
/// \file verify.hpp
/// Checks a schedule against its communication matrix, independently of the scheduler that made it: the check shares no
/// code with the schedulers.
///
/// Source: the conditions of Wang and Ranka, sec. 2: each message is in exactly one phase; each phase is a partial
/// permutation; the paths of one phase have no link in common. In a schedule of gathers, as in the linear schedules of
/// Ponnusamy et al. (1992), each phase has one receiver, and one message from each of its senders. In a schedule of
/// single sends, as in Bokhari's naive exchange (1991), a phase may have several messages for one node.

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

/// One error of a schedule, with a sentence that names the phase and the nodes.
struct Violation {
  enum class Kind {
    wrong_node_count,  ///< the schedule, the matrix and the routes have different numbers of nodes
    no_such_node,
    no_such_message,  ///< the schedule has a message that the communication matrix does not have
    wrong_bytes,
    sent_twice,
    never_sent,
    /// a node sends two messages in a phase, or receives two although the schedule's shape (PhaseShape) forbids it
    node_contention,
    two_receivers,           ///< a phase in which one node gathers messages has messages to two nodes
    link_contention,         ///< the paths of two messages of a phase share a link
    message_outside_phases,  ///< messages were added to the schedule after its last phase was closed
  };
  Kind kind;
  std::string text;
};

/// The largest number of errors that verify() reports, which is enough to see what is wrong with a schedule of any
/// size.
inline constexpr std::size_t kMaxViolations = 1000;

/// Returns the errors of a schedule, kMaxViolations at most; an empty list for a correct schedule. Takes time linear in
/// the number of messages, apart from a binary search in a row of the matrix for each message.
std::vector<Violation> verify(const Schedule& schedule, const CommunicationMatrix& matrix);

/// Returns the errors of a schedule, including messages of one phase whose paths on these routes share a link.
std::vector<Violation> verify(const Schedule& schedule, const CommunicationMatrix& matrix, const Routes& routes);

}  // namespace switchyard
