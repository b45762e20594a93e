#pragma once
/// \file mpi.hpp
/// MPI over Node: what mpi.h declares.
///
/// Source: MPI: A Message-Passing Interface Standard, version 3.1 (2015).
/// Departs from it: a program has one thread; see runtime/README.md for what is not there.

#include "runtime/programs/binding.hpp"

namespace switchyard {

/// All names of mpi.h.
Bindings mpi_bindings();

namespace mpi {

// By chapter.
Bindings environment_bindings();
Bindings error_bindings();
Bindings info_bindings();
Bindings message_bindings();
Bindings request_bindings();
Bindings group_bindings();
Bindings communicator_bindings();
Bindings intercommunicator_bindings();
Bindings topology_bindings();
/// The tool information interface.
Bindings tool_bindings();
/// Calls of these end with an error that says so.
Bindings missing_bindings();

}  // namespace mpi
}  // namespace switchyard
