#pragma once
/// \file leaks.hpp
/// What a program has not given back when it calls MPI_Finalize.

#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {

/// Notes a defect for each call that has made what is left, and how many; no effect if nobody looks for defects.
void note_leaks(Call& call);

}  // namespace switchyard::mpi
