#pragma once
/// \file stopping_debugger.hpp
/// Starts a debugger that stops a run at the point where the verifier finds the program wrong.

#include <string>
#include <vector>

namespace switchyard {

/// Returns the first words of a command line that starts the debugger `name`, which must understand gdb's options. The
/// caller appends the words of the program to be debugged. The function writes a script of commands for the debugger
/// into a temporary file, which the debugger removes.
std::vector<std::string> debugger_start_command_words(const std::string& name);

/// Replaces this process by a debugger that runs `verify --replay` with the given replay file and libraries, and stops
/// it at the program's defect. The debugger is gdb, or the debugger that the environment variable SWITCHYARD_GDB names.
/// Throws UsageError if the debugger cannot be started.
[[noreturn]] void debug_replay(const std::string& replay, const std::vector<std::string>& libraries);

}  // namespace switchyard
