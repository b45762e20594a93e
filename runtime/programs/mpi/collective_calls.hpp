#pragma once
/// \file collective_calls.hpp
/// MPI's collective functions, carried out by the collectives of a Group.

#include "runtime/programs/binding.hpp"

namespace switchyard::mpi {

SymbolBindings collective_bindings();
/// Returns the bindings of the neighbourhood collectives, such as MPI_Neighbor_alltoall.
SymbolBindings neighbor_bindings();

}  // namespace switchyard::mpi
