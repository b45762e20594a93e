#pragma once
/// \file result_report.hpp
/// Turns a table of results into sections of a report.

#include <span>
#include <string>
#include <vector>

#include "bench/experiment/result_rows.hpp"
#include "bench/report/cell_report.hpp"

namespace switchyard {

/// Makes one section of a report for each machine, number of nodes, pattern, clock, reuse and origin of the rows
/// (machine constants, protocol, version and, if it matters, host). It shows costs as curves and tables, a map of the
/// regions in which each algorithm is best if both densities and sizes vary, and how long messages waited for links and
/// ports. Rows that are not usable are left out; a note counts them.
std::vector<ReportSection> result_sections(std::span<const ResultRow> rows, CurveDrawer& drawer);

}  // namespace switchyard
