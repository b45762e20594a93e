#pragma once
/// \file machine_catalogue.hpp
/// Names of machines, and how to make one from what a user wrote. The command line, machine files and experiments all
/// read this one list, which a user's library can add to.

#include <string>
#include <vector>

#include "machines/machine_kind.hpp"
#include "runtime/error.hpp"
#include "runtime/machine.hpp"

namespace switchyard::machines {

/// All that this library ships, and then those that are added. Any thread.
std::vector<MachineKind> machine_kinds();
/// Adds one for the rest of the process; any thread. `owner` tells who adds it: the same one may do so again, and the
/// last counts. Throws UsageError if another one has the name.
void add_machine(MachineKind kind, const void* owner);
std::vector<std::string> machine_names();
/// Without those that treat messages as another one does: what all machines promise is tested with these.
std::vector<std::string> distinct_machine_names();
/// Whether `name` is a machine with the constants width and height; false for an unknown one.
bool has_shape(const std::string& name);

/// Names of the protocols that any of the machines has, each once.
std::vector<std::string> protocol_names();

/// Throws UsageError that shows the nearest name for an unknown one, and what MachineKind::make throws.
Machine make_machine(const MachineChoice& choice);

/// Reads `name=value`; `place` opens errors.
Setting parse_setting(const InputPlace& place, const std::string& text);

}  // namespace switchyard::machines
