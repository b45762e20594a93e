#pragma once
/// \file pairwise.hpp
/// Pairwise and balanced scheduling: in step k = 1 .. n-1 each node has one partner. The number of
/// the partner is the exclusive or of the node's number and k.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), sec. 4.2 and 4.3, tables 8 and 9. On a complete pattern, pairwise scheduling is pairwise exchange
/// (PEX), sec. 3.2, fig. 2, and balanced scheduling is balanced exchange (BEX), sec. 3.4, fig. 4.

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"

namespace switchyard {

/// Makes the schedule of pairwise scheduling (PS): the partner of node i in step k is node i xor k. The phases are the
/// phases of the scheduler `lp` that are not empty. The schedule takes no basic operations, because every node knows
/// its partners.
///
/// Throws: UsageError if the number of nodes is not a power of two.
Schedule make_pairwise_schedule(const CommunicationMatrix& matrix);

/// Makes the schedule of balanced scheduling (BS), which is pairwise scheduling with virtual node numbers: node i has
/// the virtual number i + 1, and the last node has the virtual number 0. So the last node of each cluster counts as a
/// node of the next cluster, and every step of a complete exchange has messages between clusters.
///
/// Throws: UsageError if the number of nodes is not a power of two.
Schedule make_balanced_schedule(const CommunicationMatrix& matrix);

}  // namespace switchyard
