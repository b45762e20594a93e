#pragma once
/// \file commands.hpp
/// The definitions of the commands of the program; each command is defined in a file of its own.

#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

Command run_command_definition();
Command bench_command_definition();
Command schedule_command_definition();
Command matrix_command_definition();
Command machine_command_definition();
Command reproduce_command_definition();
Command stress_command_definition();
Command sweep_command_definition();
Command trace_command_definition();
Command verify_command_definition();
Command fit_command_definition();
Command report_command_definition();
Command recommend_command_definition();
Command list_command_definition();
Command generate_command_definition();

/// Returns the command `switchyard` with all its subcommands.
Command definition_of_all_commands();

/// Runs the program and returns its exit code. Errors are one line on standard error; a deadlock report has several
/// lines.
int run_program(int argc, const char* const* argv);

}  // namespace switchyard::cli
