#include "runtime/verify/match_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace switchyard {
namespace {

/// One row of the picture of messages: a message drawn as an arrow, a collective of some ranks, or a rank that is
/// stuck.
struct PictureRow {
  enum class Kind : std::uint8_t { message_arrow, collective_row, stuck_rank_row } kind = Kind::message_arrow;
  std::size_t sender_column = 0,
              receiver_column = 0;  ///< columns of the two ends of the arrow of a message; the column of a stuck rank
                                    ///< is in `sender_column`
  bool is_in_wait_cycle = false;
  std::vector<bool> has_entered_collective = {};  ///< for each column of the picture, whether its rank has entered the
                                                  ///< collective
  std::string caption_text;
};

std::string call_name_with_source_line(const CallInvolvedInDefect& call) {
  if (call.place.line == 0) return call.name;
  return fmt::format("{} ({}:{})", call.name, call.place.file, call.place.line);
}

std::string awaited_nodes_text(const StuckCall& stuck) {
  std::string list;
  for (const NodeId node : stuck.awaited_nodes) list += fmt::format("{}{}", list.empty() ? " of " : ", ", index(node));
  return list;
}

std::string caption_of_match(const VerifiedMatch& match) {
  const auto begins = [&](std::string_view text) { return match.received.name.starts_with(text); };
  if (match.is_message_addressed_to_service)
    return fmt::format("{} to {}{}", call_name_with_source_line(match.sent),
                       begins("MPI_Win_")    ? "the window of "
                       : begins("MPI_File_") ? "the file of "
                                             : "",
                       call_name_with_source_line(match.received));
  return fmt::format("{} -> {}{}", call_name_with_source_line(match.sent), call_name_with_source_line(match.received),
                     match.is_from_any_source ? ", from any rank" : "");
}

/// Returns the requests for which the stuck call waits, as text: " for MPI_Irecv from 1, tag 1, 4 B (a.c:4)".
std::string requests_text(const StuckCall& stuck) {
  constexpr std::size_t kMost = 3;
  std::string list;
  for (std::size_t i = 0; i < std::min(stuck.requests.size(), kMost); ++i)
    list += (i == 0 ? " for " : "; ") + stuck.requests[i];
  if (stuck.requests.size() > kMost) list += fmt::format("; and {} more", stuck.requests.size() - kMost);
  return list;
}

class MessageSequenceChart {
 public:
  explicit MessageSequenceChart(const Verdict& verdict)
      : match_count_omitted_from_report_(verdict.match_count_omitted_from_report) {
    std::set<NodeId> seen;
    for (const VerifiedMatch& match : verdict.matches) {
      if (match.collective.empty()) seen.insert({match.from, match.to});
    }
    for (const StuckCall& stuck : verdict.stuck) seen.insert(stuck.stuck_call.node);
    ranks_.assign(seen.begin(), seen.end());
    for (const VerifiedMatch& match : verdict.matches) add_row(match);
    for (const StuckCall& stuck : verdict.stuck) add_row(stuck);
  }

  bool is_empty() const noexcept { return rows_.empty() || ranks_.empty(); }
  const std::vector<NodeId>& ranks() const noexcept { return ranks_; }
  const std::vector<PictureRow>& rows() const noexcept { return rows_; }
  std::uint64_t match_count_omitted_from_report() const noexcept { return match_count_omitted_from_report_; }

 private:
  std::size_t column_of_rank(NodeId rank) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(ranks_, rank) - ranks_.begin());
  }
  void add_row(const VerifiedMatch& match) {
    if (!match.collective.empty()) return add_collective(match);
    rows_.push_back({.sender_column = column_of_rank(match.from),
                     .receiver_column = column_of_rank(match.to),
                     .caption_text = caption_of_match(match)});
  }
  /// Adds a row for a collective to the picture, unless the last row already shows the same call. A synchronising
  /// collective is followed by a barrier that the same call makes, which needs no row of its own.
  void add_collective(const VerifiedMatch& match) {
    const std::string call = call_name_with_source_line(match.sent);
    const bool is_same =
        !rows_.empty() && rows_.back().kind == PictureRow::Kind::collective_row && rows_.back().caption_text == call;
    if (!is_same) {
      rows_.push_back({.kind = PictureRow::Kind::collective_row,
                       .has_entered_collective = std::vector<bool>(ranks_.size()),
                       .caption_text = call});
    }
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      if (std::ranges::find(match.members, ranks_[i]) != match.members.end())
        rows_.back().has_entered_collective[i] = true;
    }
  }
  void add_row(const StuckCall& stuck) {
    rows_.push_back({.kind = PictureRow::Kind::stuck_rank_row,
                     .sender_column = column_of_rank(stuck.stuck_call.node),
                     .is_in_wait_cycle = stuck.is_in_wait_cycle,
                     .caption_text = text_of_stuck_call(stuck)});
  }

  std::uint64_t match_count_omitted_from_report_;
  std::vector<NodeId> ranks_;
  std::vector<PictureRow> rows_;
};

constexpr std::size_t kTextColumnWidth = 6;

