#pragma once
/// \file machine_for.hpp
/// Chooses the machines on which a program of the corpus is run.

#include <optional>
#include <string>

#include "runtime/machine.hpp"
#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {

/// Returns the machine called `name`, with the program's number of nodes and the constants that it needs. Returns
/// nothing if the program is not to be run on this machine.
std::optional<Machine> machine_for(const CorpusProgram& program, const std::string& name);

}  // namespace switchyard::corpus
