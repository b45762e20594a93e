#pragma once
/// \file gnuplot.hpp
/// Draws curves with the program gnuplot, if it is installed.

#include <optional>
#include <string>

#include "bench/report/chart.hpp"

namespace switchyard {

/// Which program draws the curves of a report.
enum class DrawingProgram : std::uint8_t {
  /// Gnuplot if it is installed, otherwise this program's own drawing functions.
  automatic,
  builtin_picture_drawing,
  gnuplot,
};

/// Returns the version of gnuplot, such as "gnuplot 5.4 patchlevel 4", or nothing if gnuplot
/// cannot be started.
std::optional<std::string> gnuplot_version();

/// Returns a gnuplot script that draws the chart as SVG and writes it to standard output. Texts in the script are
/// quoted, so that gnuplot cannot read them as commands.
std::string gnuplot_script(const CurveChart& chart);

/// Draws the chart with gnuplot and returns it as SVG that can be placed in an HTML page. Returns nothing if gnuplot is
/// not installed or fails. `prefix` is put before all ids in the SVG; it must differ from the prefixes of other
/// pictures in the same page.
std::optional<std::string> gnuplot_svg(const CurveChart& chart, const std::string& prefix);

}  // namespace switchyard
