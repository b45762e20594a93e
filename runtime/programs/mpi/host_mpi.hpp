#pragma once
/// \file host_mpi.hpp
/// mpi.h as the host includes it: the types and numbers that programs use, and its functions to compare types with.

#define SWITCHYARD_MPI_PLAIN
#include "runtime/programs/mpi/mpi.h"
