#pragma once
/// \file stopping_debugger.hpp
/// The command that starts a debugger which stops a run where the run is found to be wrong.

#include <string>
#include <vector>

namespace switchyard {

/// Returns the words of a command that starts the debugger `name`, which understands gdb's options; the words of the
/// program that it runs follow them. Writes a script of commands for the debugger into a temporary file, which the
/// debugger removes.
std::vector<std::string> stopping_debugger(const std::string& name);

}  // namespace switchyard
