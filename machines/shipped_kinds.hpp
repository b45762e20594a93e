#pragma once
/// \file shipped_kinds.hpp
/// The machines of this library. Their source is written by CMake, from the list in machines/CMakeLists.txt.

#include <vector>

#include "machines/machine_kind.hpp"

namespace switchyard::machines {

/// In the order of the list.
std::vector<MachineKind> shipped_kinds();

}  // namespace switchyard::machines
