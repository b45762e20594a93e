#pragma once
/// \file reproduction_page.hpp
/// What published experiments have come to, as a page: figures redrawn, errors coloured, claims that hold or do not.

#include <span>

#include "bench/cli/report_output.hpp"
#include "bench/cli/reproduction.hpp"

namespace switchyard::cli {

Report reproduction_page(std::span<const Reproduced> results, const experiments::SessionOptions& options,
                         const ReportOptions& report);

}  // namespace switchyard::cli
