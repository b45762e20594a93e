#include "bench/report/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "bench/report/stacked_bars.hpp"
#include "bench/report/svg_text.hpp"

namespace switchyard {
namespace {

constexpr double kPictureWidth = 480;
constexpr double kPlotLeft = 62;
constexpr double kRightMargin = 16;
constexpr double kPlotTop = 34;
constexpr double kPlotHeight = 250;
constexpr double kLegendRowHeight = 18;
constexpr std::size_t kCharacterWidth = 7;  ///< the approximate width of a character of text in pixels

/// Colours of curves and bars, which people with any kind of colour blindness can tell apart.
/// Source: M. Okabe, K. Ito, "Color universal design", 2008, without the yellow, which is too light on white.
constexpr std::array<const char*, 7> kCurveColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                   "#e69f00", "#56b4e9", "#000000"};
/// The outlines of the markers of curves, as SVG paths around the origin. Five markers and seven colours give 35
/// different curves.
constexpr std::array<const char*, 5> kCurveMarkers{"M-3 0A3 3 0 1 1 3 0A3 3 0 1 1 -3 0Z", "M-3 -3H3V3H-3Z",
                                                   "M0 -3.8L3.6 3H-3.6Z", "M0 -4L4 0L0 4L-4 0Z", "M0 3.8L3.6 -3H-3.6Z"};

/// An axis of a chart, which converts values to positions in the picture.
class ChartAxis {
 public:
  ChartAxis(double least, double most, bool logarithmic, double from, double to)
      : least_axis_value_(logarithmic ? std::log2(least) : least),
        greatest_axis_value_(logarithmic ? std::log2(most) : most),
        is_logarithmic_(logarithmic),
        start_position_(from),
        end_position_(to) {
    if (greatest_axis_value_ <= least_axis_value_) {
      const double half = std::max(0.5, std::abs(least_axis_value_) * 1e-6);
      least_axis_value_ -= half;
      greatest_axis_value_ += half;
    }
  }
  double picture_coordinate_of_value(double value) const {
    return start_position_ + ((is_logarithmic_ ? std::log2(value) : value) - least_axis_value_) /
                                 (greatest_axis_value_ - least_axis_value_) * (end_position_ - start_position_);
  }
  /// Returns the values at which the axis has ticks.
  std::vector<double> tick_values(unsigned count) const {
    if (!is_logarithmic_) return round_tick_values(least_axis_value_, greatest_axis_value_, count);
    std::vector<double> ticks;
    const double step = std::max(1.0, std::ceil((greatest_axis_value_ - least_axis_value_) / count));
    for (double power = std::ceil(least_axis_value_ - 1e-9); power <= greatest_axis_value_ + 1e-9; power += step)
      ticks.push_back(std::exp2(power));
    return ticks;
  }
  /// Returns the values at which a logarithmic axis has ticks: the powers of ten in its range. If there are fewer than
  /// three, two times and five times the powers of ten are added.
  std::vector<double> decimal_tick_values() const {
    const double low = std::exp2(least_axis_value_), high = std::exp2(greatest_axis_value_);
    std::vector<double> powers, fine;
    for (double p = std::pow(10, std::floor(std::log10(low))); p <= high * 1.0001; p *= 10) {
      for (const double factor : {1.0, 2.0, 5.0}) {
        const double value = factor * p;
        if (value < low * 0.9999 || value > high * 1.0001) continue;
        fine.push_back(value);
        if (factor == 1.0) powers.push_back(value);
      }
    }
    return powers.size() >= 3 ? powers : fine;
  }

 private:
  double least_axis_value_, greatest_axis_value_;
  bool is_logarithmic_;
  double start_position_, end_position_;
};

struct ValueRange {
  double least_value = INFINITY;
  double greatest_value = -INFINITY;
  void add(double value) {
    least_value = std::min(least_value, value);
    greatest_value = std::max(greatest_value, value);
  }
};

/// Returns at most eight values at which an axis for sizes from `least` to `most` bytes has ticks. The values are
/// multiples of a power of two.
std::vector<double> axis_ticks_in_powers_of_two(double least, double most) {
  double step = 1;
  while ((most - least) / step > 7) step *= 2;
  const double first = std::ceil(least / step) * step;
  std::vector<double> ticks;
  for (int i = 0; i < 8 && first + i * step <= most; ++i) ticks.push_back(first + i * step);
  return ticks;
}

/// The legend of a chart. Its entries are placed from left to right, on as many lines as necessary.
class ChartLegend {
 public:
  explicit ChartLegend(double top) : line_y_(top) {}
  void add_legend_entry(const std::string& key, const std::string& name) {
    const double width = 30 + static_cast<double>(kCharacterWidth * name.size());
    if (next_legend_entry_x_ > kPlotLeft && next_legend_entry_x_ + width > kPictureWidth) {
      next_legend_entry_x_ = kPlotLeft;
      line_y_ += kLegendRowHeight;
    }
    svg_text_ += fmt::format("<g transform=\"translate({:.1f} {:.1f})\">{}{}</g>\n", next_legend_entry_x_, line_y_, key,
                             svg_label(22, 0, name, "start"));
    next_legend_entry_x_ += width + 8;
  }
  const std::string& svg() const noexcept { return svg_text_; }
  double bottom_edge() const noexcept { return line_y_ + 10; }

