#pragma once
/// \file lp.hpp
/// Linear permutation (LP): in phase k = 1 .. n-1 node i exchanges messages with node i xor k.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 4.1, fig. 2.

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"

namespace switchyard {

/// Makes the schedule of a communication matrix by linear permutation (LP). For n nodes it always has n - 1 phases.
/// PhaseId{k - 1} holds the messages between nodes i and i xor k, and may be empty. On a hypercube with e-cube routing
/// no two messages of a phase share a link. The schedule takes no basic operations, because every node knows its
/// partners.
///
/// Throws: UsageError if the number of nodes is not a power of two.
Schedule make_linear_permutation_schedule(const CommunicationMatrix& matrix);

}  // namespace switchyard
