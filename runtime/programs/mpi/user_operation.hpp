#pragma once
/// \file user_operation.hpp
/// An operation that a program has made.

#include "runtime/programs/mpi/host_mpi.hpp"

namespace switchyard::mpi {

struct UserOperation {
  MPI_User_function* function = nullptr;
  bool commutes = false;
};

}  // namespace switchyard::mpi
