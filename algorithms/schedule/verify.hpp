#pragma once
/// \file verify.hpp
/// Checks a schedule against its matrix, independently of the scheduler that made it: it shares no code with the
/// schedulers.
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
    wrong_node_count,  ///< schedule, matrix and routes have different numbers of nodes
    no_such_node,
    no_such_message,  ///< the schedule has a message that is not in the matrix
    wrong_bytes,
    sent_twice,
    never_sent,
    node_contention,  ///< a node sends two messages in a phase, or receives two where the phase's shape forbids it
    two_receivers,    ///< a phase that is a gather has messages to two nodes
    link_contention,  ///< the paths of two messages of a phase share a link
    outside_phases,   ///< messages were added after the last phase was closed
  };
  Kind kind;
  std::string text;
};

/// The most violations that verify() reports, which is enough to see what is wrong with a schedule of any size.
inline constexpr std::size_t kMaxViolations = 1000;

/// Returns all errors of a schedule, up to kMaxViolations; an empty list for a correct schedule. Takes time linear in
/// the number of messages, apart from a binary search in a row of the matrix for each message.
std::vector<Violation> verify(const Schedule& schedule, const CommunicationMatrix& matrix);

/// Returns all errors of a schedule, including messages of one phase that share a link on these
/// routes.
std::vector<Violation> verify(const Schedule& schedule, const CommunicationMatrix& matrix, const Routes& routes);

}  // namespace switchyard