 private:
  double next_legend_entry_x_ = kPlotLeft;
  double line_y_;
  std::string svg_text_;
};

std::string frame_svg(const std::string& x_label, const std::string& y_label) {
  std::string text = fmt::format("<path d=\"M{} {}V{}H{}\" fill=\"none\" stroke=\"#444\"/>\n", kPlotLeft, kPlotTop,
                                 kPlotTop + kPlotHeight, kPictureWidth - kRightMargin);
  text += svg_label((kPlotLeft + kPictureWidth - kRightMargin) / 2, kPlotTop + kPlotHeight + 36, x_label, "middle");
  const double middle = kPlotTop + kPlotHeight / 2;
  return text + svg_label(14, middle, y_label, "middle", fmt::format("transform=\"rotate(-90 14 {:.1f})\"", middle));
}

std::string title_svg(const std::string& title) {
  return svg_label(kPictureWidth / 2, 18, title, "middle", "font-weight=\"600\"");
}

std::string x_tick_svg(double x, const std::string& text) {
  return fmt::format("<path d=\"M{0:.1f} {1}v5\" stroke=\"#444\"/>\n", x, kPlotTop + kPlotHeight) +
         svg_label(x, kPlotTop + kPlotHeight + 18, text, "middle", "font-size=\"11\"");
}
std::string y_tick_svg(double y, const std::string& text) {
  return fmt::format("<path d=\"M{} {:.1f}H{}\" stroke=\"#000\" stroke-opacity=\"0.1\"/>\n", kPlotLeft, y,
                     kPictureWidth - kRightMargin) +
         svg_label(kPlotLeft - 6, y + 4, text, "end", "font-size=\"11\"");
}

std::string complete_chart_svg(const std::string& title, const std::string& body, const ChartLegend& legend) {
  return svg_opening_tag(kPictureWidth, legend.bottom_edge(), title) + title_svg(title) + body + legend.svg() +
         "</svg>\n";
}

std::string svg_path_of_points(const std::vector<ChartPoint>& points, const ChartAxis& x, const ChartAxis& y) {
  std::string path;
  for (const ChartPoint& p : points)
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x.picture_coordinate_of_value(p.x),
                        y.picture_coordinate_of_value(p.y));
  return path;
}

std::string marker_svg(const Curve& curve, double x, double y) {
  const char* colour = series_colour(curve.colour_number);
  const std::string look = curve.is_published ? fmt::format("fill=\"#fff\" stroke=\"{}\" stroke-width=\"1.5\"", colour)
                                              : fmt::format("fill=\"{}\"", colour);
  return fmt::format("<path transform=\"translate({:.1f} {:.1f})\" d=\"{}\" {}/>", x, y,
                     kCurveMarkers[curve.colour_number % kCurveMarkers.size()], look);
}

std::string stroke_attributes(const Curve& curve) {
  return fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"{}", series_colour(curve.colour_number),
                     curve.is_published ? " stroke-dasharray=\"5 3\"" : "");
}

/// Returns the lower end of the band that shows the standard deviation of a point of a curve: the point's y minus the
/// deviation. If the y axis is logarithmic and this value is not above 0, returns y.
double lower_end_of_deviation_band(const ChartPoint& p, bool log_y) {
  return log_y && p.y <= p.standard_deviation ? p.y : p.y - p.standard_deviation;
}

bool has_standard_deviations(const Curve& curve) {
  return std::ranges::any_of(curve.points, [](const ChartPoint& p) { return p.standard_deviation > 0; });
}

