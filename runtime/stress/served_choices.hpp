#pragma once
/// \file served_choices.hpp
/// The choices of a run in which only services of nodes (served_message.hpp) take messages of any node.
///
/// A service takes one message after the other, and many of them commute. Where none conflict, whatever the order, the
/// programs make the same calls: this one run is enough. Where those of one service conflict, only their order is a
/// choice: all else follows from it. Let the service have taken m, and let another message y that conflicts with m come
/// later from another node. Then y, or the first message to the service on which y depends, may be taken instead of m.
/// Which of the other messages comes first is left as it is, and so is what other services take.
///
/// Needs: accesses to the same memory without an order between them are found by other means, as the programs' own
/// memory is not looked at here.
///
/// Source: C. Flanagan, P. Godefroid, "Dynamic partial-order reduction for model checking software", POPL 2005.

#include <optional>
#include <vector>

#include "runtime/stress/choices.hpp"

namespace switchyard {

/// Returns as branches_of() does; nothing if the run makes other choices, if messages of more than one service
/// conflict, or if a service whose messages conflict shares its node with another one. Whether a way to choose is
/// possible shows when it is tried.
std::optional<std::vector<Choices>> branches_of_services(const RunOrder& order);

}  // namespace switchyard
