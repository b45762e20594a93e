#pragma once
/// \file route_check.hpp
/// Checks whether the routes of a machine lead to their destinations, for machines that users have written.

#include "runtime/machine.hpp"

namespace switchyard::machines {

/// Walks the usual route, the second one and, where routes are chosen on the way, every choice, between all pairs of
/// nodes of a small machine and some pairs of a large one. Each link has to exist, to start where the one before ended,
/// and to be taken once; the last one has to end at the destination; each choice has to lead nearer to it. Of a link
/// whose ends the network does not know, only its number and that it is taken once are checked.
///
/// Throws: Error, one line that names the machine, the pair of nodes and the link that is wrong.
void check_routes(const Machine& machine);

}  // namespace switchyard::machines
