#pragma once
/// \file stateless_functions.hpp
/// The functions of the host's libraries that keep no state of a program where a hash of the program's state does not
/// look (Process::hash_of_state).

#include <string_view>

namespace switchyard {

/// Returns whether a function or variable of the host's libraries has all its state in memory that the program passes,
/// or in streams. Functions that change files, that allocate memory by themselves, or that remember something from call
/// to call are not stateless, nor are those that are not known here.
bool is_stateless_function(std::string_view name) noexcept;
/// Returns whether it depends not only on the states of the nodes, but also on what the nodes know of each other,
/// whether calls of this function of an interface, by the name of its symbol, are right.
bool does_call_depend_on_knowledge(std::string_view name) noexcept;

}  // namespace switchyard
