#pragma once
/// \file rs_nl.hpp
/// Randomized scheduling that avoids node and link contention and prefers pairwise exchanges (RS_NL).
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 5, fig. 4.
/// Where the paper leaves a choice, this program does the following. For each row it first looks for two nodes that are
/// free and still have a message for each other, and schedules both messages. Links are directed. The use of links is
/// stored in one array of links instead of the paper's n x n array PATHS.

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/random.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

/// Makes the schedule of a communication matrix by RS_NL. Every phase is a partial permutation in which no two paths
/// share a link, and there are never more phases than messages. The two messages of an exchange are next to each other
/// in the phase.
///
/// Throws: UsageError if `routes` and `matrix` have different numbers of nodes, or if the matrix has 2^32 messages or
/// more.
Schedule make_rs_nl_schedule(const CommunicationMatrix& matrix, const Routes& routes, Rng& rng);

}  // namespace switchyard
