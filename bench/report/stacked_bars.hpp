#pragma once
/// \file stacked_bars.hpp
/// A bar chart that shows how each total is divided into parts. It looks like the charts of chart.hpp.

#include <string>
#include <vector>

namespace switchyard {

/// A bar chart in which every bar is a stack of several parts. All bars have the same kinds of parts.
struct StackedBarChart {
  struct ChartBar {
    std::string name;
    std::vector<double> part_heights;  ///< heights of the parts of the bar, from the bottom up
  };
  std::string title;
  std::string y_label;
  std::vector<std::string> part_names;  ///< names of the kinds of parts, from the bottom up
  std::vector<ChartBar> bars;
};

/// Draws a chart of stacked bars as SVG. Needs: at least one bar; no height below 0.
std::string stacked_bars_svg(const StackedBarChart& chart);

}  // namespace switchyard
