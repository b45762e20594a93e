#pragma once
/// \file greedy.hpp
/// Greedy scheduling (GS): in each phase the nodes are paired first come, first served.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), sec. 4.4, fig. 12, table 10.
/// Departs from it: "the next available" is read as the node with the lowest number, because this gives table 10.

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"

namespace switchyard {

/// Builds each phase by visiting the nodes in ascending order. A node without a partner is paired
/// with the lowest node without a partner to which it has a message. If that node also has a
/// message for it, the two exchange messages. So a node has at most one partner in a phase. For
/// complete exchange on a power of two of nodes, the phases are those of `ps`.
Schedule make_greedy_schedule(const CommunicationMatrix& matrix);

}  // namespace switchyard