/// Draws the spread (standard deviation) of a curve's points as a band behind the curve, or as a bar if the curve is a
/// single point.
std::string deviation_band_svg(const Curve& curve, const ChartAxis& x, const ChartAxis& y, bool log_y) {
  if (!has_standard_deviations(curve)) return {};
  const char* colour = series_colour(curve.colour_number);
  std::string path;
  for (const ChartPoint& p : curve.points)
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x.picture_coordinate_of_value(p.x),
                        y.picture_coordinate_of_value(p.y + p.standard_deviation));
  for (auto p = curve.points.rbegin(); p != curve.points.rend(); ++p)
    path += fmt::format("L{:.1f} {:.1f}", x.picture_coordinate_of_value(p->x),
                        y.picture_coordinate_of_value(lower_end_of_deviation_band(*p, log_y)));
  if (curve.points.size() == 1)
    return fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-opacity=\"0.5\"/>\n", path, colour);
  return fmt::format("<path d=\"{}Z\" fill=\"{}\" fill-opacity=\"0.18\"/>\n", path, colour);
}

std::string curve_svg(const Curve& curve, const ChartAxis& x, const ChartAxis& y, bool log_y) {
  std::string text = deviation_band_svg(curve, x, y, log_y);
  text += fmt::format("<path d=\"{}\" {}/>\n", svg_path_of_points(curve.points, x, y), stroke_attributes(curve));
  for (const ChartPoint& p : curve.points)
    text += marker_svg(curve, x.picture_coordinate_of_value(p.x), y.picture_coordinate_of_value(p.y));
  return text + '\n';
}

/// Fill colours for the regions of a region map. Text is readable on each of these colours.
constexpr std::array<const char*, 10> kRegionFillColours{"#c9d6f5", "#f7cdb8", "#c6e6cb", "#e2d0f9", "#efdca6",
                                                         "#bfe5e5", "#f4cfe3", "#dccab9", "#d3d9df", "#dedcb0"};

std::string letter_or_number_of_map_region(const std::vector<std::string>& names, std::size_t number) {
  return names.size() <= 26 ? std::string(1, static_cast<char>('A' + number)) : fmt::format("{}", number + 1);
}

/// Returns a label for a vertical axis that is `height` pixels long. A label that would be longer is cut at its colon.
std::string shortened_label(const std::string& label, double height) {
  constexpr double kLetterWidth = 6.5;  // the mean width of a character of a label in pixels, at the usual font size
  return kLetterWidth * static_cast<double>(label.size()) <= height ? label : label.substr(0, label.find(':'));
}

}  // namespace

const char* series_colour(std::size_t number) noexcept { return kCurveColours[number % kCurveColours.size()]; }

std::string curves_svg(const CurveChart& chart) {
  ValueRange xs, ys;
  for (const Curve& curve : chart.curves) {
    for (const ChartPoint& p : curve.points) {
      xs.add(p.x);
      ys.add(p.y + p.standard_deviation);
      ys.add(lower_end_of_deviation_band(p, chart.is_y_logarithmic));
    }
  }
  if (!chart.is_y_logarithmic) ys.add(0);
  const ChartAxis x(xs.least_value, xs.greatest_value, chart.is_x_logarithmic, kPlotLeft + 8,
                    kPictureWidth - kRightMargin - 8);
  const ChartAxis y(ys.least_value, ys.greatest_value, chart.is_y_logarithmic, kPlotTop + kPlotHeight, kPlotTop + 6);
  std::string body;
  for (const double tick : chart.is_y_logarithmic ? y.decimal_tick_values() : y.tick_values(6))
    body += y_tick_svg(y.picture_coordinate_of_value(tick), tick_label(tick));
  for (const double tick : chart.is_x_in_bytes && !chart.is_x_logarithmic
                               ? axis_ticks_in_powers_of_two(xs.least_value, xs.greatest_value)
                               : x.tick_values(7))
    body +=
        x_tick_svg(x.picture_coordinate_of_value(tick), chart.is_x_in_bytes ? byte_size_text(tick) : tick_label(tick));
  body += frame_svg(chart.x_label, chart.y_label);
  ChartLegend legend(kPlotTop + kPlotHeight + 58);
  if (!chart.hull_points.empty()) {
    constexpr const char* kBand =
        "fill=\"none\" stroke=\"#000\" stroke-opacity=\"0.13\" stroke-width=\"9\" stroke-linejoin=\"round\"";
    body += fmt::format("<path d=\"{}\" {}/>\n", svg_path_of_points(chart.hull_points, x, y), kBand);
    legend.add_legend_entry(fmt::format("<path d=\"M0 -4h18\" {}/>", kBand), "hull: the least of all");
  }
  bool any_published = false, any_spread = false;
  for (const Curve& curve : chart.curves) {
    any_spread |= has_standard_deviations(curve);
    body += curve_svg(curve, x, y, chart.is_y_logarithmic);
    any_published |= curve.is_published;
    if (!curve.is_published)
      legend.add_legend_entry(
          fmt::format("<path d=\"M0 -4h18\" {}/>{}", stroke_attributes(curve), marker_svg(curve, 9, -4)), curve.name);
  }
  if (any_published) {
    legend.add_legend_entry(
        "<path d=\"M0 -4h18\" stroke=\"#444\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"/>"
        "<circle cx=\"9\" cy=\"-4\" r=\"4\" fill=\"#fff\" stroke=\"#444\" stroke-width=\"1.5\"/>",
        "published");
  }
  if (any_spread) {
    legend.add_legend_entry(
        fmt::format("<rect y=\"-10\" width=\"18\" height=\"11\" fill=\"{0}\" fill-opacity=\"0.18\"/>"
                    "<path d=\"M0 -4h18\" stroke=\"{0}\" stroke-width=\"1.5\"/>",
                    series_colour(chart.curves.front().colour_number)),
        "band: a standard deviation");
  }
  return complete_chart_svg(chart.title, body, legend);
}

