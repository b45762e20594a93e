#pragma once
/// \file type_calls.hpp
/// MPI's functions on datatypes.

#include "runtime/programs/binding.hpp"

namespace switchyard::mpi {

Bindings type_bindings();
/// MPI_Pack and its relatives.
Bindings packing_bindings();

}  // namespace switchyard::mpi
