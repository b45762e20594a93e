#include "bench/report/link_chart_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "bench/report/link_chart_layout.hpp"
#include "bench/report/svg_text.hpp"

namespace switchyard {
namespace {

// These constants are the sizes, in pixels, of the parts of a link chart (which message uses which link in which step).
constexpr std::size_t kCellSize = 16;
// The gap between the columns of two nodes, and between the rows of two sources, in pixels.
constexpr std::size_t kGapBetweenChartGroupsInPixels = 8;
constexpr std::size_t kChartBlockGap = 32;
constexpr std::size_t kPictureMargin = 16;
constexpr std::size_t kHeaderHeight = 56;        // height of the area for the title and the node labels, in pixels
constexpr std::size_t kLabelCharacterWidth = 7;  // width of a character of a label in pixels
constexpr std::size_t kTitleCharacterWidth = 8;

/// Returns the CSS colour with which a link chart shows the links that are used in step number `step`. The hues of
/// consecutive steps differ by the golden angle, so that their colours are easy to tell apart.
std::string step_colour(std::uint32_t step) { return fmt::format("hsl({},70%,82%)", step * 137 % 360); }

class ChartDrawing {
 public:
  explicit ChartDrawing(const LinkChart& chart) : dimension_(chart.dimension()), blocks_(link_chart_blocks(chart)) {}

  std::string svg_document(const std::string& title) {
    draw_text(kPictureMargin, kPictureMargin + 12, "start", "title", title);
    std::size_t left = kPictureMargin;
    for (const LinkUsageChartBlock& block : blocks_) {
      draw_chart_block(block, left);
      left += chart_block_width(block) + kChartBlockGap;
    }
    const std::size_t right =
        std::max(left - kChartBlockGap, kPictureMargin + title.size() * kTitleCharacterWidth) + kPictureMargin;
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
        "<style>text{{font-family:monospace;font-size:11px}}.title{{font-size:13px}}</style>\n"
        "<pattern id=\"unused\" width=\"{3}\" height=\"{3}\" patternUnits=\"userSpaceOnUse\">"
        "<circle cx=\"{4}\" cy=\"{4}\" r=\"1\" fill=\"#bbb\"/></pattern>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n{2}</svg>\n",
        right, picture_height(), svg_body_, kCellSize, kCellSize / 2);
  }

 private:
  std::size_t label_width(const LinkUsageChartBlock& block) const {
    return block.chart_lines.front().label.size() * kLabelCharacterWidth + kGapBetweenChartGroupsInPixels;
  }
  std::size_t column_offset(std::size_t cell) const {
    return cell * kCellSize + cell / dimension_ * kGapBetweenChartGroupsInPixels;
  }
  std::size_t chart_block_width(const LinkUsageChartBlock& block) const {
    return label_width(block) + column_offset(block.chart_lines.front().step_numbers.size()) -
           kGapBetweenChartGroupsInPixels;
  }
  std::size_t picture_height() const {
    std::size_t total = kHeaderHeight + kPictureMargin;
    for (const ChartLine& line : blocks_.front().chart_lines)
      total += kCellSize + (line.starts_group ? kGapBetweenChartGroupsInPixels : 0);
    return total;
  }

  void draw_chart_block(const LinkUsageChartBlock& block, std::size_t left) {
    const std::size_t cells = left + label_width(block);
    for (std::size_t g = 0; g < block.node_labels.size(); ++g) {
      draw_text(cells + column_offset(g * dimension_) + dimension_ * kCellSize / 2, kHeaderHeight - 4, "middle", "head",
                block.node_labels[g]);
    }
    std::size_t top = kHeaderHeight;
    for (std::size_t l = 0; l < block.chart_lines.size(); ++l) {
      const ChartLine& line = block.chart_lines[l];
      if (line.starts_group) {
        top += kGapBetweenChartGroupsInPixels;
        for (std::size_t g = 0; g < block.node_labels.size(); ++g)
          draw_background_dots(cells + column_offset(g * dimension_), top, line_count_of_group(block, l));
      }
      draw_text(left, top + kCellSize - 4, "start", "row", line.label);
      for (std::size_t c = 0; c < line.step_numbers.size(); ++c) {
        if (line.step_numbers[c] != 0) draw_chart_cell(cells + column_offset(c), top, line.step_numbers[c]);
      }
      top += kCellSize;
    }
  }

  /// Returns the number of lines in the group of chart lines that begins with line `first` of the block.
  static std::size_t line_count_of_group(const LinkUsageChartBlock& block, std::size_t first) {
    std::size_t end = first + 1;
    while (end < block.chart_lines.size() && !block.chart_lines[end].starts_group) ++end;
    return end - first;
  }

  /// Draws the background of the chart cells of one node in one group of lines: dots, which stay visible where a link
  /// is not used.
  void draw_background_dots(std::size_t left, std::size_t top, std::size_t lines) {
    fmt::format_to(std::back_inserter(svg_body_),
                   "<rect transform=\"translate({},{})\" width=\"{}\" height=\"{}\" fill=\"url(#unused)\"/>\n", left,
                   top, dimension_ * kCellSize, lines * kCellSize);
  }

  void draw_chart_cell(std::size_t left, std::size_t top, std::uint32_t step) {
    fmt::format_to(std::back_inserter(svg_body_), "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                   left, top, kCellSize - 1, kCellSize - 1, step_colour(step));
    draw_text(left + kCellSize / 2, top + kCellSize - 4, "middle", "step", std::to_string(step));
  }

  void draw_text(std::size_t x, std::size_t y, const char* anchor, const char* kind, const std::string& content) {
    fmt::format_to(std::back_inserter(svg_body_), "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" class=\"{}\">{}</text>\n",
                   x, y, anchor, kind, html_escaped(content));
  }

  std::size_t dimension_;
  std::vector<LinkUsageChartBlock> blocks_;
  std::string svg_body_;
};

}  // namespace

std::string to_svg(const LinkChart& chart, const std::string& title) { return ChartDrawing(chart).svg_document(title); }

}  // namespace switchyard
