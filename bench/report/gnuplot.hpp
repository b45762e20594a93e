#pragma once
/// \file gnuplot.hpp
/// Curves drawn by gnuplot, where it is installed.

#include <optional>
#include <string>

#include "bench/report/chart.hpp"

namespace switchyard {

/// Who draws curves.
enum class Drawing : std::uint8_t {
  automatic,  ///< gnuplot where it is installed, else we do
  own,
  gnuplot,
};

/// "gnuplot 5.4 patchlevel 4", or nothing where it cannot be started.
std::optional<std::string> gnuplot_version();

/// The script that draws the chart as SVG on standard output. Texts cannot break out of their quotes.
std::string gnuplot_script(const CurveChart& chart);

/// The picture, fit to stand in a page next to others whose `prefix` differs. Nothing if gnuplot is missing or fails.
std::optional<std::string> gnuplot_svg(const CurveChart& chart, const std::string& prefix);

}  // namespace switchyard
