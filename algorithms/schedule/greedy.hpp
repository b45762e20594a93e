#pragma once
/// \file greedy.hpp
/// Greedy scheduling (GS): in each phase the nodes are paired first come, first served.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), sec. 4.4, fig. 12, table 10.
/// What the paper leaves open, its table 10 settles: "the next available" node is the one with the lowest number.

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"

namespace switchyard {

/// Makes the schedule of a communication matrix by greedy scheduling (GS). Each phase is built by visiting the nodes in
/// ascending order. A node without a partner is paired with the lowest node without a partner to which it has a
/// message. If the partner also has a message for the node, the two exchange messages. So a node has at most one
/// partner in a phase. For complete exchange on a power of two of nodes, the phases are those of the scheduler `ps`.
Schedule make_greedy_schedule(const CommunicationMatrix& matrix);

}  // namespace switchyard
