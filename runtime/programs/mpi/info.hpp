#pragma once
/// \file info.hpp
/// MPI's info objects, to which handles of type MPI_Info refer.

#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

/// Returns a copy of an info object; an empty one for MPI_INFO_NULL. Fails with MPI_ERR_INFO for a handle that refers
/// to none.
InfoObject info_or_none(Call& call, MPI_Info info);
/// Sets the hints that the program gives by an info object. Other hints stay as they are.
void update_hints(InfoObject& hints, const InfoObject& given);

}  // namespace switchyard::mpi
