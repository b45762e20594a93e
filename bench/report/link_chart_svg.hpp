#pragma once
/// \file link_chart_svg.hpp
/// A link-usage chart as a drawing: the rows, columns and blocks of Bokhari 1991, figs. 6 to 9, with a colour for each
/// step and steps as decimal numbers.

#include <string>

#include "algorithms/schedule/link_chart.hpp"

namespace switchyard {

/// A link-usage chart as a complete SVG 1.1 document; `title` stands above the chart.
std::string to_svg(const LinkChart& chart, const std::string& title);

}  // namespace switchyard
