#pragma once
/// \file machine_file.hpp
/// Machines as TOML files:
///
/// ```toml
/// schema_version = 1
/// machine = "ipsc860"
/// nodes = 64
///
/// [constants]
/// hop = "10.3us"
/// ```
///
/// `nodes` and constants may be left out; the machine then has its usual ones.

#include <string>

#include "machines/machine_catalogue.hpp"
#include "runtime/machine.hpp"

namespace switchyard::machines {

/// Throws UsageError `FILE:LINE:COLUMN: what is wrong; what would be right` for a file that cannot be read, a syntax
/// error, an unknown key, machine or constant, and a value of the wrong type. What only the machine itself can judge
/// (the number of nodes, say) is left to make_machine, which then names the same places.
MachineChoice read_machine_file(const std::string& path);

/// Returns the text of a machine file for `machine`, with all constants. Reading it gives an equal machine.
std::string machine_file_text(const Machine& machine);

}  // namespace switchyard::machines
