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

/// Returns the operation for a group's collectives, on packed values of a type. Fails with MPI_ERR_OP for a handle that
/// refers to none, and for a predefined operation on a type on which it is not defined. The operation may outlive the
/// call.
Operation operation_of(Call& call, MPI_Op op, MPI_Datatype handle, const DatatypePtr& type);

/// Returns which predefined operation a handle refers to; nothing if it is none of them.
std::optional<NamedOperation> predefined_operation(MPI_Op op);

/// Returns the bindings of MPI_Op_create, MPI_Op_free, MPI_Op_commutative and MPI_Reduce_local.
Bindings operation_bindings();

}  // namespace switchyard::mpi
