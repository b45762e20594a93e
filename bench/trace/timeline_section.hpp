#pragma once
/// \file timeline_section.hpp
/// The part of a report that shows one schedule in time: nodes by time, with the command that draws the same picture.

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/result_rows.hpp"
#include "bench/report/page.hpp"

namespace switchyard {

/// Makes a section with the timeline of the algorithm RS_NL, for a density and message size in the middle of the region
/// where Wang and Ranka found RS_NL to be the best algorithm. Throws what run_exchange() throws.
ReportSection schedule_timeline_section(std::uint64_t seed);

/// Returns a section with the timeline of the result row that is best suited for a picture.
/// Returns nothing if no row can be drawn. The row's run is repeated on the machine with default
/// constants. If the results of the repeated run differ from those in the row, the section has a note in place of the
/// picture.
std::optional<ReportSection> schedule_timeline_section(const std::vector<ResultRow>& rows, const Catalogue& catalogue);

}  // namespace switchyard
