#pragma once
/// \file reproduction_page.hpp
/// Makes an HTML page of the results of published experiments: redrawn figures, tables with coloured errors, and which
/// of the papers' claims hold.

#include <span>

#include "bench/experiment/reproduction.hpp"
#include "bench/report/report_output.hpp"

namespace switchyard {

Report reproduction_page(std::span<const ReproducedExperiment> results, const SessionOptions& options,
                         const ReportOptions& report);

}  // namespace switchyard
