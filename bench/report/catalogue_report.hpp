#pragma once
/// \file catalogue_report.hpp
/// Prints the entries of the catalogues of algorithms, machines, patterns and others, and where each entry comes from:
/// the output of the command `switchyard list`.

#include <iosfwd>

#include "algorithms/catalogue.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// Each of the following functions prints all entries of one catalogue, such as all machines or all algorithms,
/// including those that loaded libraries have added.
void print_machine_kinds(std::ostream& out);
void print_algorithms(std::ostream& out, const Catalogue& catalogue);
void print_patterns(std::ostream& out, const Catalogue& catalogue);
void print_programs(std::ostream& out, const Catalogue& catalogue);
void print_applications(std::ostream& out, const Catalogue& catalogue);

/// Prints for each collective of MPI programs which algorithm the machine chooses, and which
/// algorithms the option --collective accepts.
void print_collectives(std::ostream& out, const Catalogue& catalogue, const Machine& machine);

}  // namespace switchyard
