#pragma once
/// \file compared_operation.hpp
/// The operation of a reduction, as one of the arguments that must be equal on all members of the collective.

#include "runtime/programs/mpi/call.hpp"
#include "runtime/programs/mpi/collective_history.hpp"

namespace switchyard::mpi {

/// Adds the reduction operation `op` to the arguments of a collective that are compared among its members.
void add_compared_operation(Call& call, MPI_Op op, ComparedCollectiveCall& compared);

}  // namespace switchyard::mpi
