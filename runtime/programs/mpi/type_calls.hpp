#pragma once
/// \file type_calls.hpp
/// MPI's functions on datatypes.

#include "runtime/programs/binding.hpp"

namespace switchyard::mpi {

NameBindings type_bindings();
/// Returns the bindings of MPI_Pack, MPI_Unpack and their relatives.
NameBindings packing_bindings();

}  // namespace switchyard::mpi
