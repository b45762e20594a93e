#pragma once
/// \file host_mpi.hpp
/// mpi.h as the host includes it: for the types and numbers that programs use, and for the declared types of the
/// functions, with which the types of their implementations are compared.

#define SWITCHYARD_MPI_PLAIN
#include "runtime/programs/mpi/mpi.h"
