#pragma once
/// \file info.hpp
/// MPI's info objects, to which handles of type MPI_Info refer.

#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

/// Returns a copy of the info object that a handle refers to, or an empty info object for MPI_INFO_NULL. Fails with
/// MPI_ERR_INFO if the handle refers to no info object.
InfoObject info_or_empty(Call& call, MPI_Info info);
/// Gives the hints in `hints` the values that the program's info object `given` has for them. Hints that `given` does
/// not contain stay as they are.
void update_hints(InfoObject& hints, const InfoObject& given);

}  // namespace switchyard::mpi
