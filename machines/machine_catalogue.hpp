#pragma once
/// \file machine_catalogue.hpp
/// The names of machines, and how to make a machine from a user's choice. The command line, machine
/// files and experiments all read this one list. A user's library can add machines to it.

#include <string>
#include <vector>

#include "machines/machine_kind.hpp"
#include "runtime/error.hpp"
#include "runtime/machine.hpp"

namespace switchyard::machines {

/// Returns the machines that this project ships, followed by those added with add_machine(). Any thread may call the
/// function.
std::vector<MachineKind> machine_kinds();
/// Adds a machine for the rest of the process. Any thread may call the function. `owner` identifies who adds the
/// machine: the same owner may add a machine of that name again, and the last one counts. Throws UsageError if the name
/// belongs to a machine of another owner.
void add_machine(MachineKind kind, const void* owner);
std::vector<std::string> machine_names();
/// Returns the names of all machines except those that treat messages exactly as another machine does
/// (MachineKind::like). Tests of properties that all machines promise use these names.
std::vector<std::string> distinct_machine_names();
/// Returns whether `name` is a machine whose shape is set with the constants width and height, or size; false for an
/// unknown machine.
bool machine_has_settable_shape(const std::string& name);

/// Returns the names of the message protocols that any machine has, each name once.
std::vector<std::string> protocol_names();

/// Makes a machine. For an unknown name, throws UsageError that shows the nearest name; also throws what
/// MachineKind::make throws.
Machine make_machine(const MachineChoice& choice);

/// Reads the setting of a machine's constant from a text `name=value`. Error messages begin with `place`.
Setting parse_setting(const UserInputPlace& place, const std::string& text);

}  // namespace switchyard::machines
