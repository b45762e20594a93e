#include "bench/trace/phase_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "bench/report/svg_text.hpp"

namespace switchyard {
namespace {

constexpr double kViewWidth = 960;
constexpr double kViewLeftMargin = 46;
constexpr double kViewRightMargin = 14;
constexpr double kViewTopMargin = 34;
constexpr double kViewBottomMargin = 40;
constexpr std::uint32_t kLegendEntriesInRow = 24;
/// The least height of a row, in pixels, in which numbers are legible.
constexpr double kLeastRowHeightForNumbers = 11;
constexpr double kDigitWidth = 5.5;

/// Colours of messages, used if they have at most ten different phases (or destinations, if there are no phases).
/// Neighbouring colours differ in hue.
constexpr std::array<const char*, 10> kDistinctColours{"#4269d0", "#efb118", "#ff725c", "#3ca951", "#a463f2",
                                                       "#6cc5b0", "#ff8ab7", "#9c6b4e", "#97bbf5", "#84801a"};
/// Points of a colour ramp from dark to light, used if messages have more than ten different phases (or destinations,
/// if there are no phases). All colours on the ramp differ, also for colour-blind people.
/// Source: the colour map viridis of S. van der Walt, N. Smith (matplotlib, 2015), without its lightest end.
constexpr std::array<std::array<double, 3>, 6> kPhaseColourRamp{
    {{68, 1, 84}, {65, 68, 135}, {42, 120, 142}, {34, 168, 132}, {122, 209, 81}, {210, 226, 27}}};

/// Returns the colour of the phase (or destination) with the number `number` in a picture with `count` phases (or
/// destinations).
std::string phase_colour(std::size_t number, std::size_t count) {
  if (count <= kDistinctColours.size()) return kDistinctColours[number % kDistinctColours.size()];
  const double place = static_cast<double>(number) / static_cast<double>(count - 1) * (kPhaseColourRamp.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(place), kPhaseColourRamp.size() - 2);
  const double share = place - static_cast<double>(below);
  const auto mixed = [&](std::size_t i) {
    return static_cast<int>(std::lround(kPhaseColourRamp[below][i] +
                                        share * (kPhaseColourRamp[below + 1][i] - kPhaseColourRamp[below][i])));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2));
}

double row_height(std::uint32_t nodes) { return std::clamp(640.0 / nodes, 7.0, 22.0); }

/// The outlines of many rectangles of the same colour and style, in one SVG path.
class SvgRectangles {
 public:
  void add_rectangle(double x, double y, double width, double height) {
    svg_path_data_ += fmt::format("M{:.1f} {:.1f}h{:.2f}v{:.1f}h-{:.2f}z", x, y, width, height, width);
  }
  std::string path_element_svg(const std::string& attributes) const {
    return svg_path_data_.empty() ? std::string() : fmt::format("<path {} d=\"{}\"/>\n", attributes, svg_path_data_);
  }

 private:
  std::string svg_path_data_;
};

class PhaseViewDrawer {
 public:
  PhaseViewDrawer(const Timeline& timeline, const StuckNodes& stuck)
      : timeline_(timeline),
        stuck_nodes_(stuck),
        row_height_(row_height(timeline.nodes)),
        run_duration_ns_(std::max<double>(1, static_cast<double>(timeline.end.time_since_epoch().count()))) {}

