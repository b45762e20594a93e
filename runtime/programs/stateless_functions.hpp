#pragma once
/// \file stateless_functions.hpp
/// Lists the functions of the host's libraries that keep no state which a hash of the program's state
/// (Process::hash_of_state) would miss.

#include <string_view>

namespace switchyard {

/// Returns whether the function or variable `name` of the host's libraries has all its state in memory that the program
/// passes, or in the program's streams. Functions that change files, that allocate memory themselves, or that remember
/// something from call to call are not stateless; functions that are not listed here are taken not to be stateless
/// either.
bool is_stateless_function(std::string_view name) noexcept;
/// Returns whether the correctness of a call of the function `name` of MPI, NX or CMMD depends not only on the states
/// of the nodes, but also on what the nodes know of each other (as for a send in ready mode).
bool does_call_depend_on_known_events(std::string_view name) noexcept;

}  // namespace switchyard
