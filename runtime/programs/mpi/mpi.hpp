#pragma once
/// \file mpi.hpp
/// The functions that mpi.h declares, implemented by means of the class Node.
///
/// Source: MPI: A Message-Passing Interface Standard, version 3.1 (2015), and those functions of versions 4.0 (2021)
/// and 4.1 (2023) that FUNCTIONS.md lists.
/// Departs from the standard: a program has one thread; runtime/README.md says what is not implemented.

#include "runtime/programs/binding.hpp"

namespace switchyard {

/// Returns the bindings of all functions of mpi.h, by which a C program's calls reach the emulator.
SymbolBindings mpi_bindings();

namespace mpi {

// Each of the following functions returns the bindings of the MPI functions of one chapter of the standard, or a part
// of one.
SymbolBindings environment_bindings();
SymbolBindings error_bindings();
SymbolBindings info_bindings();
SymbolBindings message_bindings();
SymbolBindings request_bindings();
/// Returns the bindings of MPI_Wait, MPI_Test and the other functions that complete requests or look at them.
SymbolBindings request_completion_bindings();
/// Returns the bindings of the functions for partitioned messages.
SymbolBindings partitioned_bindings();
/// Returns the bindings of the functions on sessions.
SymbolBindings session_bindings();
SymbolBindings group_bindings();
SymbolBindings communicator_bindings();
SymbolBindings intercommunicator_bindings();
SymbolBindings topology_bindings();
/// Returns the bindings of the functions of MPI's tool information interface (MPI_T).
SymbolBindings tool_bindings();
/// Returns the bindings of the MPI functions that are not implemented: calls of them end with an error that says so.
SymbolBindings bindings_of_unimplemented_functions();
/// Returns the bindings of the names by which Fortran programs call MPI, such as mpi_send_. mpi_bindings() does not
/// include them.
SymbolBindings fortran_bindings();

}  // namespace mpi
}  // namespace switchyard
