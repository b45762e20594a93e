#pragma once
/// \file operation.hpp
/// The operations by which reductions combine values: MPI's predefined ones, and those that programs make by
/// MPI_Op_create.
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

/// Returns the reduction operation with the handle `op` in the form that a Group's collectives use, for packed values
/// of the datatype `type`, whose handle is `handle`. Fails with MPI_ERR_OP if `op` refers to no operation, or to a
/// predefined operation that is not defined on the datatype. The result may be used after the present call of MPI has
/// ended.
Operation operation_of(Call& call, MPI_Op op, MPI_Datatype handle, const DatatypePtr& type);

/// Returns the predefined operation that a handle refers to, such as that of MPI_SUM, or nothing if the handle refers
/// to no predefined operation.
std::optional<PredefinedReductionOperation> predefined_operation(MPI_Op op);

/// Returns whether the program has made the operation `op` and declared it commutative.
bool is_commutative_operation_of_program(Call& call, MPI_Op op);

/// Returns the offset, in the program's code, of the reduction function that the operation `op` calls. Returns nothing
/// if the operation is predefined, or if the function belongs to a library instead of the program.
std::optional<std::uint64_t> code_offset_of_reduction_function(Call& call, MPI_Op op);

/// Returns the bindings of MPI_Op_create, MPI_Op_free, MPI_Op_commutative and MPI_Reduce_local.
SymbolBindings operation_bindings();

}  // namespace switchyard::mpi
