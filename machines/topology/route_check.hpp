#pragma once
/// \file route_check.hpp
/// Checks whether the routes of a machine lead to their destinations, for machines that users have written.

#include "runtime/machine.hpp"

namespace switchyard::machines {

/// For all pairs of nodes of a small machine, and for some pairs of a large one, follows the usual
/// route, the second route and, where routes are chosen on the way, every choice. Each link must
/// exist, start where the previous link ended, and be taken only once; the last link must end at
/// the destination; each choice must lead nearer to the destination. For a link with ends that the
/// network does not know, only its number is checked, and that it is taken only once.
///
/// Throws: Error, one line that names the machine, the pair of nodes and the link that is wrong.
void check_routes(const Machine& machine);

}  // namespace switchyard::machines
