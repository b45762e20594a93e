#pragma once
/// \file complete_exchange.hpp
/// The steps of Bokhari's complete exchange algorithms. If a matrix lacks some messages, the other
/// messages stay in the steps that they have in a complete exchange.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 4 to 4.2, figs. 6, 7 and 9.

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

/// Makes the schedule of Bokhari's naive algorithm: every node sends to nodes 0, 1, ... in turn. In each step the
/// nodes, lowest number first, claim all links of the path of their next message. A node that finds a link claimed
/// tries again in the next step. On a hypercube of n nodes, the schedule has 3n/2 - 2 steps.
Schedule make_naive_exchange_schedule(const CommunicationMatrix& matrix, const Routes& routes);

/// Makes the schedule of Bokhari's linear algorithm for n nodes: in step k = 1 .. n-1 node i sends to node i + k modulo
/// n. On a hypercube no two messages of a step share a link.
Schedule make_linear_exchange_schedule(const CommunicationMatrix& matrix);

/// Makes the schedule of Bokhari's stable algorithm for n nodes, which has n steps. Each node is idle in one of the
/// steps. On a hypercube no link is used in two consecutive steps, so a node may be late by a whole step.
///
/// Throws: UsageError if the number of nodes is odd.
Schedule make_stable_exchange_schedule(const CommunicationMatrix& matrix);

}  // namespace switchyard