  std::string picture_svg(const std::string& title) {
    collect_rectangles();
    const double rows = row_height_ * timeline_.nodes;
    const std::uint32_t chip_rows = (colour_group_count() + kLegendEntriesInRow - 1) / kLegendEntriesInRow;
    const double height =
        kViewTopMargin + rows + kViewBottomMargin + 16.0 * chip_rows + (stuck_nodes_.nodes.empty() ? 26 : 44);
    std::string text = svg_opening_tag(kViewWidth, height, title);
    text +=
        "<defs><pattern id=\"wait\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate(45)\"><path d=\"M0 0V5\" stroke=\"#888\" stroke-width=\"1.6\"/></pattern></defs>\n";
    text += svg_label(kViewLeftMargin, 18, title, "start", "font-weight=\"600\" font-size=\"14\"");
    text += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#fafafa\"/>\n",
                        kViewLeftMargin, kViewTopMargin, kViewWidth - kViewLeftMargin - kViewRightMargin, rows);
    text += stuck_row_backgrounds();
    text += waiting_rectangles_.path_element_svg("fill=\"url(#wait)\" fill-opacity=\"0.75\"");
    for (const auto& [group, boxes] : transfer_setup_rectangles_)
      text += boxes.path_element_svg(fmt::format("fill=\"{}\" fill-opacity=\"0.35\"", colour(group)));
    text += waiting_transfer_background_rectangles_.path_element_svg("fill=\"#fff\"");
    text +=
        waiting_transfer_rectangles_.path_element_svg("fill=\"url(#wait)\" stroke=\"#d62728\" stroke-width=\"0.6\"");
    for (const auto& [group, boxes] : data_rectangles_)
      text += boxes.path_element_svg(fmt::format("fill=\"{}\"", colour(group)));
    text += tooltips_svg_ + destination_numbers_svg_;
    text += axes_svg(rows) + legend_svg(kViewTopMargin + rows + kViewBottomMargin);
    if (has_run_ended_at_time_zero()) text += empty_run_note_svg(rows);
    if (!stuck_nodes_.nodes.empty()) text += stuck_nodes_svg(height - 10);
    return text + "</svg>\n";
  }

 private:
  /// Returns the number of different colours that messages may have. Messages are coloured by their phases or, if there
  /// is no schedule, by their destination nodes.
  std::uint32_t colour_group_count() const { return timeline_.phases == 0 ? timeline_.nodes : timeline_.phases; }
  std::uint32_t colour_group_of_transfer(const RecordedTransfer& transfer) const {
    if (timeline_.phases == 0) return index(transfer.info.destination);
    return transfer.phase ? index(*transfer.phase) : 0;
  }
  std::string colour(std::uint32_t group) const { return phase_colour(group, colour_group_count()); }

  double x_of(VirtualTime at) const {
    return kViewLeftMargin + static_cast<double>(at.time_since_epoch().count()) / run_duration_ns_ *
                                 (kViewWidth - kViewLeftMargin - kViewRightMargin);
  }
  double y_of_node(NodeId node) const { return kViewTopMargin + row_height_ * index(node); }

  void add_interval_rectangle(SvgRectangles& into, NodeId node, VirtualTime from, VirtualTime to, double top,
                              double share) const {
    into.add_rectangle(x_of(from), y_of_node(node) + top * row_height_, x_of(to) - x_of(from), share * row_height_);
  }

  /// Returns whether the run has ended at time 0, as in a deadlock in the first calls of the
  /// nodes.
  bool has_run_ended_at_time_zero() const { return timeline_.end == VirtualTime{}; }
  std::string empty_run_note_svg(double rows) const {
    return svg_label((kViewLeftMargin + kViewWidth - kViewRightMargin) / 2, kViewTopMargin + rows / 2 + 4,
                     "the run ends at time 0: nothing has moved", "middle");
  }

  /// Collects the rectangles of which the picture consists. A thin band in the background shows where a node's program
  /// waits. Transfers are drawn over the band.
  void collect_rectangles() {
    for (const NodeActivityInterval& slice : timeline_.node_slices) {
      if (is_waiting_state(slice.state.activity))
        add_interval_rectangle(waiting_rectangles_, slice.node, slice.from, slice.to, 0.3, 0.4);
    }
    for (const RecordedTransfer& transfer : timeline_.transfers) {
      const std::uint32_t group = colour_group_of_transfer(transfer);
      add_tooltip_of_transfer(transfer);
      for (const TransferSlice& slice : transfer.slices) {
        if (is_waiting_state(slice.state)) {
          add_interval_rectangle(waiting_transfer_background_rectangles_, transfer.info.source, slice.from, slice.to,
                                 0.12, 0.76);
          add_interval_rectangle(waiting_transfer_rectangles_, transfer.info.source, slice.from, slice.to, 0.12, 0.76);
        } else {
          add_interval_rectangle(
              slice.state == TransferState::moves ? data_rectangles_[group] : transfer_setup_rectangles_[group],
              transfer.info.source, slice.from, slice.to, 0.12, 0.76);
        }
      }
    }
  }

