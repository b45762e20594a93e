#pragma once
/// \file collective_algorithms.hpp
/// Makes the catalogue's algorithms available for the collectives of groups of nodes: alltoall, alltoallv, alltoallw,
/// and their variants among neighbours in a process topology.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "runtime/group/settings.hpp"

namespace switchyard {

/// Returns the algorithm in the form in which a collective operation such as alltoall can use it, or null for an
/// algorithm whose `collective_pace` is not set. The algorithm's scheduler sees the members of the group as nodes 0 to
/// n-1, with the machine's routes between these members.
std::shared_ptr<const ExchangeAlgorithm> make_exchange_algorithm(const Algorithm& algorithm);

/// Returns the names of all algorithms of the catalogue that can be chosen for the collective operation `which`, which
/// must be one of alltoall, alltoallv, alltoallw, or a collective among neighbours (is_exchange()).
std::vector<std::string> exchange_algorithm_names(const Catalogue& catalogue, SettableCollective which);

/// Returns the algorithms that are tried for a collective exchange among neighbours when the user has not chosen an
/// algorithm.
std::vector<std::shared_ptr<const ExchangeAlgorithm>> neighbor_exchange_algorithms(const Catalogue& catalogue);

}  // namespace switchyard
