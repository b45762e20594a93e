#pragma once
/// \file collective_algorithms.hpp
/// Makes the catalogue's algorithms available for the collectives of groups of nodes: alltoall, alltoallv, alltoallw,
/// and the same among neighbours.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "runtime/group/settings.hpp"

namespace switchyard {

/// Returns the algorithm in the form in which a collective such as alltoall can use it, or null for
/// an algorithm without a `collective_pace`. The algorithm's scheduler sees the members of the
/// group as nodes 0 to n-1, with the machine's routes between these members.
std::shared_ptr<const ExchangeAlgorithm> make_exchange_algorithm(const Algorithm& algorithm);

/// Returns the names of all algorithms of the catalogue that can be chosen for the collective `which`. Needs:
/// is_exchange(which).
std::vector<std::string> exchange_algorithm_names(const Catalogue& catalogue, SettableCollective which);

/// Returns the algorithms from which a collective exchange among neighbours chooses when the user has not chosen an
/// algorithm.
std::vector<std::shared_ptr<const ExchangeAlgorithm>> neighbor_exchange_algorithms(const Catalogue& catalogue);

}  // namespace switchyard
