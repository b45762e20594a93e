#include "algorithms/schedule/message_list.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

#include "algorithms/matrix/text_input.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

using detail::FieldOfTextLine;
using detail::TextInput;

enum MessageListColumn { id, ready, packets, source_row, source_column, destination_row, destination_column };
constexpr std::array<std::string_view, 7> kMessageListColumns = {
    "id", "ready", "packets", "source_row", "source_column", "destination_row", "destination_column"};

class MessageListReader {
 public:
  MessageListReader(std::istream& in, std::string_view name, GridShape mesh) : input_(in, name), mesh_(mesh) {}

  std::vector<ListedMessage> read_all_messages() {
    if (!read_next_content_line())
      input_.throw_error_in_line(1, "the file has no header", fmt::format("begin with {}", expected_header()));
    read_header();
    while (read_next_content_line()) read_message();
    return std::move(messages_);
  }

 private:
  static std::string expected_header() { return fmt::format("'{}'", fmt::join(kMessageListColumns, ",")); }

  bool read_next_content_line() {
    while (input_.go_to_next_line()) {
      if (!input_.is_blank()) return true;
    }
    return false;
  }

  void read_header() {
    std::array<bool, kMessageListColumns.size()> seen{};
    for (const FieldOfTextLine& cell : input_.cells_of_line()) {
      const auto column =
          static_cast<std::size_t>(std::ranges::find(kMessageListColumns, cell.text) - kMessageListColumns.begin());
      if (column == kMessageListColumns.size()) {
        input_.throw_error_in_line(cell.column, detail::quoted(cell.text) + " is no column of a message list",
                                   "use " + expected_header());
      }
      if (seen[column])
        input_.throw_error_in_line(cell.column, detail::quoted(cell.text) + " is there twice", "give it once");
      seen[column] = true;
      column_order_.push_back(column);
    }
    const auto missing = std::ranges::find(seen, false);
    if (missing == seen.end()) return;
    const auto column = static_cast<std::size_t>(missing - seen.begin());
    input_.throw_error_in_line(input_.line().size() + 1, fmt::format("no column '{}'", kMessageListColumns[column]),
                               "use " + expected_header());
  }

  void read_message() {
    const auto& cells = input_.cells_of_line();
    if (cells.size() != column_order_.size()) {
      input_.throw_error_in_line(cells.back().column,
                                 fmt::format("{} values where {} belong", cells.size(), column_order_.size()),
                                 "give one for each column of the header");
    }
    for (std::size_t i = 0; i < cells.size(); ++i) fields_of_line_[column_order_[i]] = cells[i];
    const ListedMessage message{read_new_id(), read_time(fields_of_line_[ready]),
                                input_.parse_whole_number(fields_of_line_[packets]),
                                read_node(source_row, source_column), read_node(destination_row, destination_column)};
    if (message.source == message.destination) {
      input_.throw_error_in_line(fields_of_line_[destination_row].column,
                                 fmt::format("message {} goes to its own node", message.id), "leave it out");
    }
    messages_.push_back(message);
  }

  std::uint64_t read_new_id() {
    const std::uint64_t value = input_.parse_whole_number(fields_of_line_[id]);
    const auto [at, is_new] = file_line_by_message_id_.try_emplace(value, input_.line_number());
    if (!is_new) {
      input_.throw_error_in_line(fields_of_line_[id].column,
                                 fmt::format("id {} is there already, at line {}", value, at->second),
                                 "give each id once");
    }
    return value;
  }

  NodeId read_node(MessageListColumn row, MessageListColumn column) const {
    return mesh_.node_at({read_coordinate(row, mesh_.rows), read_coordinate(column, mesh_.columns)});
  }

  std::uint32_t read_coordinate(MessageListColumn column, std::uint32_t limit) const {
    const std::uint64_t value = input_.parse_whole_number(fields_of_line_[column]);
    if (value == 0 || value > limit) {
      input_.throw_error_in_line(fields_of_line_[column].column,
                                 fmt::format("{} {} is outside the mesh", kMessageListColumns[column], value),
                                 fmt::format("use 1 to {}", limit));
    }
    return static_cast<std::uint32_t>(value);
  }

