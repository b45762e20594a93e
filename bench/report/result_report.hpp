#pragma once
/// \file result_report.hpp
/// A result table as sections of a report.

#include <span>
#include <string>
#include <vector>

#include "bench/cli/result_rows.hpp"
#include "bench/report/cell_report.hpp"

namespace switchyard {

/// A section for each machine, number of nodes, pattern, clock and reuse: makespans as curves and tables, regions where
/// there are densities and sizes, and where the waits are. Rows that are not usable are left out; a note counts them.
std::vector<ReportSection> result_sections(std::span<const cli::ResultRow> rows, Drawer& drawer);

}  // namespace switchyard
