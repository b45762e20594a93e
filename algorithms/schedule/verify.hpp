#pragma once
/// \file verify.hpp
/// Checks a schedule against its matrix, whoever made it: it shares no code with the schedulers.
///
/// Source: the conditions of Wang and Ranka, sec. 2: each message in exactly one phase; each phase a partial
/// permutation; paths of one phase have no link in common. A phase that gathers, as in the linear schedules of
/// Ponnusamy et al. (1992), has one receiver instead, and one message from each of its senders; a phase of single
/// sends, as in Bokhari's naive exchange (1991), may have several messages for one node.

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

/// One thing that is wrong, as a sentence that names phase and nodes.
struct Violation {
  enum class Kind {
    wrong_node_count,  ///< schedule, matrix and routes are not for the same machine
    no_such_node,
    no_such_message,  ///< not in the matrix
    wrong_bytes,
    sent_twice,
    never_sent,
    node_contention,  ///< two sends or two receives of one node in a phase; in a gather, two sends
    two_receivers,    ///< in a gather
    link_contention,  ///< two paths of a phase share a link
    outside_phases,   ///< added after the last phase was closed
  };
  Kind kind;
  std::string text;
};

/// Enough to see what is wrong with a schedule of any size.
inline constexpr std::size_t kMaxViolations = 1000;

/// Everything that is wrong, up to kMaxViolations; empty for a correct schedule. Linear, but for a search in each row.
std::vector<Violation> verify(const Schedule& schedule, const CommunicationMatrix& matrix);

/// The same, and each phase is link-disjoint on these routes.
std::vector<Violation> verify(const Schedule& schedule, const CommunicationMatrix& matrix, const Routes& routes);

}  // namespace switchyard