  double read_time(const FieldOfTextLine& field) const {
    double value = 0;
    const auto [end, error] = std::from_chars(field.text.data(), field.text.data() + field.text.size(), value);
    if (field.text.empty() || error != std::errc{} || end != field.text.data() + field.text.size() ||
        !std::isfinite(value) || value < 0) {
      input_.throw_error_in_line(field.column, detail::quoted(field.text) + " is no time",
                                 "use a number from 0 such as 1.0");
    }
    return value;
  }

  TextInput input_;
  GridShape mesh_;
  /// for each column of the file, the position of the column's name in kMessageListColumns
  std::vector<std::size_t> column_order_;
  std::array<FieldOfTextLine, kMessageListColumns.size()> fields_of_line_;
  std::unordered_map<std::uint64_t, std::size_t>
      file_line_by_message_id_;  ///< for each message id, the line of the file in which it was given
  std::vector<ListedMessage> messages_;
};

void check_hot_spot(const HotSpot& hot_spot) {
  if (hot_spot.hot_region.empty()) throw UsageError("hot spot: the region has no nodes", "give one");
  for (const NodeId node : hot_spot.hot_region) {
    if (index(node) < hot_spot.mesh.node_count()) continue;
    throw UsageError(fmt::format("hot spot: node {} is outside the mesh", index(node)),
                     fmt::format("nodes are below {}", hot_spot.mesh.node_count()));
  }
  if (!(hot_spot.hot_destination_probability >= 0 && hot_spot.hot_destination_probability <= 1)) {
    throw UsageError(fmt::format("hot spot: a share of {}", hot_spot.hot_destination_probability), "use 0 to 1");
  }
}

}  // namespace

std::vector<ListedMessage> read_message_list(std::istream& in, std::string_view name, GridShape mesh) {
  return MessageListReader(in, name, mesh).read_all_messages();
}

void write_message_list(std::ostream& out, std::span<const ListedMessage> messages, GridShape mesh) {
  fmt::print(out, "{}\n", fmt::join(kMessageListColumns, ","));
  for (const ListedMessage& message : messages) {
    const GridPlace from = mesh.place_of(message.source);
    const GridPlace to = mesh.place_of(message.destination);
    fmt::print(out, "{},{},{},{},{},{},{}\n", message.id, message.ready_time, message.packet_count, from.row,
               from.column, to.row, to.column);
  }
}

std::vector<ListedMessage> sorted_by_ready_time(std::span<const ListedMessage> messages) {
  std::vector<ListedMessage> result(messages.begin(), messages.end());
  std::ranges::stable_sort(result, {}, &ListedMessage::ready_time);
  return result;
}

std::vector<ListedMessage> message_list(const CommunicationMatrix& matrix) {
  std::vector<ListedMessage> result;
  result.reserve(matrix.message_count());
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) {
      result.push_back({.id = result.size() + 1, .source = NodeId{i}, .destination = entry.destination});
    }
  }
  return result;
}

std::vector<ListedMessage> hot_spot_list(const HotSpot& hot_spot, std::uint32_t messages, Rng& rng) {
  check_hot_spot(hot_spot);
  const std::uint32_t nodes = hot_spot.mesh.node_count();
  const auto any_node = [&] { return NodeId{static_cast<std::uint32_t>(rng.random_number_below(nodes))}; };
  std::vector<ListedMessage> result;
  result.reserve(messages);
  for (std::uint32_t i = 0; i < messages; ++i) {
    const NodeId source = any_node();
    const bool hot = rng.unit() < hot_spot.hot_destination_probability;
    const NodeId destination =
        hot ? hot_spot.hot_region[rng.random_number_below(hot_spot.hot_region.size())] : any_node();
    result.push_back({.id = std::uint64_t{i} + 1, .ready_time = 1.0, .source = source, .destination = destination});
  }
  return result;
}

}  // namespace switchyard
