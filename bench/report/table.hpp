#pragma once
/// \file table.hpp
/// A plain-text table for a terminal. Above the table stand the parameters that are needed to get the same results
/// again. Columns are as wide as their content.
///
/// ```text
/// makespan, median of 50 samples
///   machine  ipsc860
///   nodes    64
///
/// density  algorithm  makespan_us
/// -------  ---------  -----------
///       8  lp            1240.000
///       8  rs_nl          980.500*
/// --------------------------------
///      16  lp            1300.000
///
/// * best of its density
/// ```

#include <cstddef>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace switchyard {

enum class TextAlignment { left_aligned, right_aligned };

struct TextColumn {
  std::string title;
  TextAlignment text_alignment = TextAlignment::right_aligned;
};

/// One cell of a text table. If a cell is marked, `*` is printed after its text.
struct TextTableCell {
  // The constructor is implicit, so that a row can be written as a list of texts.
  TextTableCell(std::string content) : text(std::move(content)) {}
  TextTableCell(const char* content) : text(content) {}

  std::string text;
  bool is_marked_with_asterisk = false;
};

/// Returns a table cell with the given text, marked with `*` as the best value.
TextTableCell cell_marked_as_best(std::string text);

class TextTable {
 public:
  explicit TextTable(std::vector<TextColumn> columns);

  /// Sets the table's title, the line above everything else.
  void set_title(std::string title);

  /// Adds a line to the block of parameters between title and table.
  void add_parameter(std::string name, std::string value);
  void add_parameters(const std::vector<std::pair<std::string, std::string>>& list);

  /// Adds a row. Throws: std::invalid_argument if the number of cells is not the number of columns.
  void add_row(std::vector<TextTableCell> cells);

  /// Adds a horizontal line between the rows that were added before and those that are added after this call. No line
  /// is drawn at the beginning or the end of the table, and two calls without a row between them add only one line.
  void add_separator();

  /// Adds a line of text below the table, such as an explanation of the mark `*`.
  void add_note(std::string note);

  /// Prints the table, without spaces at the ends of lines.
  void print(std::ostream& out) const;

 private:
  struct Row {
    std::vector<TextTableCell> cells;
    bool has_separator_above;
  };
  /// The width of a column of the table, and whether one of the column's cells is marked with `*`. Both are computed
  /// when the table is printed and has all its rows.
  struct ColumnExtent {
    std::size_t width;
    bool has_marked_cells;
  };

  std::vector<ColumnExtent> column_extents() const;
  static std::size_t total_width(const std::vector<ColumnExtent>& places);
  std::string line_of_cells(const std::vector<TextTableCell>& cells, const std::vector<ColumnExtent>& places) const;
  std::string header_lines(const std::vector<ColumnExtent>& places) const;
  std::string parameter_block_text() const;

  std::vector<TextColumn> columns_;
  std::string title_;
  std::vector<std::pair<std::string, std::string>> parameters_;
  std::vector<Row> rows_;
  std::vector<std::string> notes_;
  bool is_separator_pending_ = false;
};

}  // namespace switchyard
