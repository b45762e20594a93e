#pragma once
/// \file groups.hpp
/// Groups of processes, to which handles of type MPI_Group refer.

#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

/// Returns the group that a handle refers to. Fails with MPI_ERR_GROUP if there is none.
const MembersPtr& group_of(Call& call, MPI_Group group);
MPI_Group add_group(Call& call, MemberNodes members);
/// Compares two groups: returns MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL.
int compare_groups(const MemberNodes& one, const MemberNodes& other);

}  // namespace switchyard::mpi
