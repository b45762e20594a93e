#pragma once
/// \file served_choices.hpp
/// Finds the other choices of a run in which only services make choices. A service of a node receives messages from any
/// node while the node's program is in other calls, such as requests for a lock (served_message.hpp).
///
/// A service takes one message after the other, and the order of many of them does not matter. If no two messages
/// conflict, the programs make the same calls in all orders, and this one run is enough. If messages of one service
/// conflict, their order is the only choice, and all else follows from it. Let the service have taken message m, and
/// let another message y that conflicts with m come later from another node. Then y, or the first message to the
/// service on which y depends, may be taken instead of m. The order of the other messages, and of those of other
/// services, is left as it is.
///
/// Needs: accesses to the same memory without an order between them are found by other means, as the programs' own
/// memory is not looked at here.
///
/// Source: C. Flanagan, P. Godefroid, "Dynamic partial-order reduction for model checking software", POPL 2005.

#include <optional>
#include <vector>

#include "runtime/stress/choices.hpp"

namespace switchyard {

/// Returns sets of choices for new runs, as branches_of() does. Returns nothing if the run makes choices of other
/// kinds, if messages of more than one service conflict, or if a service whose messages conflict shares its node with
/// another service. Whether a set of choices is possible is found only when it is run.
std::optional<std::vector<Choices>> branches_of_services(const RunOrder& order);

}  // namespace switchyard
