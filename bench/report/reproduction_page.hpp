#pragma once
/// \file reproduction_page.hpp
/// The results of published experiments as a page: redrawn figures, coloured errors, and which claims hold.

#include <span>

#include "bench/experiment/reproduction.hpp"
#include "bench/report/report_output.hpp"

namespace switchyard {

Report reproduction_page(std::span<const Reproduced> results, const SessionOptions& options,
                         const ReportOptions& report);

}  // namespace switchyard
