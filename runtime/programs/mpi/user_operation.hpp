#pragma once
/// \file user_operation.hpp
/// A reduction operation that a program has made by MPI_Op_create or MPI_Op_create_c.

#include "runtime/call_site.hpp"
#include "runtime/programs/mpi/host_mpi.hpp"

namespace switchyard::mpi {

struct UserOperation {
  MPI_User_function* function = nullptr;          ///< null if the operation has a function with large counts
  MPI_User_function_c* large_function = nullptr;  ///< null if the operation has a function with counts of type int
  bool is_commutative = false;
  CallSite site = {};  ///< the call that has made the operation
};

}  // namespace switchyard::mpi
