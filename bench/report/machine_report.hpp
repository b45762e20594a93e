#pragma once
/// \file machine_report.hpp
/// Describes a machine: its constants, where they come from, and what follows from them.

#include <iosfwd>

#include "runtime/machine.hpp"

namespace switchyard {

/// Prints a table of the machine's constants with their origins, and notes about its channels, protocols and routes.
void print_machine(std::ostream& out, const Machine& machine);

/// Prints which algorithms carry out the collectives of all nodes, by message size; or that they are not rehearsed, as
/// the machine has too many nodes.
void print_chosen_collectives(std::ostream& out, const Machine& machine);

}  // namespace switchyard
