#pragma once
/// \file link_chart_svg.hpp
/// Draws a link-usage chart (which message uses which link in which step) as SVG. Rows, columns and blocks are as in
/// Bokhari 1991, figs. 6 to 9, but each step has a colour, and its number is decimal.

#include <string>

#include "algorithms/schedule/link_chart.hpp"

namespace switchyard {

/// Returns a link-usage chart as a complete SVG 1.1 document; `title` stands above the chart.
std::string to_svg(const LinkChart& chart, const std::string& title);

}  // namespace switchyard
