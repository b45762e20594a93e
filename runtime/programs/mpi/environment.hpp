#pragma once
/// \file environment.hpp
/// The time during which a program uses MPI: from MPI_Init to MPI_Finalize, and while it has a session.

#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {

/// Call this function when the program begins to use MPI, by MPI_Init or by a session. A second call has no effect.
void set_up_mpi_for_program(Call& call);
/// Call this function when the program has ended its use of MPI: it has called MPI_Finalize, if it had called MPI_Init,
/// and has finalized all its sessions. Notes objects that the program has not freed. Fails if requests are still under
/// way, and also, unless the run looks for defects, if windows or files are still open.
void end_use_of_mpi(Call& call);

}  // namespace switchyard::mpi
