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
  double spread = 0;  ///< standard deviation; 0: none is drawn
};

/// One line through points of ascending x.
struct Curve {
  std::string name;
  std::size_t colour = 0;  ///< the same for what belongs together
  bool published = false;  ///< drawn hollow and dashed, beside the emulated one
  std::vector<ChartPoint> points;
};

struct CurveChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_x = false;  ///< to base 2; then all x > 0
  bool log_y = false;  ///< then all y > 0
  bool x_is_bytes = false;
  std::vector<Curve> curves;
  std::vector<ChartPoint> hull = {};  ///< the least of all curves, drawn as a broad band behind them
};

/// Drawn by ourselves. Needs: a point.
std::string curves_svg(const CurveChart& chart);

/// Published and emulated values side by side.
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

/// Needs: a bar.
std::string bars_svg(const BarChart& chart);

/// Which of several is best where, as Wang and Ranka's Figure 5.
struct RegionMap {
  struct Region {
    std::optional<std::size_t> best;  ///< a place in `names`; nothing where nothing is known
    bool close = false;               ///< the second best is within a twentieth
  };
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<std::string> x;  ///< ticks, from left to right
  std::vector<std::string> y;  ///< from the bottom up
  std::vector<std::string> names;
  std::vector<std::vector<Region>> rows;  ///< [y][x]
};

/// Needs: a row and a column.
std::string region_map_svg(const RegionMap& map);

/// Of a series; they come round.
const char* series_colour(std::size_t number) noexcept;

}  // namespace switchyard
