#pragma once
/// \file chart.hpp
/// Draws charts as SVG documents of the same width: curves, bars, and maps of regions.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace switchyard {

struct ChartPoint {
  double x = 0;
  double y = 0;
  /// The standard deviation of y, which is drawn as a band around the curve; 0 for no band.
  double standard_deviation = 0;
};

/// A curve: a line through points of ascending x.
struct Curve {
  std::string name;
  /// the number of the curve's colour; a curve of published values has the same number as the curve of the
  /// corresponding emulated values
  std::size_t colour_number = 0;
  /// Whether the values were published in a paper; the curve is then dashed and has hollow markers.
  bool is_published = false;
  std::vector<ChartPoint> points;
};

struct CurveChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool is_x_logarithmic = false;  ///< whether the x axis is logarithmic (to base 2), which needs all x > 0
  bool is_y_logarithmic = false;  ///< whether the y axis is logarithmic, which needs all y > 0
  bool is_x_in_bytes = false;
  std::vector<Curve> curves;
  /// the hull of the curves, that is, the smallest value of all curves at each x, drawn as a broad band behind them;
  /// empty for no band
  std::vector<ChartPoint> hull_points = {};
};

/// Draws a chart of curves as SVG, without the program gnuplot. Needs: the chart has at least one point.
std::string curves_svg(const CurveChart& chart);

/// A bar chart with published and emulated values side by side.
struct BarChart {
  struct ChartBar {
    std::string name;
    std::optional<double> published_value;
    double emulated_value = 0;
  };
  std::string title;
  std::string y_label;
  std::vector<ChartBar> bars;
};

/// Draws a bar chart as SVG. Needs: the chart has at least one bar.
std::string bars_svg(const BarChart& chart);

/// A map that shows which algorithm is best for each combination of the values of two parameters, as in figure 5 of
/// Wang and Ranka's paper.
struct RegionMap {
  struct RegionMapPoint {
    /// index of the best algorithm in `algorithm_names`; empty if it is not known which algorithm is best
    std::optional<std::size_t> best_algorithm;
    /// Whether some other algorithm costs at most five percent more than the best one.
    bool is_second_best_close = false;
  };
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<std::string> column_labels;  ///< labels of the map's columns, from left to right
  std::vector<std::string> row_labels;     ///< labels of the map's rows, from bottom to top
  std::vector<std::string> algorithm_names;
  /// The best algorithm for each combination of row y and column x, as points_by_row[y][x].
  std::vector<std::vector<RegionMapPoint>> points_by_row;
};

/// Draws a region map, which shows the best algorithm for each combination of two parameters, as SVG. Needs: the map
/// has at least one row and one column.
std::string region_map_svg(const RegionMap& map);

/// Returns the colour of the curve, or other series of values, with this number. Colours repeat if there are more
/// series than colours; curves of the same colour then differ in their markers.
const char* series_colour(std::size_t number) noexcept;

}  // namespace switchyard
