#pragma once
/// \file gnuplot.hpp
/// Curves drawn by gnuplot, where it is installed.

#include <optional>
#include <string>

#include "bench/report/chart.hpp"

namespace switchyard {

/// The program that draws curves.
enum class Drawing : std::uint8_t {
  automatic,  ///< gnuplot if it is installed, otherwise this program
  own,
  gnuplot,
};

/// The version, such as "gnuplot 5.4 patchlevel 4", or nothing if gnuplot cannot be started.
std::optional<std::string> gnuplot_version();

/// The gnuplot script that draws the chart as SVG on standard output. Texts in it are quoted and cannot be read as
/// commands.
std::string gnuplot_script(const CurveChart& chart);

/// The picture as SVG that can be placed in a page. `prefix` must differ from those of other pictures in the page.
/// Nothing if gnuplot is missing or fails.
std::optional<std::string> gnuplot_svg(const CurveChart& chart, const std::string& prefix);

}  // namespace switchyard
