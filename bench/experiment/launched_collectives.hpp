#pragma once
/// \file launched_collectives.hpp
/// The user's choice of the algorithms that carry out the collectives of an MPI program, in the form in which it is
/// written on the command line.

#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "runtime/error.hpp"
#include "runtime/group/settings.hpp"
#include "runtime/machine.hpp"
#include "runtime/programs/launch.hpp"

namespace switchyard {

/// Reads the values of --collective, such as "alltoallv=rs_nl". Throws a UsageError, whose text starts with `place`,
/// for a value of another form, for an unknown collective or algorithm, and for a collective that is given twice.
CollectiveAlgorithmsOfPrograms read_collective_settings(const UserInputPlace& place,
                                                        const std::vector<std::string>& texts,
                                                        const Catalogue& catalogue, bool is_scheduling_time_charged);

/// Throws a UsageError, whose text starts with `place`, if some node of this machine cannot use the algorithm that the
/// user has chosen for a collective.
void check_collectives(const UserInputPlace& place, const CollectiveAlgorithmsOfPrograms& collectives,
                       const Machine& machine);

/// Returns the names of all algorithms that users can choose for this collective operation on at least one machine.
std::vector<std::string> algorithms_for(SettableCollective which, const Catalogue& catalogue);

/// Returns the names of those algorithms for this collective operation that all nodes of this machine can use.
std::vector<std::string> algorithms_for(SettableCollective which, const Catalogue& catalogue, const Machine& machine);

}  // namespace switchyard
