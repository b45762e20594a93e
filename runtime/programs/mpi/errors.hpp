#pragma once
/// \file errors.hpp
/// The error handlers to which a program has handles.

#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

// Functions that return the error handler of a handle. They fail if the handler is a function of the program for
// another kind of object.

const ErrorHandlerPtr& error_handler_for_communicator(Call& call, MPI_Errhandler handle);
const ErrorHandlerPtr& error_handler_for_session(Call& call, MPI_Errhandler handle);

/// Gives the program a handle for an error handler: the handle that the program has for it already, or a new handle.
void store_error_handler_handle(Call& call, const ErrorHandlerPtr& handler, MPI_Errhandler* result);

}  // namespace switchyard::mpi
