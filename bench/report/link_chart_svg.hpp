#pragma once
/// \file link_chart_svg.hpp
/// Draws a link-usage chart (which message uses which link in which step) as SVG: with the rows,
/// columns and blocks of Bokhari 1991, figs. 6 to 9, but with a colour for each step and with
/// steps as decimal numbers.

#include <string>

#include "algorithms/schedule/link_chart.hpp"

namespace switchyard {

/// Returns a link-usage chart as a complete SVG 1.1 document; `title` stands above the chart.
std::string to_svg(const LinkChart& chart, const std::string& title);

}  // namespace switchyard
