#include "bench/report/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "bench/experiment/other_program.hpp"
#include "bench/report/svg_text.hpp"

namespace switchyard {
namespace {

/// Puts a text into single quotes, inside which gnuplot interprets nothing. A single quote in the text is doubled.
std::string gnuplot_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') result += '\'';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '\'';
}

void replace_all(std::string& text, std::string_view what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

std::string gnuplot_data_block_of_points(const std::vector<ChartPoint>& points) {
  std::string text;
  for (const ChartPoint& p : points) text += fmt::format("{} {} {}\n", p.x, p.y, p.standard_deviation);
  return text + "e\n";
}

/// The smallest and the largest of the values that are drawn on an axis.
struct AxisRange {
  double least_value = 0, greatest_value = 0;
  bool has_values = false;

  void add(double value) {
    least_value = has_values ? std::min(least_value, value) : value;
    greatest_value = has_values ? std::max(greatest_value, value) : value;
    has_values = true;
  }
};

std::string x_tics_command(const CurveChart& chart, const AxisRange& x) {
  if (!chart.is_x_in_bytes || x.least_value <= 0) return "";
  std::string tics;
  double step = 2;
  while (x.greatest_value / x.least_value > std::pow(step, 7)) step *= 2;
  for (double tick = x.least_value; tick <= x.greatest_value * 1.001; tick *= step) {
    tics += fmt::format("{}{} {}", tics.empty() ? "" : ", ", gnuplot_quoted(byte_size_text(tick)), tick);
  }
  return fmt::format("set xtics ({})\n", tics);
}

bool has_published_values(const CurveChart& chart) { return std::ranges::any_of(chart.curves, &Curve::is_published); }

/// Returns the gnuplot commands for the legend and for the size of the picture. The legend is in columns below the
/// chart; with more entries in the legend, the picture is higher.
std::string make_gnuplot_legend_and_size_commands(const CurveChart& chart) {
  std::size_t entries = (chart.hull_points.empty() ? 0 : 1) + (has_published_values(chart) ? 1 : 0), longest = 0;
  for (const Curve& curve : chart.curves) {
    if (curve.is_published) continue;
    ++entries;
    longest = std::max(longest, curve.name.size());
  }
  const std::size_t columns = longest > 24 ? 1 : longest > 12 ? 2 : longest > 7 ? 3 : 5;
  const std::size_t rows = (entries + columns - 1) / columns;
  return fmt::format(
      "set terminal svg size 480,{} font 'Helvetica,12' noenhanced background rgb 'white'\n"
      "set key below horizontal Left reverse samplen 2 maxcols {} height 0.3\nset bmargin {:.1f}\n",
      346 + 16 * rows, columns, 4.2 + 1.25 * static_cast<double>(rows));
}

/// Returns the gnuplot commands for the ranges of the axes. The ranges are a little larger than the range of the
/// points, so that no point is cut off.
std::string axis_range_commands(const CurveChart& chart) {
  AxisRange x, y;
  for (const Curve& curve : chart.curves) {
    for (const ChartPoint& p : curve.points) {
      x.add(p.x);
      y.add(p.y + p.standard_deviation);
      y.add(chart.is_y_logarithmic && p.y <= p.standard_deviation ? p.y : p.y - p.standard_deviation);
    }
  }
  const double wide = chart.is_x_logarithmic ? std::pow(x.greatest_value / x.least_value, 0.03) * 1.02
                                             : std::max((x.greatest_value - x.least_value) * 0.03, 1e-9);
  std::string text = x_tics_command(chart, x);
  text += chart.is_x_logarithmic ? fmt::format("set xrange [{}:{}]\n", x.least_value / wide, x.greatest_value * wide)
                                 : fmt::format("set xrange [{}:{}]\n", x.least_value - wide, x.greatest_value + wide);
  if (chart.is_y_logarithmic)
    return text + fmt::format("set yrange [{}:{}]\n", y.least_value / 1.25, y.greatest_value * 1.25);
  return text + fmt::format("set yrange [{}:{}]\n", std::min(0.0, y.least_value * 1.05),
                            std::max(y.greatest_value * 1.05, 1e-9));
}

}  // namespace

std::optional<std::string> gnuplot_version() {
  auto text = output_of_program({"gnuplot", "--version"});
  if (!text || !text->starts_with("gnuplot")) return std::nullopt;
  return text->substr(0, text->find('\n'));
}

std::string gnuplot_script(const CurveChart& chart) {
  std::string script = "set border 3\nset tics nomirror\nset grid ytics lc rgb '#e4e4e4'\n";
  script += make_gnuplot_legend_and_size_commands(chart);
  script += fmt::format("set title {} noenhanced\nset xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                        gnuplot_quoted(chart.title), gnuplot_quoted(chart.x_label), gnuplot_quoted(chart.y_label));
  if (chart.is_x_logarithmic) script += "set logscale x 2\n";
  if (chart.is_y_logarithmic) script += "set logscale y 10\nset format y '%g'\n";
  script += axis_range_commands(chart);
  std::string plots, data;
  if (!chart.hull_points.empty()) {
    plots += "'-' using 1:2 with lines lw 9 lc rgb '#dddddd' title 'hull'";
    data += gnuplot_data_block_of_points(chart.hull_points);
  }
  for (const Curve& curve : chart.curves) {
    plots +=
        fmt::format("{}'-' using 1:2 with linespoints lw 1.5 pt {} ps {} dt {} lc rgb '{}' {}",
                    plots.empty() ? "" : ", ", curve.is_published ? 6 : 7, curve.is_published ? "0.8" : "0.5",
                    curve.is_published ? "2" : "1", series_colour(curve.colour_number),
                    curve.is_published ? "notitle" : fmt::format("title {} noenhanced", gnuplot_quoted(curve.name)));
    data += gnuplot_data_block_of_points(curve.points);
    plots += fmt::format(", '-' using 1:($2-$3):(0):(2*$3) with vectors nohead lc rgb '{}' notitle",
                         series_colour(curve.colour_number));
    data += gnuplot_data_block_of_points(curve.points);
  }
  if (has_published_values(chart))
    plots += ", NaN with linespoints lw 1.5 pt 6 ps 0.8 dt 2 lc rgb '#444444' title 'published'";
  return script + "plot " + plots + "\n" + data;
}

std::optional<std::string> gnuplot_svg(const CurveChart& chart, const std::string& prefix) {
  auto svg = output_of_program({"gnuplot", "-d", "-"}, gnuplot_script(chart));
  if (!svg) return std::nullopt;
  const std::size_t start = svg->find("<svg");
  if (start == std::string::npos || svg->find("</svg>") == std::string::npos) return std::nullopt;
  svg->erase(0, start);
  for (const char* id : {"gpPt", "gpDot", "gnuplot_", "textbox", "greybox"}) replace_all(*svg, id, prefix + id);
  replace_all(*svg, "<svg", "<svg role=\"img\"");
  const std::size_t title = svg->find("<title>");
  const std::size_t end = svg->find("</title>");
  if (title != std::string::npos && end != std::string::npos) {
    svg->replace(title, end - title, "<title>" + html_escaped(chart.title));
  }
  return svg;
}

}  // namespace switchyard
