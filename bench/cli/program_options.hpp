#pragma once
/// \file program_options.hpp
/// The option that chooses a user's node program, and how a program takes the place of an algorithm with its matrix.

#include <optional>
#include <string>

#include "algorithms/catalogue.hpp"
#include "bench/cli/command_line.hpp"
#include "bench/cli/pattern_options.hpp"

namespace switchyard::cli {

/// A program of the catalogue, and what the user wrote behind its name.
struct ChosenProgram {
  ProgramKind kind;
  std::string arguments;
};

/// --program NAME or NAME:ARGUMENTS. `target` must outlive the option.
Option program_option(std::optional<std::string>& target);

/// Throws UsageError that starts with `place` for an unknown name, or arguments that it cannot have.
ChosenProgram find_program(const Catalogue& catalogue, const std::string& place, const std::string& text);

/// Throws UsageError that starts with `place` if the program cannot run on this machine.
void check_program(const ChosenProgram& program, const Machine& machine, const std::string& place);

/// An algorithm that runs the program, whatever the matrix; its runs have the same events as those of the bare program.
Algorithm as_algorithm(const ChosenProgram& program);

/// What stands for the matrices of a program: none of its messages is known beforehand. In rows of results it is the
/// pattern `program`, with the arguments as its parameter.
Pattern program_pattern(const std::string& arguments);
Traffic program_traffic(const std::string& arguments);

}  // namespace switchyard::cli
