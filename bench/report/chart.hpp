#pragma once
/// \file chart.hpp
/// Pictures of numbers, as SVG documents of one width: curves, bars, and maps of regions.

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
  std::size_t colour = 0;  ///< number of the colour; curves that belong together have the same one
  bool published = false;  ///< true for a published curve, which is drawn hollow and dashed beside the emulated one
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

/// Draws the chart as SVG, without gnuplot. Needs: a point.
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

/// Draws the chart as SVG. Needs: a bar.
std::string bars_svg(const BarChart& chart);

/// A map of which of several algorithms is best, as in Wang and Ranka's figure 5.
struct RegionMap {
  struct Region {
    std::optional<std::size_t> best;  ///< index in `names`; nothing if it is not known
    bool close = false;               ///< true if the second best is within five percent
  };
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<std::string> x;  ///< labels of the columns, from left to right
  std::vector<std::string> y;  ///< labels of the rows, from the bottom up
  std::vector<std::string> names;
  std::vector<std::vector<Region>> rows;  ///< region of column x and row y: rows[y][x]
};

/// Draws the map as SVG. Needs: a row and a column.
std::string region_map_svg(const RegionMap& map);

/// The colour of a series. Colours repeat when there are more series than colours; markers then differ.
const char* series_colour(std::size_t number) noexcept;

}  // namespace switchyard
