#pragma once
/// \file leaks.hpp
/// Finds the objects and the memory that a program has not freed when it calls MPI_Finalize, or finalizes its last
/// session. A buffer that is still attached is none of them: it is the program's own memory (MPI 3.1, sec. 8.7).

#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {

/// Notes a defect for each call that has made objects which the program has not freed, and how many; no effect if the
/// run does not look for defects.
void note_leaks(Call& call);

}  // namespace switchyard::mpi
