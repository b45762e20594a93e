#pragma once
/// \file host_mpi.hpp
/// Includes mpi.h into the emulator itself, for the types and constants that programs use. Its
/// declarations of MPI's functions are compared with the types of the functions that implement
/// them.

#define SWITCHYARD_MPI_PLAIN
#include "runtime/programs/mpi/mpi.h"
