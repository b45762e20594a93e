#pragma once
/// \file machine_report.hpp
/// Prints a description of a machine: its constants, where their values come from, and what follows from them.

#include <iosfwd>

#include "runtime/machine.hpp"

namespace switchyard {

/// Prints a table of the machine's constants with their origins, and notes about its channels, protocols and routes.
void print_machine(std::ostream& out, const Machine& machine);

/// Prints which algorithms carry out the collectives over all nodes of a machine, for each range of message sizes. For
/// a machine with very many nodes, it prints only that finding the fastest algorithms by simulated runs would take too
/// long.
void print_chosen_collectives(std::ostream& out, const Machine& machine);

}  // namespace switchyard
