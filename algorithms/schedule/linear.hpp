#pragma once
/// \file linear.hpp
/// Linear scheduling (LS): in step i every node that has a message for node i sends it.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), sec. 4.1, table 7. On a complete pattern, LS is linear exchange (LEX), sec. 3.1, table 1.

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"

namespace switchyard {

/// Makes the schedule of a communication matrix by linear scheduling (LS). In each phase all messages go to one node,
/// and the senders ascend; phases without messages are left out. The schedule takes no basic operations, because every
/// node knows the receiver of each step.
Schedule make_linear_schedule(const CommunicationMatrix& matrix);

}  // namespace switchyard
