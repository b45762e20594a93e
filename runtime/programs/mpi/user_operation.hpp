#pragma once
/// \file user_operation.hpp
/// A reduction operation that a program has made by MPI_Op_create.

#include "runtime/programs/mpi/host_mpi.hpp"

namespace switchyard::mpi {

struct UserOperation {
  MPI_User_function* function = nullptr;
  bool commutes = false;
};

}  // namespace switchyard::mpi
