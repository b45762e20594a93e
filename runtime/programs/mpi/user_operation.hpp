#pragma once
/// \file user_operation.hpp
/// A reduction operation that a program has made by MPI_Op_create or MPI_Op_create_c.

#include "runtime/call_site.hpp"
#include "runtime/programs/mpi/host_mpi.hpp"

namespace switchyard::mpi {

struct UserOperation {
  /// The program's function with counts of type int; null if the operation has one with large counts.
  MPI_User_function* function = nullptr;
  /// The program's function with large counts; null if the operation has one with counts of type int.
  MPI_User_function_c* large_count_function = nullptr;
  bool is_commutative = false;
  CallSite site = {};  ///< the call of the program that has made the operation
};

}  // namespace switchyard::mpi
