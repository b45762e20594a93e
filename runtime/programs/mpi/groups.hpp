#pragma once
/// \file groups.hpp
/// Groups of processes, which handles refer to.

#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

/// Fails with MPI_ERR_GROUP for a handle that refers to none.
const MembersPtr& group_of(Call& call, MPI_Group group);
MPI_Group add_group(Call& call, Members members);
/// MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL.
int compare_members(const Members& one, const Members& other);

}  // namespace switchyard::mpi
