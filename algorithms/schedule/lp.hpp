#pragma once
/// \file lp.hpp
/// Linear permutation (LP): in phase k = 1 .. n-1 node i trades with node i xor k.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 4.1, fig. 2.

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"

namespace switchyard {

/// Always n - 1 phases, of which PhaseId{k - 1} holds what the matrix has between partners i xor k; it may be empty.
/// Link-disjoint on a hypercube with e-cube routing. Takes no basic operations: every node knows its partners.
///
/// Throws: UsageError if the number of nodes is not a power of two.
Schedule lp(const CommunicationMatrix& matrix);

}  // namespace switchyard
