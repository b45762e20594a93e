#pragma once
/// \file machine_file.hpp
/// Machines as TOML files:
///
/// ```toml
/// schema_version = 1
/// machine = "ipsc860"
/// nodes = 64
///
/// # constants that this machine file sets:
/// [constants]
/// hop = "10.3us"
/// ```
///
/// A machine file may leave out `nodes` and any constant. The machine then has its usual number of nodes and its usual
/// values of these constants.

#include <string>
#include <vector>

#include "machines/machine_catalogue.hpp"
#include "runtime/machine.hpp"

namespace switchyard::machines {

/// Reads the machine file `path`. Throws UsageError `FILE:LINE:COLUMN: what is wrong; what would be right` for a file
/// that cannot be read, a syntax error, an unknown key, machine or constant, and a value of the wrong type. Values that
/// only the machine itself can check, such as the number of nodes, are checked by make_machine(), whose errors also
/// name places in the file.
MachineChoice read_machine_file(const std::string& path);

/// The origin that constants_with_changes_marked() gives to a constant whose value differs from the value on the
/// shipped machine.
inline constexpr const char* kOriginOfChangedConstant = "changed";

/// Returns the constants of `machine`. A constant with another value than on the shipped machine of
/// this name and number of nodes gets the origin kOriginOfChangedConstant, and its meaning begins with the shipped
/// value.
std::vector<Constant> constants_with_changes_marked(const Machine& machine);

/// Returns the text of a machine file for `machine`, with all its constants. Reading the file gives an equal machine.
std::string machine_file_text(const Machine& machine);

}  // namespace switchyard::machines
