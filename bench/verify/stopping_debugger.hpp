#pragma once
/// \file stopping_debugger.hpp
/// How a debugger is started that stops a run where it is found to be wrong.

#include <string>
#include <vector>

namespace switchyard {

/// Returns the words of a command that starts the debugger `name`, which understands gdb's options, up to the program
/// that it runs. Writes a script of commands for it into a temporary file, which the debugger removes.
std::vector<std::string> stopping_debugger(const std::string& name);

}  // namespace switchyard
