#pragma once
/// \file result_report.hpp
/// Makes sections of an HTML report from a result table.

#include <span>
#include <string>
#include <vector>

#include "bench/experiment/result_rows.hpp"
#include "bench/report/cell_report.hpp"

namespace switchyard {

/// Makes a section of a report for each group of rows with the same machine, number of nodes, pattern, clock, reuse of
/// schedules and origin (machine constants, protocol, version and, if it matters, host). A section shows costs as
/// curves and tables, and how long messages waited for links and ports. If both densities and message sizes vary, it
/// also has a map of the regions in which each algorithm is best. Rows that are marked as not usable are left out; a
/// note says how many.
std::vector<ReportSection> result_sections(std::span<const ResultRow> rows, CurveDrawer& drawer);

}  // namespace switchyard