std::string bars_svg(const BarChart& chart) {
  ValueRange ys;
  ys.add(0);
  for (const BarChart::ChartBar& bar : chart.bars) {
    ys.add(bar.emulated_value);
    if (bar.published_value) ys.add(*bar.published_value);
  }
  const ChartAxis y(ys.least_value, ys.greatest_value, false, kPlotTop + kPlotHeight, kPlotTop + 6);
  std::string body;
  for (const double tick : y.tick_values(6)) body += y_tick_svg(y.picture_coordinate_of_value(tick), tick_label(tick));
  const double slot = (kPictureWidth - kRightMargin - kPlotLeft) / static_cast<double>(chart.bars.size());
  const double width = std::min(26.0, slot * 0.36);
  const auto bar_svg = [&](double x, double value, const char* look) {
    const double top = std::min(y.picture_coordinate_of_value(value), y.picture_coordinate_of_value(0));
    return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}/>", x, top, width,
                       std::abs(y.picture_coordinate_of_value(0) - y.picture_coordinate_of_value(value)), look);
  };
  constexpr const char* kPublished = "fill=\"#fff\" stroke=\"#444\" stroke-dasharray=\"4 2\"";
  constexpr const char* kEmulated = "fill=\"#0072b2\"";
  const bool crowded = chart.bars.size() > 4;
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const BarChart::ChartBar& bar = chart.bars[i];
    const double middle = kPlotLeft + (static_cast<double>(i) + 0.5) * slot;
    if (bar.published_value) body += bar_svg(middle - width - 1, *bar.published_value, kPublished);
    body += bar_svg(bar.published_value ? middle + 1 : middle - width / 2, bar.emulated_value, kEmulated);
    const double bottom = kPlotTop + kPlotHeight + 14;
    body += svg_label(middle, bottom, bar.name, crowded ? "end" : "middle",
                      crowded ? fmt::format("font-size=\"11\" transform=\"rotate(-35 {:.1f} {:.1f})\"", middle, bottom)
                              : std::string("font-size=\"11\""));
  }
  body += frame_svg("", chart.y_label);
  ChartLegend legend(kPlotTop + kPlotHeight + (crowded ? 88 : 40));
  if (std::ranges::any_of(chart.bars, [](const BarChart::ChartBar& bar) { return bar.published_value.has_value(); }))
    legend.add_legend_entry(fmt::format("<rect y=\"-10\" width=\"14\" height=\"11\" {}/>", kPublished), "published");
  legend.add_legend_entry(fmt::format("<rect y=\"-10\" width=\"14\" height=\"11\" {}/>", kEmulated), "emulated");
  return complete_chart_svg(chart.title, body, legend);
}

