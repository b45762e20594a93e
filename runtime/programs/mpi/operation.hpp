#pragma once
/// \file operation.hpp
/// The operations by which reductions combine values: MPI's predefined ones, and those that
/// programs make.
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

/// Returns the reduction operation of the handle `op`, for a Group's collectives on packed values of the datatype
/// `type`, which has the handle `handle`. Fails with MPI_ERR_OP if `op` refers to no operation, and for a predefined
/// operation that is not defined on the datatype. The returned operation may be used after the call.
Operation operation_of(Call& call, MPI_Op op, MPI_Datatype handle, const DatatypePtr& type);

/// Returns the predefined operation of a handle, or nothing if the handle is not that of a predefined operation.
std::optional<NamedOperation> predefined_operation(MPI_Op op);

/// Returns the place in the program of the function by which an operation of the program combines values, or nothing if
/// the operation is predefined, or the function is not the program's own.
std::optional<std::uint64_t> code_offset_of_reduction_function(Call& call, MPI_Op op);

/// Returns the bindings of MPI_Op_create, MPI_Op_free, MPI_Op_commutative and MPI_Reduce_local.
SymbolBindings operation_bindings();

}  // namespace switchyard::mpi