/// Returns the text of one row of the picture of messages, without its caption. Each rank has a column with a vertical
/// bar, or with an equals sign if the row is for a collective that the rank has entered. An arrow shows a message, and
/// an X a stuck rank.
std::string columns_text(const PictureRow& row, std::size_t columns) {
  std::string line(columns * kTextColumnWidth, ' ');
  for (std::size_t i = 0; i < columns; ++i)
    line[i * kTextColumnWidth] = i < row.has_entered_collective.size() && row.has_entered_collective[i] ? '=' : '|';
  if (row.kind == PictureRow::Kind::stuck_rank_row) line[row.sender_column * kTextColumnWidth] = 'X';
  if (row.kind != PictureRow::Kind::message_arrow) return line;
  const auto [low, high] = std::minmax(row.sender_column * kTextColumnWidth, row.receiver_column * kTextColumnWidth);
  for (std::size_t i = low + 1; i < high; ++i) line[i] = '-';
  line[row.sender_column * kTextColumnWidth] = 'o';
  if (row.sender_column < row.receiver_column) line[row.receiver_column * kTextColumnWidth - 1] = '>';
  if (row.sender_column > row.receiver_column) line[row.receiver_column * kTextColumnWidth + 1] = '<';
  return line;
}

// --- the picture of messages as SVG ----------------------------------------------------------------------------------

constexpr std::size_t kLeftMargin = 30, kTopMargin = 40, kColumnWidth = 90, kRowHeight = 24;

std::string xml_escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

std::size_t x_of_column(std::size_t column) { return kLeftMargin + column * kColumnWidth; }

std::string arrow_svg(const PictureRow& row, std::size_t y) {
  const std::size_t from = x_of_column(row.sender_column), to = x_of_column(row.receiver_column);
  if (from == to)
    return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"none\" stroke=\"#1f77b4\"/>\n", from, y);
  return fmt::format(
      "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#1f77b4\" stroke-width=\"2\" "
      "marker-end=\"url(#head)\"/>\n",
      from, y, from < to ? to - 2 : to + 2, y);
}

/// Draws a collective as grey bars: one for each group of neighbouring columns whose ranks have entered the collective.
std::string collective_svg(const PictureRow& row, std::size_t y) {
  std::string text;
  const std::vector<bool>& entered = row.has_entered_collective;
  for (std::size_t first = 0; first < entered.size(); ++first) {
    if (!entered[first]) continue;
    std::size_t last = first;
    while (last + 1 < entered.size() && entered[last + 1]) ++last;
    text += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"6\" fill=\"#999999\"/>\n",
                        x_of_column(first) - 6, y - 3, (last - first) * kColumnWidth + 12);
    first = last;
  }
  return text;
}

std::string row_svg(const PictureRow& row, std::size_t y, std::size_t columns) {
  std::string text;
  switch (row.kind) {
    case PictureRow::Kind::message_arrow:
      text = arrow_svg(row, y);
      break;
    case PictureRow::Kind::collective_row:
      text = collective_svg(row, y);
      break;
    case PictureRow::Kind::stuck_rank_row:
      text = fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"7\" fill=\"{}\"/>\n", x_of_column(row.sender_column), y,
                         row.is_in_wait_cycle ? "#d62728" : "#ff7f0e");
      break;
  }
  return text + fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x_of_column(columns - 1) + 24, y + 4,
                            xml_escaped(row.caption_text));
}

}  // namespace

std::string text_of_stuck_call(const StuckCall& stuck) {
  return fmt::format("rank {} is stuck in {}{}{}{}{}", index(stuck.stuck_call.node),
                     call_name_with_source_line(stuck.stuck_call), requests_text(stuck),
                     stuck.awaited_nodes.empty() ? "" : ", and waits for calls", awaited_nodes_text(stuck),
                     stuck.is_in_wait_cycle ? " [cycle]" : "");
}

std::string text_of_message_sequence_chart(const Verdict& verdict) {
  const MessageSequenceChart picture(verdict);
  if (picture.is_empty()) return {};
  std::string text = "  ";
  for (const NodeId rank : picture.ranks()) text += fmt::format("{:<{}}", index(rank), kTextColumnWidth);
  text += "rank\n";
  if (picture.match_count_omitted_from_report() > 0)
    text += fmt::format("  ({} messages and collectives before these)\n", picture.match_count_omitted_from_report());
  for (const PictureRow& row : picture.rows())
    text += fmt::format("  {}{}\n", columns_text(row, picture.ranks().size()), row.caption_text);
  return text;
}

std::string svg_of_message_sequence_chart(const Verdict& verdict) {
  const MessageSequenceChart picture(verdict);
  const std::size_t columns = std::max<std::size_t>(picture.ranks().size(), 1);
  std::size_t longest = verdict.text.size();
  for (const PictureRow& row : picture.rows()) longest = std::max(longest, row.caption_text.size());
  const std::size_t height = kTopMargin + (picture.rows().size() + 2) * kRowHeight;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<defs><marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"6\" refY=\"3\" "
      "orient=\"auto\"><path d=\"M0,0 L6,3 L0,6 z\" fill=\"#1f77b4\"/></marker></defs>\n",
      x_of_column(columns - 1) + 60 + longest * 7, height);
  for (std::size_t i = 0; i < picture.ranks().size(); ++i) {
    svg += fmt::format(
        "<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">rank {2}</text>\n<line x1=\"{0}\" y1=\"{3}\" "
        "x2=\"{0}\" y2=\"{4}\" stroke=\"#cccccc\"/>\n",
        x_of_column(i), kTopMargin - 20, index(picture.ranks()[i]), kTopMargin - 12, height - 2 * kRowHeight);
  }
  std::size_t y = kTopMargin;
  for (const PictureRow& row : picture.rows()) {
    svg += row_svg(row, y, columns);
    y += kRowHeight;
  }
  return svg + fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n</svg>\n", kLeftMargin, height - kRowHeight / 2,
                           xml_escaped(verdict.text));
}

}  // namespace switchyard
