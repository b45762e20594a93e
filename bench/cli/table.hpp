#pragma once
/// \file table.hpp
/// A plain-text table for a terminal: what is needed to get it again above, then columns as wide as their content.
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

namespace switchyard::cli {

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::right;
};

/// One cell; any text is one. A marked cell is printed with `*` behind it.
struct Cell {
  Cell(std::string content) : text(std::move(content)) {}  // implicit: rows are lists of texts
  Cell(const char* content) : text(content) {}

  std::string text;
  bool marked = false;
};

/// The same text with the mark for the best.
Cell best(std::string text);

class Table {
 public:
  explicit Table(std::vector<Column> columns);

  /// The line above everything else.
  void set_title(std::string title);

  /// One line of the block between title and table.
  void add_parameter(std::string name, std::string value);

  /// Throws: std::invalid_argument if there is not one cell for each column.
  void add_row(std::vector<Cell> cells);

  /// A line between the rows before and those after; nothing at the very beginning or end, and never two in a row.
  void add_separator();

  /// One line below the table, such as what the mark stands for.
  void add_note(std::string note);

  /// Lines carry no spaces at their end.
  void print(std::ostream& out) const;

 private:
  struct Row {
    std::vector<Cell> cells;
    bool starts_group;
  };
  /// Where a column stands, once all its cells are known.
  struct Extent {
    std::size_t width;
    bool has_marks;
  };

  std::vector<Extent> extents() const;
  static std::size_t total_width(const std::vector<Extent>& places);
  std::string line(const std::vector<Cell>& cells, const std::vector<Extent>& places) const;
  std::string header(const std::vector<Extent>& places) const;
  std::string parameter_block() const;

  std::vector<Column> columns_;
  std::string title_;
  std::vector<std::pair<std::string, std::string>> parameters_;
  std::vector<Row> rows_;
  std::vector<std::string> notes_;
  bool separator_pending_ = false;
};

}  // namespace switchyard::cli
