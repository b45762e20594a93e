#include "runtime/verify/match_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace switchyard {
namespace {

/// One row of the picture: a message drawn as an arrow, a collective of all ranks, or a rank that
/// is stuck.
struct Row {
  enum class Kind : std::uint8_t { arrow, all, stuck } kind = Kind::arrow;
  std::size_t from = 0, to = 0;  ///< columns of the arrow's ends; a stuck rank is in column `from`
  bool in_cycle = false;
  std::string caption;
};

std::string place_text(const DefectCall& call) {
  if (call.place.line == 0) return call.name;
  return fmt::format("{} ({}:{})", call.name, call.place.file, call.place.line);
}

std::string holders_text(const StuckCall& stuck) {
  std::string list;
  for (const NodeId node : stuck.holders) list += fmt::format("{}{}", list.empty() ? " of " : ", ", index(node));
  return list;
}

/// Returns the requests that the stuck call waits for, as text: " for MPI_Irecv from 1, tag 1, 4 B
/// (a.c:4)".
std::string requests_text(const StuckCall& stuck) {
  constexpr std::size_t kMost = 3;
  std::string list;
  for (std::size_t i = 0; i < std::min(stuck.requests.size(), kMost); ++i)
    list += (i == 0 ? " for " : "; ") + stuck.requests[i];
  if (stuck.requests.size() > kMost) list += fmt::format("; and {} more", stuck.requests.size() - kMost);
  return list;
}

class Picture {
 public:
  explicit Picture(const Verdict& verdict) : left_out_(verdict.left_out) {
    std::set<NodeId> seen;
    for (const VerifiedMatch& match : verdict.matches) {
      if (match.collective.empty()) seen.insert({match.from, match.to});
    }
    for (const StuckCall& stuck : verdict.stuck) seen.insert(stuck.call.node);
    ranks_.assign(seen.begin(), seen.end());
    for (const VerifiedMatch& match : verdict.matches) add(match);
    for (const StuckCall& stuck : verdict.stuck) add(stuck);
  }

  bool is_empty() const noexcept { return rows_.empty() || ranks_.empty(); }
  const std::vector<NodeId>& ranks() const noexcept { return ranks_; }
  const std::vector<Row>& rows() const noexcept { return rows_; }
  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  std::size_t column(NodeId rank) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(ranks_, rank) - ranks_.begin());
  }
  void add(const VerifiedMatch& match) {
    if (!match.collective.empty()) return add_collective(place_text(match.sent));
    rows_.push_back({.from = column(match.from),
                     .to = column(match.to),
                     .caption = fmt::format("{} -> {}{}", place_text(match.sent), place_text(match.received),
                                            match.is_from_any ? ", from any rank" : "")});
  }
  /// Adds a row for a collective to the picture, unless the last row already shows the same call. A synchronising
  /// collective is followed by a barrier that the same call makes, which needs no row of its own.
  void add_collective(const std::string& call) {
    const bool is_same = !rows_.empty() && rows_.back().kind == Row::Kind::all && rows_.back().caption == call;
    if (!is_same) rows_.push_back({.kind = Row::Kind::all, .caption = call});
  }
  void add(const StuckCall& stuck) {
    rows_.push_back({.kind = Row::Kind::stuck,
                     .from = column(stuck.call.node),
                     .in_cycle = stuck.in_cycle,
                     .caption = stuck_text(stuck)});
  }

  std::uint64_t left_out_;
  std::vector<NodeId> ranks_;
  std::vector<Row> rows_;
};

constexpr std::size_t kWidth = 6;

/// Returns the text of one row of the picture of messages, without its caption. Each rank has a column with a vertical
/// bar, or with an equals sign if the row is for a collective. An arrow shows a message, and an X a stuck rank.
std::string columns_text(const Row& row, std::size_t columns) {
  std::string line(columns * kWidth, ' ');
  for (std::size_t i = 0; i < columns; ++i) line[i * kWidth] = row.kind == Row::Kind::all ? '=' : '|';
  if (row.kind == Row::Kind::stuck) line[row.from * kWidth] = 'X';
  if (row.kind != Row::Kind::arrow) return line;
  const auto [low, high] = std::minmax(row.from * kWidth, row.to * kWidth);
  for (std::size_t i = low + 1; i < high; ++i) line[i] = '-';
  line[row.from * kWidth] = 'o';
  if (row.from < row.to) line[row.to * kWidth - 1] = '>';
  if (row.from > row.to) line[row.to * kWidth + 1] = '<';
  return line;
}

