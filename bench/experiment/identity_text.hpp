#pragma once
/// \file identity_text.hpp
/// The identity of an experiment: a text with one setting on each line, equal for two experiments only if they have the
/// same results. A sweep stores it in a file beside its result table, and MPI ranks that share an experiment compare
/// it.

#include <string>

#include "bench/experiment/pattern.hpp"
#include "bench/experiment/program_options.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// Returns the lines of an experiment's identity text that describe a machine, which the experiment calls `name`. The
/// lines for the machine's constants are indented.
std::string machine_lines_of_experiment_identity(const std::string& name, const Machine& machine);
std::string pattern_line_of_experiment_identity(const Pattern& pattern);
/// Returns the lines of an experiment's identity text that describe a C or C++ program: its launch settings and its
/// files. The lines contain hashes of the files' contents, as a changed file may give other results. Returns an empty
/// text for a node program of a library.
std::string program_lines_of_experiment_identity(const ChosenProgram& chosen);

}  // namespace switchyard
