#pragma once
/// \file type_calls.hpp
/// MPI's functions on datatypes.

#include "runtime/programs/binding.hpp"

namespace switchyard::mpi {

SymbolBindings type_bindings();
/// Returns the bindings of MPI_Pack, MPI_Unpack and their relatives.
SymbolBindings packing_bindings();

}  // namespace switchyard::mpi
