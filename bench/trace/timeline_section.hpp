#pragma once
/// \file timeline_section.hpp
/// The section of an HTML report that shows how one schedule proceeds in time: a row for each node, time from left to
/// right, and the command that draws the same picture.

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/result_rows.hpp"
#include "bench/report/page.hpp"

namespace switchyard {

/// Makes a section of a report with the timeline of a run of the algorithm RS_NL. The density and the message size are
/// in the middle of the region in which Wang and Ranka found RS_NL to be the best algorithm. Throws what run_exchange()
/// throws.
ReportSection schedule_timeline_section(std::uint64_t seed);

/// Returns a section of a report with the timeline of the run whose result row is best suited for a picture. Returns
/// nothing if no row is suited. The run is repeated on the machine with default constants. If the results of the
/// repeated run differ from those in the row, the section has a note in place of the picture.
std::optional<ReportSection> schedule_timeline_section(const std::vector<ResultRow>& rows, const Catalogue& catalogue);

}  // namespace switchyard