std::string stacked_bars_svg(const StackedBarChart& chart) {
  ValueRange ys;
  ys.add(0);
  for (const auto& bar : chart.bars) ys.add(std::accumulate(bar.part_heights.begin(), bar.part_heights.end(), 0.0));
  const ChartAxis y(ys.least_value, ys.greatest_value, false, kPlotTop + kPlotHeight, kPlotTop + 6);
  std::string body;
  for (const double tick : y.tick_values(6)) body += y_tick_svg(y.picture_coordinate_of_value(tick), tick_label(tick));
  const double slot = (kPictureWidth - kRightMargin - kPlotLeft) / static_cast<double>(chart.bars.size());
  const double width = std::min(52.0, slot * 0.7);
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const double middle = kPlotLeft + (static_cast<double>(i) + 0.5) * slot;
    double bottom = 0;
    for (std::size_t part = 0; part < chart.bars[i].part_heights.size(); ++part) {
      const double top = bottom + chart.bars[i].part_heights[part];
      body +=
          fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>",
                      middle - width / 2, y.picture_coordinate_of_value(top), width,
                      y.picture_coordinate_of_value(bottom) - y.picture_coordinate_of_value(top), series_colour(part));
      bottom = top;
    }
    const double below = kPlotTop + kPlotHeight + 14;
    body += svg_label(middle, below, chart.bars[i].name, "end",
                      fmt::format("font-size=\"11\" transform=\"rotate(-35 {:.1f} {:.1f})\"", middle, below));
  }
  body += frame_svg("", chart.y_label);
  ChartLegend legend(kPlotTop + kPlotHeight + 88);
  for (std::size_t part = 0; part < chart.part_names.size(); ++part) {
    legend.add_legend_entry(
        fmt::format("<rect y=\"-10\" width=\"14\" height=\"11\" fill=\"{}\"/>", series_colour(part)),
        chart.part_names[part]);
  }
  return complete_chart_svg(chart.title, body, legend);
}

std::string region_map_svg(const RegionMap& map) {
  const double width = (kPictureWidth - kPlotLeft - kRightMargin) / static_cast<double>(map.column_labels.size());
  const double height = std::min(kPlotHeight / static_cast<double>(map.row_labels.size()), 44.0);
  const double bottom = kPlotTop + height * static_cast<double>(map.row_labels.size());
  std::string body;
  std::vector<bool> used(map.algorithm_names.size());
  bool any_close = false;
  for (std::size_t row = 0; row < map.row_labels.size(); ++row) {
    const double top = bottom - height * static_cast<double>(row + 1);
    body += svg_label(kPlotLeft - 6, top + height / 2 + 4, map.row_labels[row], "end", "font-size=\"11\"");
    for (std::size_t column = 0; column < map.column_labels.size(); ++column) {
      const RegionMap::RegionMapPoint& region = map.points_by_row[row][column];
      const double left = kPlotLeft + width * static_cast<double>(column);
      body += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" stroke=\"#fff\"/>", left, top,
          width, height,
          region.best_algorithm ? kRegionFillColours[*region.best_algorithm % kRegionFillColours.size()] : "#f4f4f4");
      if (!region.best_algorithm) continue;
      used[*region.best_algorithm] = true;
      any_close |= region.is_second_best_close;
      body += svg_label(left + width / 2, top + height / 2 + 4,
                        letter_or_number_of_map_region(map.algorithm_names, *region.best_algorithm) +
                            (region.is_second_best_close ? "~" : ""),
                        "middle", "font-size=\"11\"");
    }
  }
  const bool crowded = width < 46;
  for (std::size_t column = 0; column < map.column_labels.size(); ++column) {
    const double x = kPlotLeft + width * (static_cast<double>(column) + 0.5);
    body += svg_label(x, bottom + 15, map.column_labels[column], crowded ? "end" : "middle",
                      crowded ? fmt::format("font-size=\"10\" transform=\"rotate(-45 {:.1f} {:.1f})\"", x, bottom + 15)
                              : std::string("font-size=\"11\""));
  }
  const double label = bottom + (crowded ? 52 : 34);
  body += svg_label((kPlotLeft + kPictureWidth - kRightMargin) / 2, label, map.x_label, "middle");
  const double middle = (kPlotTop + bottom) / 2;
  body += svg_label(14, middle, shortened_label(map.y_label, 2 * middle), "middle",
                    fmt::format("transform=\"rotate(-90 14 {:.1f})\"", middle));
  ChartLegend legend(label + 24);
  for (std::size_t i = 0; i < map.algorithm_names.size(); ++i) {
    if (!used[i]) continue;
    legend.add_legend_entry(
        fmt::format("<rect x=\"0\" y=\"-12\" width=\"18\" height=\"15\" fill=\"{}\"/>",
                    kRegionFillColours[i % kRegionFillColours.size()]) +
            svg_label(9, 0, letter_or_number_of_map_region(map.algorithm_names, i), "middle", "font-size=\"11\""),
        map.algorithm_names[i]);
  }
  if (any_close) legend.add_legend_entry(svg_label(9, 0, "~", "middle"), "the second is within 5 %");
  return complete_chart_svg(map.title, body, legend);
}

}  // namespace switchyard
