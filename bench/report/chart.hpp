#pragma once
/// \file chart.hpp
/// Draws numbers as SVG documents, all of the same width: curves, bars, and maps of regions.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace switchyard {

struct ChartPoint {
  double x = 0;
  double y = 0;
  double spread = 0;  ///< standard deviation, drawn as a band around the curve; 0: none
};

/// A curve: a line through points of ascending x.
struct Curve {
  std::string name;
  std::size_t colour = 0;  ///< number of the colour; curves that belong together have the same number
  bool published =
      false;  ///< true for a published curve: dashed, with hollow markers, in the colour of the emulated one
  std::vector<ChartPoint> points;
};

struct CurveChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_x = false;  ///< logarithmic axis to base 2; needs all x > 0
  bool log_y = false;  ///< logarithmic axis; needs all y > 0
  bool x_is_bytes = false;
  std::vector<Curve> curves;
  std::vector<ChartPoint> hull = {};  ///< the smallest value of all curves at each x, drawn as a broad band behind them
};

/// Draws the curves of a chart as SVG, without gnuplot. Needs: the chart has at least one point.
std::string curves_svg(const CurveChart& chart);

/// A bar chart with published and emulated values side by side.
struct BarChart {
  struct Bar {
    std::string name;
    std::optional<double> published;
    double emulated = 0;
  };
  std::string title;
  std::string y_label;
  std::vector<Bar> bars;
};

/// Draws a bar chart as SVG. Needs: the chart has at least one bar.
std::string bars_svg(const BarChart& chart);

/// A map that shows which algorithm is best for each combination of the values of two parameters,
/// as in Wang and Ranka's figure 5.
struct RegionMap {
  struct BestRegion {
    std::optional<std::size_t> best_algorithm;  ///< index in `names` of the best algorithm; nothing if unknown
    bool close = false;                         ///< true if the second best is within five percent
  };
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<std::string> x;  ///< labels of the columns, from left to right
  std::vector<std::string> y;  ///< labels of the rows, from the bottom up
  std::vector<std::string> names;
  std::vector<std::vector<BestRegion>> rows;  ///< region of column x and row y: rows[y][x]
};

/// Draws a region map as SVG. Needs: the map has at least one row and one column.
std::string region_map_svg(const RegionMap& map);

/// Returns the colour of a curve, or of another series of values, by its number. Colours repeat
/// when there are more series than colours; the curves then differ in their markers.
const char* series_colour(std::size_t number) noexcept;

}  // namespace switchyard
