#pragma once
/// \file gnuplot.hpp
/// Curves drawn by gnuplot, where it is installed.

#include <optional>
#include <string>

#include "bench/report/chart.hpp"

namespace switchyard {

/// Which program draws the curves of a report.
enum class Drawing : std::uint8_t {
  automatic,  ///< gnuplot if it is installed, otherwise this program
  own,
  gnuplot,
};

/// The version of gnuplot, such as "gnuplot 5.4 patchlevel 4", or nothing if gnuplot cannot be started.
std::optional<std::string> gnuplot_version();

/// The gnuplot script that draws the chart as SVG on standard output. Texts in it are quoted and cannot be read as
/// commands.
std::string gnuplot_script(const CurveChart& chart);

/// The chart drawn by gnuplot, as SVG that can be placed in a page. `prefix` is put before the SVG's ids and must
/// differ from the prefixes of other pictures in the page. Nothing if gnuplot is missing or fails.
std::optional<std::string> gnuplot_svg(const CurveChart& chart, const std::string& prefix);

}  // namespace switchyard
