#pragma once
/// \file identity_text.hpp
/// The identity of an experiment as text, one setting on each line: if two experiments have the same text, they have
/// the same results. Sweeps keep it beside their tables, and ranks that share an experiment compare it.

#include <string>

#include "bench/experiment/pattern.hpp"
#include "bench/experiment/program_options.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// Returns the identity lines of a machine that the experiment calls `name`. The lines with the
/// machine's constants are indented.
std::string identity_lines(const std::string& name, const Machine& machine);
std::string identity_line_of_pattern(const Pattern& pattern);
/// Returns the identity lines of a C or C++ program: its launch settings, and its files with their
/// hashes, as changed files may give other results. Returns an empty text for a node program.
std::string identity_lines(const ChosenProgram& chosen);

}  // namespace switchyard
