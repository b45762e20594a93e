#pragma once
/// \file operation.hpp
/// What reductions combine with: MPI's operations, and those that programs make.
///
/// Source: MPI 3.1, sec. 5.9.

#include <optional>

#include "runtime/group/steps.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/mpi/datatype.hpp"
#include "runtime/programs/mpi/host_mpi.hpp"
#include "runtime/programs/mpi/predefined_operation.hpp"
#include "runtime/programs/mpi/user_operation.hpp"

namespace switchyard::mpi {

struct Call;

/// The operation on packed values of a type, for a group's collectives. Fails with MPI_ERR_OP for a handle that refers
/// to none, and for a predefined operation on a type on which it is not defined. It needs nothing of the call later.
Operation operation_of(Call& call, MPI_Op op, MPI_Datatype handle, const DatatypePtr& type);

/// Nothing if it is none of the predefined ones.
std::optional<NamedOperation> predefined_operation(MPI_Op op);

/// MPI_Op_create and its relatives.
Bindings operation_bindings();

}  // namespace switchyard::mpi