// --- the picture as SVG ---------------------------------------------------------------------------------------------

constexpr std::size_t kLeft = 30, kTop = 40, kColumn = 90, kRow = 24;

std::string escaped(std::string_view text) {
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

std::size_t x_of(std::size_t column) { return kLeft + column * kColumn; }

std::string arrow_svg(const Row& row, std::size_t y) {
  const std::size_t from = x_of(row.from), to = x_of(row.to);
  if (from == to)
    return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"none\" stroke=\"#1f77b4\"/>\n", from, y);
  return fmt::format(
      "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#1f77b4\" stroke-width=\"2\" "
      "marker-end=\"url(#head)\"/>\n",
      from, y, from < to ? to - 2 : to + 2, y);
}

std::string row_svg(const Row& row, std::size_t y, std::size_t columns) {
  std::string text;
  switch (row.kind) {
    case Row::Kind::arrow:
      text = arrow_svg(row, y);
      break;
    case Row::Kind::all:
      text = fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"6\" fill=\"#999999\"/>\n", kLeft - 6, y - 3,
                         (columns - 1) * kColumn + 12);
      break;
    case Row::Kind::stuck:
      text = fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"7\" fill=\"{}\"/>\n", x_of(row.from), y,
                         row.in_cycle ? "#d62728" : "#ff7f0e");
      break;
  }
  return text + fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x_of(columns - 1) + 24, y + 4, escaped(row.caption));
}

}  // namespace

std::string stuck_text(const StuckCall& stuck) {
  return fmt::format("rank {} is stuck in {}{}{}{}{}", index(stuck.call.node), place_text(stuck.call),
                     requests_text(stuck), stuck.holders.empty() ? "" : ", and waits for calls", holders_text(stuck),
                     stuck.in_cycle ? " [cycle]" : "");
}

std::string text_of_message_picture(const Verdict& verdict) {
  const Picture picture(verdict);
  if (picture.is_empty()) return {};
  std::string text = "  ";
  for (const NodeId rank : picture.ranks()) text += fmt::format("{:<{}}", index(rank), kWidth);
  text += "rank\n";
  if (picture.left_out() > 0) text += fmt::format("  ({} messages and collectives before these)\n", picture.left_out());
  for (const Row& row : picture.rows())
    text += fmt::format("  {}{}\n", columns_text(row, picture.ranks().size()), row.caption);
  return text;
}

std::string svg_of_message_picture(const Verdict& verdict) {
  const Picture picture(verdict);
  const std::size_t columns = std::max<std::size_t>(picture.ranks().size(), 1);
  std::size_t longest = verdict.text.size();
  for (const Row& row : picture.rows()) longest = std::max(longest, row.caption.size());
  const std::size_t height = kTop + (picture.rows().size() + 2) * kRow;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<defs><marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"6\" refY=\"3\" "
      "orient=\"auto\"><path d=\"M0,0 L6,3 L0,6 z\" fill=\"#1f77b4\"/></marker></defs>\n",
      x_of(columns - 1) + 60 + longest * 7, height);
  for (std::size_t i = 0; i < picture.ranks().size(); ++i) {
    svg += fmt::format(
        "<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">rank {2}</text>\n<line x1=\"{0}\" y1=\"{3}\" "
        "x2=\"{0}\" y2=\"{4}\" stroke=\"#cccccc\"/>\n",
        x_of(i), kTop - 20, index(picture.ranks()[i]), kTop - 12, height - 2 * kRow);
  }
  std::size_t y = kTop;
  for (const Row& row : picture.rows()) {
    svg += row_svg(row, y, columns);
    y += kRow;
  }
  return svg +
         fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n</svg>\n", kLeft, height - kRow / 2, escaped(verdict.text));
}

}  // namespace switchyard
