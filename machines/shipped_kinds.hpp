#pragma once
/// \file shipped_kinds.hpp
/// The machines that this project ships. CMake writes the source file, from the list in machines/CMakeLists.txt.

#include <vector>

#include "machines/machine_kind.hpp"

namespace switchyard::machines {

/// Returns the machines that this project ships, in the order of the list in machines/CMakeLists.txt.
std::vector<MachineKind> shipped_machine_kinds();

}  // namespace switchyard::machines