  /// Adds an invisible rectangle over a transfer, whose title a browser shows when the pointer is over it. Also adds
  /// the number of the destination node if there is room for it.
  void add_tooltip_of_transfer(const RecordedTransfer& transfer) {
    const double left = x_of(transfer.from), width = x_of(transfer.to) - left;
    const double top = y_of_node(transfer.info.source);
    tooltips_svg_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" fill=\"none\" "
        "pointer-events=\"all\"><title>{}</title></rect>\n",
        left, top, width, row_height_, html_escaped(tooltip_text(transfer)));
    const std::string number = fmt::format("{}", index(transfer.info.destination));
    if (row_height_ < kLeastRowHeightForNumbers || width < kDigitWidth * static_cast<double>(number.size()) + 4) return;
    destination_numbers_svg_ +=
        svg_label(left + width / 2, top + row_height_ / 2 + 3.5, number, "middle",
                  "font-size=\"9\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"1.6\" paint-order=\"stroke\" "
                  "pointer-events=\"none\"");
  }

  std::string tooltip_text(const RecordedTransfer& transfer) const {
    const TransferInfo& info = transfer.info;
    std::string text = fmt::format("{} from node {} to node {}, {} B", transfer_kind_as_text(info.kind),
                                   index(info.source), index(info.destination), info.bytes);
    if (transfer.phase) text += fmt::format(", phase {}", index(*transfer.phase) + 1);
    return text + fmt::format("; {:.3f} to {:.3f} us, of which {:.3f} us waiting",
                              microseconds(transfer.from.time_since_epoch()),
                              microseconds(transfer.to.time_since_epoch()),
                              microseconds(transfer.total_waiting_time()));
  }

  /// Draws red backgrounds for the rows of the nodes that cannot go on because of a deadlock.
  std::string stuck_row_backgrounds() const {
    std::string text;
    for (const NodeId node : stuck_nodes_.nodes) {
      text += fmt::format(
          "<rect x=\"0\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\" fill=\"#d62728\" fill-opacity=\"0.12\"/>\n",
          y_of_node(node), kViewWidth - kViewRightMargin, row_height_);
    }
    return text;
  }

  std::string stuck_nodes_svg(double top) const {
    const std::vector<NodeId>& all = stuck_nodes_.nodes;
    constexpr std::size_t kMostNamed = 12;
    std::string nodes;
    for (std::size_t i = 0; i < std::min(all.size(), kMostNamed); ++i)
      nodes += fmt::format("{}{}", i == 0 ? "" : ", ", index(all[i]));
    if (all.size() > kMostNamed) nodes += fmt::format(" and {} more", all.size() - kMostNamed);
    const std::string text =
        all.size() == 1 ? fmt::format("node {} waits for {}", nodes,
                                      stuck_nodes_.are_nodes_in_wait_cycle ? "itself" : "what cannot come")
                        : fmt::format("the nodes {} wait for {}", nodes,
                                      stuck_nodes_.are_nodes_in_wait_cycle ? "each other" : "what cannot come");
    return svg_label(kViewLeftMargin, top, "deadlock: on red, " + text, "start",
                     "fill=\"#b01217\" font-weight=\"600\"");
  }

  std::string axes_svg(double rows) const {
    std::string text;
    const std::uint32_t step = timeline_.nodes <= 16 ? 1 : timeline_.nodes <= 32 ? 4 : timeline_.nodes <= 64 ? 8 : 16;
    for (std::uint32_t i = 0; i < timeline_.nodes; i += step) {
      text += svg_label(kViewLeftMargin - 6, y_of_node(NodeId{i}) + row_height_ / 2 + 4, fmt::format("{}", i), "end");
    }
    text += svg_label(12, kViewTopMargin + rows / 2, "node", "middle",
                      fmt::format("transform=\"rotate(-90 12 {:.1f})\"", kViewTopMargin + rows / 2));
    // The virtual time that the run took, in microseconds.
    const double longest = run_duration_ns_ / 1000;
    const bool in_ms = longest >= 2000;
    for (const double tick : round_tick_values(0, in_ms ? longest / 1000 : longest, 8)) {
      const double x =
          kViewLeftMargin + tick * (in_ms ? 1000 : 1) / longest * (kViewWidth - kViewLeftMargin - kViewRightMargin);
      text += fmt::format("<path d=\"M{0:.1f} {1}V{2:.1f}\" stroke=\"#000\" stroke-opacity=\"0.15\"/>\n", x,
                          kViewTopMargin, kViewTopMargin + rows + 4);
      text += svg_label(x, kViewTopMargin + rows + 18, tick_label(tick), "middle");
    }
    return text +
           svg_label(kViewWidth - kViewRightMargin, kViewTopMargin + rows + 33, in_ms ? "time, ms" : "time, µs", "end");
  }

  std::string legend_svg(double top) const {
    const auto key = [&](double x, const char* attributes, const char* text) {
      return fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"22\" height=\"10\" {}/>\n", x, top - 9, attributes) +
             svg_label(x + 28, top, text, "start");
    };
    std::string text = key(kViewLeftMargin, "fill=\"#4269d0\"", "data");
    text += key(kViewLeftMargin + 90, "fill=\"#4269d0\" fill-opacity=\"0.35\"", "set-up");
    text += key(kViewLeftMargin + 190, "fill=\"url(#wait)\" stroke=\"#d62728\" stroke-width=\"0.6\"", "transfer waits");
    text += key(kViewLeftMargin + 330, "fill=\"url(#wait)\"", "program waits");
    if (timeline_.phases == 0)
      text += svg_label(kViewLeftMargin + 480, top, "no schedule: colours are those of the destinations", "start");
    for (std::uint32_t p = 0; p < colour_group_count(); ++p) {
      const double x = kViewLeftMargin + 60 + 35.0 * (p % kLegendEntriesInRow);
      const double y = top + 16 + 16.0 * (p / kLegendEntriesInRow);
      text +=
          fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"10\" height=\"10\" fill=\"{}\"/>\n", x, y - 9, colour(p));
      text += svg_label(x + 13, y, fmt::format("{}", timeline_.phases == 0 ? p : p + 1), "start");
    }
    return text + svg_label(kViewLeftMargin, top + 16, timeline_.phases == 0 ? "to node" : "phase", "start");
  }

  const Timeline& timeline_;
  const StuckNodes& stuck_nodes_;
  double row_height_;
  /// The virtual time that the run took, in nanoseconds.
  double run_duration_ns_;
  SvgRectangles waiting_rectangles_, waiting_transfer_rectangles_, waiting_transfer_background_rectangles_;
  /// The rectangles that show the set-up and the data of messages. The key, by which they are coloured, is the phase or
  /// the destination of the message.
  std::map<std::uint32_t, SvgRectangles> transfer_setup_rectangles_, data_rectangles_;
  std::string tooltips_svg_, destination_numbers_svg_;
};

}  // namespace

std::string phase_view_svg(const Timeline& timeline, const std::string& title, const StuckNodes& stuck) {
  return PhaseViewDrawer(timeline, stuck).picture_svg(title);
}

}  // namespace switchyard
