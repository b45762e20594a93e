#pragma once
/// \file greedy.hpp
/// Greedy scheduling (GS): pairs of nodes, taken first come first served.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), sec. 4.4, fig. 12, table 10.
/// Departs from it: "the next available" is read as the one with the lowest number; so table 10 comes out.

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"

namespace switchyard {

/// In each step every node in ascending order, unless it has been taken, takes the lowest free node that it has to send
/// to; if that one has a message for it too, they exchange. So a node deals with one other in a phase. On a complete
/// pattern of a power of two of nodes these are the phases of `ps`.
Schedule gs(const CommunicationMatrix& matrix);

}  // namespace switchyard
