#include "bench/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <ostream>
#include <stdexcept>
#include <string_view>

namespace switchyard {
namespace {

constexpr std::string_view kColumnGap = "  ";

/// Returns the number of characters of a UTF-8 text. Bytes that continue a character are not counted.
std::size_t width_in_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string pad_text_to_width(std::string_view text, std::size_t width, TextAlignment align) {
  const std::string space(width - std::min(width, width_in_characters(text)), ' ');
  return align == TextAlignment::left_aligned ? std::string(text) + space : space + std::string(text);
}

std::string without_trailing_spaces(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

TextTableCell cell_marked_as_best(std::string text) {
  TextTableCell cell(std::move(text));
  cell.is_marked_with_asterisk = true;
  return cell;
}

TextTable::TextTable(std::vector<TextColumn> columns) : columns_(std::move(columns)) {}

void TextTable::set_title(std::string title) { title_ = std::move(title); }

void TextTable::add_parameter(std::string name, std::string value) {
  parameters_.emplace_back(std::move(name), std::move(value));
}

void TextTable::add_parameters(const std::vector<std::pair<std::string, std::string>>& list) {
  parameters_.insert(parameters_.end(), list.begin(), list.end());
}

void TextTable::add_row(std::vector<TextTableCell> cells) {
  if (cells.size() != columns_.size()) {
    throw std::invalid_argument(fmt::format("Table: {} cells for {} columns", cells.size(), columns_.size()));
  }
  rows_.push_back({std::move(cells), is_separator_pending_});
  is_separator_pending_ = false;
}

void TextTable::add_separator() { is_separator_pending_ = !rows_.empty(); }

void TextTable::add_note(std::string note) { notes_.push_back(std::move(note)); }

void TextTable::print(std::ostream& out) const {
  const std::vector<ColumnExtent> places = column_extents();
  const std::string separator(total_width(places), '-');
  if (!title_.empty()) out << title_ << '\n';
  out << parameter_block_text() << header_lines(places);
  for (const Row& row : rows_) {
    if (row.has_separator_above) out << separator << '\n';
    out << line_of_cells(row.cells, places) << '\n';
  }
  if (!notes_.empty()) out << '\n';
  for (const std::string& note : notes_) out << note << '\n';
}

std::vector<TextTable::ColumnExtent> TextTable::column_extents() const {
  std::vector<ColumnExtent> places;
  for (const TextColumn& column : columns_) places.push_back({width_in_characters(column.title), false});
  for (const Row& row : rows_) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      places[i].width = std::max(places[i].width, width_in_characters(row.cells[i].text));
      places[i].has_marked_cells |= row.cells[i].is_marked_with_asterisk;
    }
  }
  return places;
}

std::size_t TextTable::total_width(const std::vector<ColumnExtent>& places) {
  const std::size_t gaps = places.empty() ? 0 : (places.size() - 1) * kColumnGap.size();
  return std::accumulate(places.begin(), places.end(), gaps, [](std::size_t sum, const ColumnExtent& place) {
    return sum + place.width + (place.has_marked_cells ? 1 : 0);
  });
}

std::string TextTable::line_of_cells(const std::vector<TextTableCell>& cells,
                                     const std::vector<ColumnExtent>& places) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) text += kColumnGap;
    text += pad_text_to_width(cells[i].text, places[i].width, columns_[i].text_alignment);
    if (places[i].has_marked_cells) text += cells[i].is_marked_with_asterisk ? '*' : ' ';
  }
  return without_trailing_spaces(std::move(text));
}

std::string TextTable::header_lines(const std::vector<ColumnExtent>& places) const {
  std::vector<TextTableCell> titles, rules;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    titles.emplace_back(columns_[i].title);
    rules.emplace_back(std::string(places[i].width, '-'));
  }
  return line_of_cells(titles, places) + '\n' + line_of_cells(rules, places) + '\n';
}

std::string TextTable::parameter_block_text() const {
  std::size_t width = 0;
  for (const auto& [name, value] : parameters_) width = std::max(width, width_in_characters(name));
  std::string block;
  for (const auto& [name, value] : parameters_) {
    block += without_trailing_spaces(
                 fmt::format("  {}  {}", pad_text_to_width(name, width, TextAlignment::left_aligned), value)) +
             '\n';
  }
  // A blank line separates the table from its title and parameters.
  if (!title_.empty() || !parameters_.empty()) block += '\n';
  return block;
}

}  // namespace switchyard
