#pragma once
/// \file fit_report.hpp
/// Reports the constants of a machine that were fitted to measured rows.

#include <iosfwd>
#include <string>

#include "bench/experiment/machine_fit.hpp"

namespace switchyard {

/// Prints a table of the fitted constants, and a table of the differences that remain between emulated and measured
/// times. `rows` is the path of the file with the measured rows, and `machine` is the name of the machine.
void print_machine_fit(std::ostream& out, const MachineFit& fit, const std::string& rows, const std::string& machine);

}  // namespace switchyard
