#pragma once
/// \file machine_for.hpp
/// The machines that a program of the corpus is for.

#include <optional>
#include <string>

#include "runtime/machine.hpp"
#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {

/// Returns the machine of this name for a program, or nothing if the program is not for it.
std::optional<Machine> machine_for(const Program& program, const std::string& name);

}  // namespace switchyard::corpus
