#pragma once
/// \file leaks.hpp
/// Finds the objects and the memory that a program has not freed when it calls MPI_Finalize, or finalizes its last
/// session. A buffer that is still attached for buffered sends is not reported, because its memory is the program's own
/// (MPI 3.1, sec. 8.7).

#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {

/// Notes the defect of unfreed objects: one for each call of the program that has made such objects, with their number.
/// Has no effect if the run does not look for defects.
void note_leaks(Call& call);

}  // namespace switchyard::mpi
