#pragma once
/// \file route_check.hpp
/// Checks whether the routes of a machine lead to their destinations, for machines that users have written.

#include "runtime/machine.hpp"

namespace switchyard::machines {

/// Checks the routes of a machine. For all pairs of nodes of a small machine, and for some pairs of a large machine,
/// follows the usual route, the second route and, where routes are chosen on the way, every choice. Each link must
/// exist, start where the previous link ended, and be taken only once. The last link must end at the destination, and
/// each choice must lead nearer to the destination. If the network does not know the ends of a link, the check is only
/// that the link exists and is taken only once.
///
/// Throws: Error, one line that names the machine, the pair of nodes and the link that is wrong.
void check_routes(const Machine& machine);

}  // namespace switchyard::machines
