#pragma once
/// \file collective_calls.hpp
/// MPI's collectives, over those of a group.

#include "runtime/programs/binding.hpp"

namespace switchyard::mpi {

Bindings collective_bindings();
/// Those among neighbours.
Bindings neighbor_bindings();

}  // namespace switchyard::mpi
