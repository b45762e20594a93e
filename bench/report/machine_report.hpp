#pragma once
/// \file machine_report.hpp
/// Prints a description of a machine: its constants, where their values come from, and the properties of the machine
/// that follow from them.

#include <iosfwd>

#include "runtime/machine.hpp"

namespace switchyard {

/// Prints a table of the machine's constants and where their values come from, and notes about its channels, protocols
/// and routes.
void print_machine(std::ostream& out, const Machine& machine);

/// Prints which algorithms the machine uses for the collectives over all its nodes, for each range of message sizes.
/// For a machine with very many nodes, it prints only that finding the fastest algorithms by simulated runs would take
/// too long.
void print_chosen_collectives(std::ostream& out, const Machine& machine);

}  // namespace switchyard
