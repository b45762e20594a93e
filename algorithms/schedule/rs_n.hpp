#pragma once
/// \file rs_n.hpp
/// Randomized scheduling that avoids node contention (RS_N).
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 4.2, fig. 3.

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/random.hpp"

namespace switchyard {

/// Makes the schedule of a communication matrix by RS_N. For each phase the rows of the matrix are visited cyclically
/// from a random row on, and the first remaining message with a free receiver is taken from each row into the phase.
/// There are about d + log d phases for matrices in which every node sends and receives d messages, and never more
/// phases than messages. Every phase is a partial permutation.
///
/// Throws: UsageError for 2^32 messages or more.
Schedule make_rs_n_schedule(const CommunicationMatrix& matrix, Rng& rng);

}  // namespace switchyard
