#pragma once
/// \file cost_report.hpp
/// Makes the sections of an HTML report from measured host costs.

#include <vector>

#include "bench/cost/cost_file.hpp"
#include "bench/report/cell_report.hpp"
#include "bench/report/page.hpp"

namespace switchyard::cost {

/// Makes a section of the report for each measured aspect of cost (making schedules, exchanges, emulation, memory). The
/// section shows the cost per message as curves over the number of nodes, or over the density if only one number of
/// nodes was measured, and a table of all costs. Another section has bars that show where the time of an emulated
/// exchange goes.
std::vector<ReportSection> cost_sections(const CostFile& file, CurveDrawer& drawer);

}  // namespace switchyard::cost
