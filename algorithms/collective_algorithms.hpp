#pragma once
/// \file collective_algorithms.hpp
/// The catalogue's schedulers as choices for the collectives of groups: alltoall, alltoallv, alltoallw, and those among
/// neighbours.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "runtime/group/settings.hpp"

namespace switchyard {

/// An algorithm that can be chosen for one of these collectives, and how it is carried out there: an entry of the
/// catalogue with a `collective_pace`. Schedulers see the group's members as nodes 0 to n-1, with the routes between
/// the nodes that these are. Null for an entry that cannot be chosen.
std::shared_ptr<const ExchangeAlgorithm> exchange_algorithm(const Algorithm& algorithm);

/// The names of all entries that can be chosen for this collective. Needs: is_exchange(which).
std::vector<std::string> exchange_names(const Catalogue& catalogue, SettableCollective which);

/// What exchanges among neighbours choose from by themselves.
std::vector<std::shared_ptr<const ExchangeAlgorithm>> exchanges_for_neighbors(const Catalogue& catalogue);

}  // namespace switchyard
