#pragma once
/// \file gnuplot.hpp
/// Curves drawn by gnuplot, where it is installed.

#include <optional>
#include <string>

#include "bench/report/chart.hpp"

namespace switchyard {

/// Which program draws the curves of a report.
enum class DrawingProgram : std::uint8_t {
  automatic,  ///< pictures are drawn by gnuplot if it is installed, otherwise by this program
  own_drawing,
  gnuplot,
};

/// Returns the version of gnuplot, such as "gnuplot 5.4 patchlevel 4", or nothing if gnuplot
/// cannot be started.
std::optional<std::string> gnuplot_version();

/// Returns a gnuplot script that draws the chart as SVG on standard output. Texts in the script
/// are quoted, so that gnuplot cannot read them as commands.
std::string gnuplot_script(const CurveChart& chart);

/// Draws the chart with gnuplot and returns it as SVG that can be placed in a page; nothing if
/// gnuplot is missing or fails. `prefix` is put before the SVG's ids and must differ from the
/// prefixes of other pictures in the page.
std::optional<std::string> gnuplot_svg(const CurveChart& chart, const std::string& prefix);

}  // namespace switchyard
