#pragma once
/// \file identity_text.hpp
/// The identity of an experiment: a text with one setting on each line. Two experiments with the same identity have the
/// same results. Sweeps store the identity beside their result tables, and MPI ranks that share an experiment compare
/// it.

#include <string>

#include "bench/experiment/pattern.hpp"
#include "bench/experiment/program_options.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// Returns the identity lines of a machine that the experiment calls `name`. The lines for the machine's constants are
/// indented.
std::string identity_lines(const std::string& name, const Machine& machine);
std::string identity_line_of_pattern(const Pattern& pattern);
/// Returns the identity lines of a C or C++ program: its launch settings, and its files with hashes of their contents,
/// as a changed file may give other results. Returns an empty text for a node program of a library.
std::string identity_lines(const ChosenProgram& chosen);

}  // namespace switchyard
