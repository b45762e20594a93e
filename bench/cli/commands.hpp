#pragma once
/// \file commands.hpp
/// The commands of the program; each is defined in a file of its own.

#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

Command run_command();
Command bench_command();
Command schedule_command();
Command matrix_command();
Command machine_command();
Command reproduce_command();
Command stress_command();
Command sweep_command();
Command trace_command();
Command verify_command();
Command fit_command();
Command report_command();
Command recommend_command();
Command list_command();
Command generate_command();

/// Returns the command `switchyard` with all its subcommands.
Command program();

/// Runs the program and returns its exit code. Errors are one line on standard error; a deadlock report has several
/// lines.
int run_program(int argc, const char* const* argv);

}  // namespace switchyard::cli
