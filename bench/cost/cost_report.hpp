#pragma once
/// \file cost_report.hpp
/// Turns measurements into sections of a report.

#include <vector>

#include "bench/cost/cost_file.hpp"
#include "bench/report/cell_report.hpp"
#include "bench/report/page.hpp"

namespace switchyard::cost {

/// Makes a section for each aspect that was measured, with the cost of a message as curves over the nodes, or over the
/// density if there is one number of nodes, and all numbers as a table; and one with bars of where the time of an
/// emulated exchange goes.
std::vector<ReportSection> cost_sections(const CostFile& file, Drawer& drawer);

}  // namespace switchyard::cost
